/* machine: see machine.h. Source: proc(5), "/proc/cpuinfo". */
#include "machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "board/macros.h"
#include "utf8.h"

enum { PROCESSOR_SIZE = 120 };

/* The model of the first processor; or the architecture, if the system does not name it. */
static void find_processor(char processor[PROCESSOR_SIZE])
{
	char line[PROCESSOR_SIZE];
	struct utsname system;
	processor[0] = '\0';
	if (uname(&system) == 0)
		snprintf(processor, PROCESSOR_SIZE, "%s", system.machine);

	FILE *file = fopen("/proc/cpuinfo", "r");
	bool found = false;
	while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
		const char *colon = strchr(line, ':');
		found = strncmp(line, "model name", strlen("model name")) == 0 && colon != NULL;
		if (found)
			snprintf(processor, PROCESSOR_SIZE, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
	}
	if (file != NULL)
		fclose(file);
	utf8_clean_line(processor);
}

const char *machine_text(void)
{
	static char text[PROCESSOR_SIZE + 32];
	char processor[PROCESSOR_SIZE];
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);
	find_processor(processor);
	snprintf(text, sizeof text, "%s, %ld core%s", processor, cores, PLURAL(cores));
	return text;
}
