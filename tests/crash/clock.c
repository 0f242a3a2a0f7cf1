/* clock: a library that, when preloaded, makes the time of day wrong by CLOCK_OFF seconds, or by as
 * many as stand in the file CLOCK_FILE at that moment. Other clocks stay right.
 * crash/several_hosts uses it for hosts with wrong clocks, crash/clocks for a
 * server whose clock jumps. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *find_off(void)
{
	const char *path = getenv("CLOCK_FILE"), *off = getenv("CLOCK_OFF");
	const int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (file >= 0) {
		const void *shared = mmap(NULL, 64, PROT_READ, MAP_SHARED, file, 0);
		close(file);
		if (shared != MAP_FAILED)
			return shared;
	}
	return off != NULL ? off : "0";
}

static time_t off(void)
{
	static const char *seconds;
	if (seconds == NULL)
		seconds = find_off();
	return atol(seconds);
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
