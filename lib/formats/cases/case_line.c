/* case_line: see case_line.h. */
#include "case_line.h"

#include <stdio.h>

const struct name *line_find_name(const struct name names[], struct token token)
{
	while (names->token != NULL && !token_is(token, names->token))
		names++;
	return names;
}

bool line_read_name(struct line *line, const struct name names[], const char *noun, uint8_t *value)
{
	struct token token = tokens_next(&line->tokens);
	const struct name *name = line_find_name(names, token);
	*value = name->value;
	return name->token != NULL || token_refuse(token, noun, line->error);
}

bool line_read_unit(struct line *line, struct unit *unit)
{
	return tokens_read_power(&line->tokens, line->map, line->error, &unit->power) &&
	       tokens_read_type(&line->tokens, line->error, &unit->type) &&
	       tokens_read_loc(&line->tokens, line->map, line->error, &unit->loc);
}

bool line_read_province(struct line *line, uint8_t *province)
{
	uint8_t loc;
	if (!tokens_read_loc(&line->tokens, line->map, line->error, &loc))
		return false;
	*province = line->map->loc[loc].province;
	return true;
}

bool line_read_end(struct line *line)
{
	return tokens_read_end(&line->tokens, line->error);
}
