/* saved_parts: what the files saved_*.c share: places in an object, for errors, and members that
 * have a value for each power. */
#ifndef ARESFARM_CTL_SAVED_PARTS_H
#define ARESFARM_CTL_SAVED_PARTS_H

#include "base/json.h"
#include "saved_read.h"

enum { PLACE_PATH_SIZE = 160, PLACE_SHOWN_MAX = 40 };

/* Where in the object something is, and where an error goes. */
struct place {
	char path[PLACE_PATH_SIZE];
	char *error;
};

/* Writes "path: why"; always false. */
__attribute__((format(printf, 2, 3))) bool place_refuse(const struct place *place,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) struct place place_inside(const struct place *place,
                                                                const char *format, ...);

/* How many bytes of a text an error shows. */
static inline int place_shown(size_t length)
{
	return length < PLACE_SHOWN_MAX ? (int)length : PLACE_SHOWN_MAX;
}

/* Each is false, with the error, where the value is something else. */
MUST_CHECK bool place_check(const struct place *place, struct json_object *value,
                            enum json_kind kind);

/* A list of texts, one after the other. */
struct place_texts {
	struct place in; /* where the text stands */
	const char *text;
	size_t length;
	bool good; /* so far it is a list of texts */
	/* for place_next */
	const struct place *place;
	struct json_object *list;
	size_t next;
};

/* Begins with a value that should be a list. */
struct place_texts place_texts(const struct place *place, struct json_object *list);

/* Goes to the next text. False: there is none, or, where good is false, with the error. */
MUST_CHECK bool place_next(struct place_texts *texts);

/* A member that is a line of text, or is not there: then out is empty. */
MUST_CHECK bool place_copy(const struct place *place, struct json_object *object, const char *name,
                           char *out, size_t size);

/* What the members of an object, one for each power, are read into. */
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
