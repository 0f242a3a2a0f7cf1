/* blame: see blame.h. */
#include "blame.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

int64_t blame_kernel_kills(void)
{
	FILE *file = fopen("/proc/vmstat", "re");
	char line[128];
	long long kills = 0;
	if (file == NULL)
		return 0;
	while (fgets(line, sizeof line, file) != NULL && sscanf(line, "oom_kill %lld", &kills) != 1)
		;
	fclose(file);
	return kills;
}

int64_t blame_seconds(const struct worker_slot *slot, int64_t now_ms)
{
	const int64_t since = atomic_load(&slot->decides_since_ms);
	return since == 0 ? 0 : (now_ms - since) / 1000;
}

bool blame_find(const struct worker_slot *slot, int status, bool overlong, bool starved,
                struct blame *blame)
{
	*blame = (struct blame){
		.game = atomic_load(&slot->game),
		.worker = atomic_load(&slot->id),
		.phase = (int16_t)atomic_load(&slot->phase),
	};
	const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	if (blame->game == 0 || blame->worker == 0)
		return false;
	if (overlong)
		snprintf(blame->text, sizeof blame->text, "a decision took too long");
	else if (signal == SIGKILL && starved)
		snprintf(blame->text, sizeof blame->text, "its worker was killed for want of memory");
	else if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_STARVED)
		snprintf(blame->text, sizeof blame->text, "its worker ran out of memory");
	else if (signal != 0 && signal != SIGKILL && signal != SIGTERM && signal != SIGINT &&
	         signal != SIGHUP)
		snprintf(blame->text, sizeof blame->text, "its worker died: %s", strsignal(signal));
	else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		snprintf(blame->text, sizeof blame->text, "its worker ended with status %d",
		         WEXITSTATUS(status));
	return blame->text[0] != '\0';
}
