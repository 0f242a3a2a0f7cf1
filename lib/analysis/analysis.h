/* analysis: answers questions about positions, for a page on which people analyse them.
 *
 * A question is lines of text, so C and JavaScript share no structure. The answer is JSON, or SVG
 * for `ground`. Compiled to WebAssembly, this room is the module that a browser runs. In C the same
 * functions give the same bytes; tests compare both.
 *
 * Invariant: input is not trusted. An answer depends on the map, the rules and the question
 * only. */
#ifndef ARESFARM_ANALYSIS_H
#define ARESFARM_ANALYSIS_H

#include <stddef.h>

/* Exports a function of the WebAssembly module. A page writes a question into memory from malloc,
 * and reads the answer from memory. */
#ifdef __wasm__
#define ANALYSIS_EXPORT(name) __attribute__((export_name(name)))
#else
#define ANALYSIS_EXPORT(name)
#endif

struct analysis;

/* Opens a map by its name or, if text is not empty, from a text for ares_map_read; and a rule set.
 * NULL: there is no such map or rule set, or no memory. */
ANALYSIS_EXPORT("open")
struct analysis *analysis_open(const char *map, const char *text, const char *rules);
ANALYSIS_EXPORT("close")
void analysis_close(struct analysis *analysis); /* NULL is allowed */

/* Answers a question. Its first line is a word. The lines of a position follow, in the format of
 * case files, then lines that depend on the word:
 *
 *     map      the places, as picture_ink_places writes them
 *     ground   the ground, as picture_write_ground draws it
 *     start    {"position"}: the start of the map
 *     legal    of a position: {"phase", "name", "position", "owners", "units", "ending", "winner",
 *              "turns": [{"power", "due", "legal", "codes"}]}; codes: the same, packed with their
 *              units (order.h)
 *     judge    of a position with lines `order FRA A par - bur`: {"orders", "problems", "shapes",
 *              "ways", "next", "shares"}. shares: what the position after the phase's moves is
 *              worth to each power, in thousandths; null if it is not a movement phase
 *     read     of a position with one line `order FRA TEXT`: {"order", "code", "legal"}: the one
 *              form of it; code is null where the type of its unit is not known
 *     think    of a position with lines `power FRA` and `budget 10000`: {"plans": [{"share",
 *              "orders"}]}, the best first; share is null except in movement phases
 *     save     of a game's first position, a line `played`, and for each phase its lines `order`
 *              and a line `play`: a saved game of the package diplomacy
 *     load     a saved game: {"start", "phases"}, its first position, and the orders of each phase
 *
 * An order may have names of places in place of codes, "to" for a dash, and "(n)" or "(north
 * coast)" for "(nc)".
 *
 * The answer to any other text is {"error"}. An answer is valid until the next question. *length:
 * of the answer. NULL: there is no memory. */
ANALYSIS_EXPORT("ask")
const char *analysis_ask(struct analysis *analysis, const char *question, size_t size,
                         size_t *length);

#endif
