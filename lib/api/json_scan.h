/* json_scan: reads JSON in place. It allocates nothing.
 *
 * scan_open checks that brackets and strings match. After that a scan never reads beyond its text.
 * A scan may be copied. */
#ifndef ARESFARM_JSON_SCAN_H
#define ARESFARM_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* The rest of an object, a list or a value. */
struct json_scan {
	const char *at, *end;
};

/* False: the text is not one object whose brackets match. */
bool scan_open(const char *text, size_t length, struct json_scan *object);

/* Finds the value of a member of an object. False: there is no member of this name. */
bool scan_member(struct json_scan object, const char *name, struct json_scan *value);

/* Moves to the value of the next member of an object, or to the next element of a list. False:
 * there is none, or the value is not an object or list. Escapes in the name are left as they
 * are. */
bool scan_next_member(struct json_scan *object, const char **name, size_t *length);
bool scan_next_element(struct json_scan *list);

/* Takes the next value. */
struct json_scan scan_value(struct json_scan *from);

/* Takes the next value if it is a string: writes at most size - 1 bytes and a zero, and returns the
 * number of bytes. 0: it is not a string, is empty, or is longer. Escapes are left as they are. */
size_t scan_text(struct json_scan *from, char *text, size_t size);

#endif
