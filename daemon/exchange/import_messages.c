/* import_messages: what players wrote to each other. See import_play.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/heap.h"
#include "import_play.h"

/* A backup has a game's messages in one line of at most 16 MiB, and escaping may double each
 * byte. */
enum { BYTES_MAX = 4 << 20 };

/* The name of a phase that has messages. False: it lacks one of the two. */
static bool find_name(struct json_object *phase, char name[SAVED_NAME_SIZE])
{
	size_t length;
	if (json_kind(phase) != JSON_OBJECT || json_kind(json_member(phase, "name")) != JSON_TEXT ||
	    json_kind(json_member(phase, "messages")) != JSON_LIST ||
	    json_count(json_member(phase, "messages")) == 0)
		return false;
	const char *text = json_text(json_member(phase, "name"), &length);
	snprintf(name, SAVED_NAME_SIZE, "%s", text);
	return strlen(name) == length;
}

char *import_messages(struct json_object *phases)
{
	char *text = NULL, name[SAVED_NAME_SIZE], quoted[6 * SAVED_NAME_SIZE + 3];
	size_t size = 0;
	FILE *out = heap_open_text(&text, &size);
	for (size_t i = 0, written = 0; i < json_count(phases); i++) {
		struct json_object *phase = json_element(phases, i);
		if (find_name(phase, name))
			fprintf(out, "%s%s:%s", written++ > 0 ? "," : "{",
			        json_print_string(name, quoted, sizeof quoted),
			        json_print_value(json_member(phase, "messages")));
	}

	if (ftell(out) > 0)
		fputc('}', out);
	heap_close_text(out);

	struct json_fault fault;
	struct json_object *read = size <= BYTES_MAX ? json_read(text, size, &fault) : NULL;
	if (read == NULL) { /* none, too many, or two phases of one name */
		free(text);
		return NULL;
	}

	json_close(read);
	return text;
}
