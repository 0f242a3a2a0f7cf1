/* replay_parts: a game that was read, and the parts of its page. Used by replay*.c only. */
#ifndef ARESFARM_REPLAY_PARTS_H
#define ARESFARM_REPLAY_PARTS_H

#include "pages/page.h"
#include "picture/picture.h"
#include "replay.h"
#include "db/statements/report/stmt_replay.h"

struct replay_phase {
	struct phase_record record;
	int64_t think_ns[POWERS_MAX]; /* 0: not known */
};

/* A fault of a power's bot. kind: empty: the third one, since which it is in civil disorder. */
struct replay_fault {
	int16_t phase;
	char power[8], kind[16];
};

struct replay_game {
	struct game_head head;
	struct replay_terms terms;
	struct map map;
	char *map_text; /* of a map that is not compiled in; else NULL */
	struct picture_map picture;
	const struct rules *rules;       /* NULL: this program lacks them */
	bool thinks;                     /* its page has a board to think on */
	struct replay_message *messages; /* to all, in their sequence; NULL: none */
	struct replay_fault *faults;     /* in the sequence of their phases */
	int fault_count;
	struct replay_phase *phases;
	int count;                     /* at least 1 */
	int decade_first, decade_last; /* powers of ten of nanoseconds; the last is 0 where no time is
	                                  known */
	char *room;                    /* for texts whose length is needed before they are written */
	size_t room_size;
};

static inline const struct replay_phase *replay_last(const struct replay_game *game)
{
	return &game->phases[game->count - 1];
}

/* A game that was found, without its boards. Whatever it returns, the caller must close the game.
 */
MUST_CHECK enum replay_outcome replay_open(struct db *db, const struct game_head *head,
                                           struct replay_game **game);
void replay_close(struct replay_game *game);

/* Reads boards that were asked for, and closes the rows. */
enum replay_outcome replay_read_boards(struct replay_game *game, struct db_rows *rows,
                                       char why[REPLAY_WHY_SIZE]);

/* The messages to all of a game that is over; and those of a phase, where there are any. */
MUST_CHECK bool replay_read_messages(struct db *db, struct replay_game *game);
void replay_free_messages(struct replay_game *game);
void replay_write_messages(struct page *page, const struct replay_game *game, int16_t phase);

/* Line n of a text of lines; may be empty. Writes at most size bytes; returns out. */
char *replay_line(const char *lines, int n, char *out, size_t size);

/* The game's room, of size bytes at least. */
char *replay_room(struct replay_game *game, size_t size);

/* Turns a written page into the result. */
struct replay replay_take(const struct replay_game *game, const struct page *page);

/* A phase: its orders with results and reasons, and in a template its shapes for the script. */
void replay_write_phase(struct page *page, struct replay_game *game, int n);

/* The same without the template; and the shapes only. */
void replay_write_words(struct page *page, const struct replay_game *game, int n);
void replay_write_shapes(struct page *page, struct replay_game *game, int n);

/* For scripts: the owner of each province, one digit per province; and, as JSON, where the units on
 * the board after phase n come from. */
void replay_write_owners(struct page *page, const struct replay_game *game, int n);
void replay_write_ways(struct page *page, const struct replay_game *game, int n);

/* The phases of the game as replay_make_line has them. */
void replay_write_line(struct page *page, const struct replay_game *game);

/* What the script needs to know of all phases, as JSON. */
void replay_write_data(struct page *page, const struct replay_game *game);

/* Charts: their width, in tenths of their unit like all their lengths; and a length in units. */
enum { REPLAY_CHART_WIDE = 5600 };
static inline double replay_units(int tenths)
{
	return tenths / 10.0;
}

/* The centres of the powers over the phases; and how long their players thought. */
void replay_write_curve(struct page *page, const struct replay_game *game);
void replay_write_times(struct page *page, const struct replay_game *game);

/* Finds the decades of a game's times, before anything asks for replay_time_x. */
void replay_measure_times(struct replay_game *game);

/* The position of phase n on the curve; and of a time on the axis of times: in tenths of their
 * units. Below 0: none. */
int replay_curve_x(const struct replay_game *game, int n);
int replay_time_x(const struct replay_game *game, int64_t ns);

#endif
