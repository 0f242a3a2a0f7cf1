/* signals: see signals.h. */
#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "base/clock.h"

enum { TOGETHER_MS = 300 };

static struct {
	bool stop, at_once, reload;
	int64_t stop_since;
	int stop_signal;
} told;

static sigset_t waited_for(void)
{
	static const int waited[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
	sigset_t signals;
	sigemptyset(&signals);
	for (size_t i = 0; i < sizeof waited / sizeof *waited; i++)
		sigaddset(&signals, waited[i]);
	return signals;
}

void signals_block(void)
{
	const sigset_t signals = waited_for();
	sigprocmask(SIG_BLOCK, &signals, NULL);
}

void signals_release(void)
{
	const sigset_t signals = waited_for();
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

static void note(int signal)
{
	if (signal == SIGHUP) {
		told.reload = true;
	} else if ((signal == SIGTERM || signal == SIGINT) && !told.stop) {
		told.stop = true;
		told.stop_since = clock_ms();
		told.stop_signal = signal;
	} else if (signal == SIGTERM || signal == SIGINT) {
		told.at_once |= clock_ms() >= told.stop_since + TOGETHER_MS;
	}
}

void signals_take(int milliseconds)
{
	const sigset_t signals = waited_for();
	const struct timespec none = {0}, most = {.tv_sec = milliseconds / 1000,
	                                          .tv_nsec = milliseconds % 1000 * 1000000l};
	for (int signal = sigtimedwait(&signals, NULL, &most); signal > 0;
	     signal = sigtimedwait(&signals, NULL, &none))
		note(signal);
}

bool signals_stop(int64_t *since)
{
	if (since != NULL)
		*since = told.stop_since;
	return told.stop;
}

const char *signals_stop_name(void)
{
	return told.stop_signal == SIGINT ? "SIGINT" : "SIGTERM";
}

bool signals_stop_at_once(void)
{
	return told.at_once;
}

bool signals_reload(void)
{
	const bool reload = told.reload;
	told.reload = false;
	return reload;
}

bool signals_patience(void *unused, int64_t waited_ms)
{
	(void)unused;
	(void)waited_ms;
	signals_take(0);
	return !told.stop;
}
