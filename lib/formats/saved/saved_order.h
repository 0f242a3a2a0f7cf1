/* saved_order: units and orders as saved games of the Python package `diplomacy` write them.
 *
 * Codes are the map's, in capitals: "A PAR", "F STP/NC", a dislodged unit "*F NTH". An order is one
 * of order.h, in capitals: "A PAR H", "A PAR - BUR", "A LON - NWY VIA", "A MUN S A BER", "F NTH S F
 * STP/SC - BOT", "F ENG C A LON - BRE", "F NTH R BEL", "F NTH D", "A BER B", "WAIVE". A move that
 * needs a convoy says VIA.
 *
 * Reading is more lenient: any case, a name in place of a code, the abbreviations of the e-mail
 * Judge, and a move along the seas it crosses ("A LON - NTH - NWY").
 *
 * A power is called by its whole name (FRANCE) where the field has one for its code, else by the
 * code. */
#ifndef ARESFARM_SAVED_ORDER_H
#define ARESFARM_SAVED_ORDER_H

#include "board/board.h"

enum { SAVED_UNIT_SIZE = 12, SAVED_ORDER_SIZE = 64, SAVED_LENGTH_MAX = 200 };

/* "FRANCE". */
const char *saved_power_name(const struct map *map, uint8_t power);

/* The power of such a name, or of a code, in any case; or POWER_NONE. */
uint8_t saved_find_power(const struct map *map, const char *name, size_t length);

/* "STP/NC"; "A PAR", "*F NTH". Each returns text. */
char *saved_print_place(const struct map *map, uint8_t loc, char text[SAVED_UNIT_SIZE]);
char *saved_print_unit(const struct map *map, struct unit unit, bool dislodged,
                       char text[SAVED_UNIT_SIZE]);

/* The location of a code, an abbreviation or a name, or LOC_NONE. */
uint8_t saved_find_place(const struct map *map, const char *text, size_t length);

/* Reads "A PAR" or "*A PAR". The unit's power stays as it is. False: the text is not a unit. */
MUST_CHECK bool saved_read_unit(const struct map *map, const char *text, size_t length,
                                struct unit *unit, bool *dislodged);

/* Returns text. */
char *saved_print_order(const struct map *map, struct order order, char text[SAVED_ORDER_SIZE]);

/* Reads an order. False, with why in error, when the text is none. */
MUST_CHECK bool saved_read_order(const struct map *map, const char *text, size_t length,
                                 struct order *order, char error[ORDER_ERROR_SIZE]);

/* The standing unit that an order is for by its first words, "A PAR", whatever follows; or -1. */
int saved_find_ordered(const struct map *map, const struct board *board, const char *text,
                       size_t length);

#endif
