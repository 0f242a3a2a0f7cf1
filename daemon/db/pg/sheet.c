/* sheet: see sheet.h. */
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 16 };

static bool make_room(struct sheet *sheet)
{
	const int room = sheet->room > 0 ? 2 * sheet->room : ROOM_FIRST;
	if (sheet->rows < sheet->room)
		return true;
	char **const cell =
		realloc(sheet->cell, sizeof(char *) * (size_t)room * (size_t)sheet->columns);
	if (cell == NULL)
		return false;
	sheet->cell = cell;
	sheet->room = room;
	return true;
}

bool sheet_add(struct sheet *sheet, const char *const text[])
{
	if (!make_room(sheet))
		return false;
	char **const row = sheet->cell + sheet->rows * sheet->columns;
	for (int i = 0; i < sheet->columns; i++) {
		row[i] = strdup(text[i] != NULL ? text[i] : "");
		if (row[i] == NULL) {
			while (i-- > 0)
				free(row[i]);
			return false;
		}
	}
	sheet->rows++;
	return true;
}

void sheet_clear(struct sheet *sheet)
{
	for (int i = 0; i < sheet->rows * sheet->columns; i++)
		free(sheet->cell[i]);
	free(sheet->cell);
	*sheet = (struct sheet){0};
}

const char *sheet_text(const struct sheet *sheet, int row, int column)
{
	return row >= 0 && row < sheet->rows && column < sheet->columns
	           ? sheet->cell[row * sheet->columns + column]
	           : "";
}

double sheet_number(const struct sheet *sheet, int row, int column)
{
	const char *const text = sheet_text(sheet, row, column);
	char *end;
	const double number = strtod(text, &end);
	return *text != '\0' && *end == '\0' ? number : NAN;
}

int sheet_find(const struct sheet *sheet, int row, int column, const char *text)
{
	for (; row < sheet->rows; row++)
		if (strcmp(sheet_text(sheet, row, column), text) == 0)
			return row;
	return -1;
}
