/* analysis: positions that a person thinks about, for a page that asks questions in words.
 *
 * A question is a text of lines, and so needs no structure that two languages share. The answer is
 * JSON, or SVG for `ground`. Compiled to WebAssembly this room is the module that a browser runs
 * (module.c); in C the same functions give the same bytes, and tests compare both.
 *
 * Invariant: nothing that comes in is trusted. An answer depends on the map, the rules and the
 * question only. */
#ifndef ARESFARM_ANALYSIS_H
#define ARESFARM_ANALYSIS_H

#include <stddef.h>

struct analysis;

/* Opens a map by its name, or, where text is not empty, by the text of ares_map_read; and a rule
 * set. NULL: there is none of the name, or no memory. */
struct analysis *analysis_open(const char *map, const char *text, const char *rules);
void analysis_close(struct analysis *analysis); /* NULL is allowed */

/* Answers a question. Its first line is a word; lines of a position follow, as case files have
 * them, then lines of its own:
 *
 *     map      the places, as picture_ink_places writes them
 *     ground   the ground, as picture_write_ground draws it
 *     start    {"position"}: that of the map
 *     legal    of a position: {"phase", "name", "position", "owners", "units", "ending", "winner",
 *              "turns": [{"power", "due", "legal", "codes"}]}; codes: the same, packed with their
 *              units (order.h)
 *     judge    of a position with lines `order FRA A par - bur`: {"orders", "problems", "shapes",
 *              "ways", "next", "shares"}. shares: what the position after the phase's moves is
 *              worth to each power, in thousandths; null, if it is not a phase of moves
 *     read     of a position with one line `order FRA TEXT`: {"order", "code", "legal"}: the one
 *              form of it; code is null where the type of its unit is not known
 *     think    of a position with lines `power FRA` and `budget 10000`: {"plans": [{"share",
 *              "orders"}]}, the best first; share is null in other phases than those of moves
 *     save     of a game's first position, a line `played`, and for each phase its lines `order`
 *              and a line `play`: a saved game of the package diplomacy
 *     load     a saved game: {"start", "phases"}, its first position, and the orders of each phase
 *
 * An order may have names of places in place of codes, "to" for a dash, and "(n)" or "(north
 * coast)" for "(nc)".
 *
 * An answer to what is none of these is {"error"}. It stays valid until the next question. *length:
 * of the answer. NULL: there is no memory. */
const char *analysis_ask(struct analysis *analysis, const char *question, size_t size,
                         size_t *length);

#endif
