/* api_status: version, status, errors and output texts. */
#include "api.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_(number) #number
#define TEXT(number)  TEXT_(number)

const char *ares_version(void)
{
	return TEXT(ARES_VERSION_MAJOR) "." TEXT(ARES_VERSION_MINOR) "." TEXT(ARES_VERSION_PATCH);
}

const char *ares_status_name(int32_t status)
{
	static const char *const names[] = {
		[ARES_OK] = "ok",
		[-ARES_ERROR_ARGUMENT] = "argument",
		[-ARES_ERROR_NAME] = "name",
		[-ARES_ERROR_TEXT] = "text",
		[-ARES_ERROR_BOARD] = "board",
		[-ARES_ERROR_ORDER] = "order",
		[-ARES_ERROR_PHASE] = "phase",
		[-ARES_ERROR_SIZE] = "size",
		[-ARES_ERROR_MEMORY] = "memory",
	};

	return status <= 0 && status > -(int32_t)(sizeof names / sizeof *names) ? names[-status] : "?";
}

int32_t api_refuse(struct ares_error *error, enum ares_status status, const char *format, ...)
{
	va_list args;

	if (error) {
		error->status = (int32_t)status;
		va_start(args, format);
		vsnprintf(error->text, sizeof error->text, format, args);
		va_end(args);
	}
	return (int32_t)status;
}

int32_t api_accept(struct ares_error *error)
{
	if (error) {
		error->status = ARES_OK;
		error->text[0] = '\0';
	}
	return ARES_OK;
}

int32_t api_check_size(size_t bytes, size_t needed, struct ares_error *error)
{
	if (bytes >= needed)
		return ARES_OK;
	return api_refuse(error, ARES_ERROR_SIZE, "options->bytes is %zu: it must be %zu", bytes,
	                  needed);
}

bool api_may_write(const char *text, size_t size, struct ares_error *error, int32_t *status)
{
	if (text || size == 0)
		return true;
	*status = api_refuse(error, ARES_ERROR_ARGUMENT, "text is NULL, and size is %zu", size);
	return false;
}

int32_t api_finish_text(size_t bytes, char *text, size_t size, size_t *length,
                        struct ares_error *error)
{
	if (length)
		*length = bytes;
	if (size == 0)
		return api_accept(error);
	if (bytes >= size)
		return api_refuse(error, ARES_ERROR_SIZE, "the text needs %zu bytes, and size is %zu",
		                  bytes + 1, size);
	text[bytes] = '\0';
	return api_accept(error);
}

int32_t api_copy_text(const char *from, char *text, size_t size, size_t *length,
                      struct ares_error *error)
{
	const size_t bytes = strlen(from);
	int32_t status;

	if (!api_may_write(text, size, error, &status))
		return status;
	if (bytes < size)
		memcpy(text, from, bytes);
	return api_finish_text(bytes, text, size, length, error);
}
