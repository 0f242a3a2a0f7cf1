/* letters: see letters.h. */
#include "letters.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

void letters_add(struct letters *letters, const struct letter *letter)
{
	if (letters->count == letters->room) {
		letters->room = letters->room > 0 ? 2 * letters->room : 64;
		letters->letter =
			heap_grow(letters->letter, (size_t)letters->room, sizeof *letters->letter);
	}

	struct letter *added = &letters->letter[letters->count++];
	*added = *letter;
	added->text = heap_copy(letter->text);
}

void letters_drop_before(struct letters *letters, int16_t phase)
{
	int gone = 0;
	while (gone < letters->count && letters->letter[gone].phase < phase)
		free(letters->letter[gone++].text);
	if (gone == 0)
		return;
	letters->count -= gone;
	memmove(letters->letter, letters->letter + gone,
	        (size_t)letters->count * sizeof *letters->letter);
}

void letters_close(struct letters *letters)
{
	letters_drop_before(letters, INT16_MAX);
	free(letters->letter);
	*letters = (struct letters){0};
}

bool letter_is_for(const struct letter *letter, uint8_t power)
{
	return letter->sender == power || letter->recipients == 0 ||
	       power_set_has(letter->recipients, power);
}

bool letter_is_text(const char *text, size_t length)
{
	bool said = false;
	for (size_t i = 0; i < length; i++) {
		const unsigned char c = (unsigned char)text[i];
		if (c == 0x7f || (c < ' ' && c != '\n' && c != '\t'))
			return false;
		said |= c > ' ';
	}
	return said && length < LETTER_SIZE;
}

int16_t letters_since(int16_t phase)
{
	do
		phase--;
	while (phase >= 0 && !phase_is_movement(phase));
	return phase;
}
