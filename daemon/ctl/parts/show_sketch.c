/* show_sketch: see show_sketch.h. */
#include "show_sketch.h"

#include "base/terminal/screen.h"
#include "picture/picture.h"
#include "picture/sketch.h"

enum {
	LINE = 2,      /* columns that are as wide as a line is high */
	WIDTH_MIN = 79 /* columns that a map gets even if it is higher than the terminal */
};

/* On a wide terminal the map is not higher than the terminal, if possible. */
static int choose_width(void)
{
	const int width = terminal_width() - 1, fitting = terminal_height() * LINE;
	const int most = fitting > WIDTH_MIN ? fitting : WIDTH_MIN;
	return width < most ? width : most;
}

static enum terminal_ink ink_of(const struct sketch_part *part)
{
	const bool owned = part->power < POWERS_MAX;
	switch ((enum sketch_kind)part->kind) {
	case SKETCH_WATER:
		return INK_FAINT;
	case SKETCH_LAND:
		return owned ? INK_POWER + part->power : INK_FAINT;
	case SKETCH_CENTRE:
		return owned ? INK_OWNED + part->power : INK_PLAIN;
	default:
		return owned ? INK_UNIT + part->power : INK_BAD;
	}
}

void show_sketch(const struct map *map, const struct board *board)
{
	static struct picture_map picture;
	static struct sketch sketch;
	static struct screen screen;
	picture_open(&picture, map);
	sketch_draw(map, &picture.drawing, board, choose_width(), &sketch);
	screen_clear(&screen, sketch.width, sketch.height, false);
	for (int i = 0; i < sketch.count; i++)
		screen_put(&screen, sketch.part[i].line, sketch.part[i].column, ink_of(&sketch.part[i]),
		           sketch.part[i].text);
	screen_write(&screen, stdout);
	printf("%sxA army, xF fleet of power x; /n coast; !xA dislodged; * centre, by owner%s\n",
	       terminal_ink(INK_FAINT), terminal_ink(INK_PLAIN));
}
