/* clock: a library that, when preloaded, makes the time of day wrong by CLOCK_OFF seconds. Other
 * clocks stay right. tests/crash/several_hosts.sh uses it for hosts with wrong clocks. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t off(void)
{
	const char *seconds = getenv("CLOCK_OFF");
	return seconds != NULL ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int status = (int)syscall(SYS_clock_gettime, clock, now);
	if (status == 0 && clock == CLOCK_REALTIME)
		now->tv_sec += off();
	return status;
}

time_t time(time_t *copy)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (copy != NULL)
		*copy = now.tv_sec;
	return now.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec precise;
	(void)zone;
	int status = clock_gettime(CLOCK_REALTIME, &precise);
	*now = (struct timeval){.tv_sec = precise.tv_sec, .tv_usec = precise.tv_nsec / 1000};
	return status;
}
