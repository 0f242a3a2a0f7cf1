/* A worker that ends is restarted: at once if it lived for long, else after a delay that
 * doubles. */
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "farm/children.h"
#include "suite.h"

static struct children children;

/* Notices the end of a child that lived for this time: the wait before its next start. */
static int64_t end_child(int64_t lived_ms)
{
	struct child *child = &children.child[0];
	const pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	siginfo_t ended;
	waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT);
	child->pid = pid;
	child->started = clock_ms() - lived_ms;
	children_reap(&children);
	CU_ASSERT_EQUAL(child->pid, 0);
	return child->restart_at - child->started - lived_ms;
}

TEST(test_waits, "waits before a start")
{
	static const int waits[] = {200, 400, 800, 1600, 3200, 5000, 5000};
	const int *next = &children.child[0].restart_ms;
	SUITE_MUST(children_open(&children), "no memory");
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < COUNT(waits); i++) {
			CHECK(*next == waits[i], "end %d: %d ms", i, *next);
			CU_ASSERT(end_child(round) >= waits[i]);
		}
		CU_ASSERT(end_child(10000) < 5000);
	}
	children_close(&children);
}

SUITE("children")
