/* blame: see blame.h. */
#include "blame.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "farm/worker/worker.h"

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

/* Signals that come from outside. */
static bool is_request(int signal)
{
	return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
}

static void print_reason(const struct blame_end *end, char text[BLAME_TEXT_SIZE])
{
	const int signal = WIFSIGNALED(end->status) ? WTERMSIG(end->status) : 0;
	const int status = WIFEXITED(end->status) ? WEXITSTATUS(end->status) : 0;

	text[0] = '\0';
	if (end->overlong)
		snprintf(text, BLAME_TEXT_SIZE, "a decision took too long");
	else if (signal == SIGKILL && end->starved)
		snprintf(text, BLAME_TEXT_SIZE, "its worker was killed because memory was short");
	else if (is_request(signal) && end->exposed)
		snprintf(text, BLAME_TEXT_SIZE,
		         "its worker was killed while it asked a bot that can do this");
	else if (signal != 0 && !is_request(signal))
		snprintf(text, BLAME_TEXT_SIZE, "its worker died: %s", strsignal(signal));
	else if (status == WORKER_STARVED)
		snprintf(text, BLAME_TEXT_SIZE, "its worker ran out of memory");
	else if (status != 0)
		snprintf(text, BLAME_TEXT_SIZE, "its worker ended with status %d", status);
}

bool blame_find(const struct slot *slot, const struct blame_end *end, struct blame *blame)
{
	*blame = (struct blame){
		.game = atomic_load(&slot->game),
		.worker = atomic_load(&slot->worker),
		.phase = (int16_t)atomic_load(&slot->phase),
	};
	print_reason(end, blame->text);
	return blame->game != 0 && blame->worker != 0 && blame->text[0] != '\0';
}
