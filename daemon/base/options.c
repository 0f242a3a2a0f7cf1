/* options: see options.h. */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int options_plain(const char *word)
{
	return (int)strcspn(word, "=:");
}

int options_cores(int most)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	if (cores < 1)
		return 1;
	return cores < most ? (int)cores : most;
}

bool options_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
	char *end;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	*number = value;
	return errno == 0 && end != text && *end == '\0' && text[0] >= '-' && value >= least &&
	       value <= most;
}
