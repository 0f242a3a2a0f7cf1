/* saved_order: units and orders in the notation of saved games of the Python package `diplomacy`.
 *
 * Codes are the map's, in capitals: "A PAR", "F STP/NC", a dislodged unit "*F NTH". Orders, in
 * capitals: "A PAR H", "A PAR - BUR", "A LON - NWY VIA", "A MUN S A BER", "F NTH S F STP/SC - BOT",
 * "F ENG C A LON - BRE", "F NTH R BEL", "F NTH D", "A BER B", "WAIVE". A move that needs a convoy
 * says VIA.
 *
 * Reading is more lenient: any case, a name in place of a code, the abbreviations of the e-mail
 * Judge, and a move along the seas it crosses ("A LON - NTH - NWY").
 *
 * A power has its whole name (FRANCE) if its code has a well-known name, else its code. */
#ifndef ARESFARM_SAVED_ORDER_H
#define ARESFARM_SAVED_ORDER_H

#include "board/board.h"

enum { SAVED_UNIT_SIZE = 12, SAVED_ORDER_SIZE = 64, SAVED_LENGTH_MAX = 200 };

/* "FRANCE". */
const char *saved_power_name(const struct map *map, uint8_t power);

/* The power with such a name, or a code, in any case; or POWER_NONE. */
uint8_t saved_find_power(const struct map *map, const char *name, size_t length);

/* Write "STP/NC"; "A PAR" or "*F NTH". Each returns text. */
char *saved_print_place(const struct map *map, uint8_t loc, char text[SAVED_UNIT_SIZE]);
char *saved_print_unit(const struct map *map, struct unit unit, bool dislodged,
                       char text[SAVED_UNIT_SIZE]);

/* The location with a code, abbreviation or name, or LOC_NONE. */
uint8_t saved_find_place(const struct map *map, const char *text, size_t length);

/* Reads "A PAR" or "*A PAR". The unit's power is not changed. False: the text is not a unit. */
MUST_CHECK bool saved_read_unit(const struct map *map, const char *text, size_t length,
                                struct unit *unit, bool *dislodged);

/* Returns text. */
char *saved_print_order(const struct map *map, struct order order, char text[SAVED_ORDER_SIZE]);

/* Reads an order. False, with the reason in error, if the text is not an order. */
MUST_CHECK bool saved_read_order(const struct map *map, const char *text, size_t length,
                                 struct order *order, char error[ERROR_SIZE]);

/* The standing unit named by the first words of an order, "A PAR", whatever follows; or -1. */
int saved_find_ordered(const struct map *map, const struct board *board, const char *text,
                       size_t length);

#endif
