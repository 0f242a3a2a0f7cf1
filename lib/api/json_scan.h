/* json_scan: walks through JSON that stays where it is. Nothing is allocated.
 *
 * scan_open checks that brackets and strings match. After that a scan can be copied, and reads no
 * byte beyond its text. */
#ifndef ARESFARM_JSON_SCAN_H
#define ARESFARM_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* What is left of an object, a list or a value. */
struct json_scan {
	const char *at, *end;
};

/* False: the text is not one object whose brackets match. */
bool scan_open(const char *text, size_t length, struct json_scan *object);

/* The value of a member of an object. False: it has none of this name. */
bool scan_member(struct json_scan object, const char *name, struct json_scan *value);

/* Goes to the next member of an object, or element of a list; its value is then next. False: there
 * is none, or the value is neither. The name is as it is written. */
bool scan_next_member(struct json_scan *object, const char **name, size_t *length);
bool scan_next_element(struct json_scan *list);

/* Takes the value that is next. */
struct json_scan scan_value(struct json_scan *from);

/* Takes a text that is next, at most size - 1 bytes, and a zero. Returns how many bytes; 0: it is
 * no text, empty, or longer. Escapes are taken as they are. */
size_t scan_text(struct json_scan *from, char *text, size_t size);

#endif
