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

/* Looks at the child's decision this time after the last look; returns how long it has lasted. */
static int64_t watch(int64_t after_ms, int seconds)
{
	children.watched_at = clock_ms() - after_ms;
	children_watch_decisions(&children, seconds);
	return children.child[0].thought_ms;
}

TEST(test_decisions, "a decision that takes too long ends the child")
{
	struct child *child = &children.child[0];
	SUITE_MUST(children_open(&children), "no memory");
	CU_ASSERT_EQUAL(watch(600, 1), 0); /* there is no child */
	child->pid = fork();
	if (child->pid == 0) {
		alarm(20); /* so it ends, whatever fails */
		for (;;)
			pause();
	}
	for (int64_t decision = 1; decision <= 2; decision++) {
		atomic_store(&children.slots[0].decides_since_ms, decision);
		CU_ASSERT_EQUAL(watch(600, 1), 0); /* it is new */
		const int64_t thought = watch(600, 1);
		CHECK(thought >= 600 && thought <= 1000, "%d ms", (int)thought);
		child->stopped = true;
		CU_ASSERT_EQUAL(watch(600, 1), thought);
		child->stopped = false;
	}
	/* one look adds a second at most, and 0 seconds are any time */
	const int64_t before = child->thought_ms;
	CU_ASSERT_EQUAL(watch(30000, 0), before + 1000);
	CU_ASSERT_FALSE(child->overlong);
	CU_ASSERT_EQUAL(watch(1000, 4), before + 2000);
	CU_ASSERT_FALSE(child->overlong);
	CU_ASSERT_EQUAL(children_count(&children), 1);
	watch(1000, 3);
	CU_ASSERT_TRUE(child->overlong);
	while (child->pid != 0)
		children_reap(&children);
	CU_ASSERT_EQUAL(children_count(&children), 0);
	children_close(&children);
}

SUITE("children")
