/* saved_parts: what the files saved_*.c share: places in an object, for error messages, and members
 * with a value for each power. */
#ifndef ARESFARM_CTL_SAVED_PARTS_H
#define ARESFARM_CTL_SAVED_PARTS_H

#include "base/json.h"
#include "saved_read.h"

enum { PLACE_PATH_SIZE = 160, PLACE_SHOWN_MAX = 40 };

/* A place in the object, and the buffer for an error. */
struct place {
	char path[PLACE_PATH_SIZE];
	char *error;
};

/* Writes "path: why"; always returns false. */
__attribute__((format(printf, 2, 3))) bool place_refuse(const struct place *place,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) struct place place_inside(const struct place *place,
                                                                const char *format, ...);

/* The number of bytes of a text that an error shows. */
static inline int place_shown(size_t length)
{
	return length < PLACE_SHOWN_MAX ? (int)length : PLACE_SHOWN_MAX;
}

/* Each returns false, with the error, if the value is something else. */
MUST_CHECK bool place_check(const struct place *place, struct json_object *value,
                            enum json_kind kind);

/* An iterator over a list of texts. */
struct place_texts {
	struct place in; /* of the text */
	const char *text;
	size_t length;
	bool good; /* so far it is a list of texts */
	/* for place_next */
	const struct place *place;
	struct json_object *list;
	size_t next;
};

/* Starts with a value that should be a list. */
struct place_texts place_texts(const struct place *place, struct json_object *list);

/* Moves to the next text. False at the end, or, if good is false, on an error. */
MUST_CHECK bool place_next(struct place_texts *texts);

/* Copies a member that is a line of text; if it is missing, out is empty. */
MUST_CHECK bool place_copy(const struct place *place, struct json_object *object, const char *name,
                           char *out, size_t size);

/* The destination of the members of an object, one for each power. */
struct reading {
	const struct saved_game *game;
	struct saved_phase *phase;
	const struct place *place;
	power_set seen;
	bool (*take)(struct reading *reading, const struct place *place, uint8_t power,
	             struct json_object *value);
};

/* Reads the members of an object, each by `take`; NULL has none. */
MUST_CHECK bool saved_read_powers(struct reading *reading, struct json_object *object);

/* Reads units, dislodged ones, centres and the note of a state. */
MUST_CHECK bool saved_read_state(const struct saved_game *game, const struct place *place,
                                 struct json_object *state, const struct board *first,
                                 struct saved_phase *phase);

#endif
