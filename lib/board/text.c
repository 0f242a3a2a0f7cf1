/* text: see text.h. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>

void text_add(struct text *text, const char *format, ...)
{
	const size_t left = text->used < text->size ? text->size - text->used : 0;
	va_list args;

	va_start(args, format);
	text->used += (size_t)vsnprintf(left > 0 ? text->at + text->used : NULL, left, format, args);
	va_end(args);
}

bool text_refuse(char error[ERROR_SIZE], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error, ERROR_SIZE, format, args);
	va_end(args);
	return false;
}
