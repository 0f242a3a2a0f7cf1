/* Parties that ask for hints take turns, and a seat has one request at a time. */
#include "suite.h"
#include "web/seat/hint_queue.h"

static struct hint_queue queue;

/* The party whose request is next; its request ends at once. 0: none. */
static int serve(void)
{
	struct hint_turn *const turn = hint_queue_next(&queue);
	if (turn == NULL)
		return 0;
	hint_queue_remove(&queue, turn);
	return (int)turn->party;
}

TEST(test_turns, "turns")
{
	struct hint_turn turns[6];
	static const int parties[] = {1, 1, 1, 2, 3, 2}, served[] = {1, 2, 3, 1, 2, 1, 0};
	hint_queue_open(&queue);
	for (int i = 0; i < 6; i++)
		CU_ASSERT_TRUE(hint_queue_add(&queue, &turns[i], (uint64_t)parties[i], (uint64_t)i));
	for (size_t i = 0; i < COUNT(served); i++)
		CU_ASSERT_EQUAL(serve(), served[i]);
}

/* A newcomer neither waits for all that others have asked, nor goes before what began. */
TEST(test_late, "late")
{
	struct hint_turn turns[6];
	hint_queue_open(&queue);
	for (int i = 0; i < 4; i++)
		CU_ASSERT_TRUE(hint_queue_add(&queue, &turns[i], 1, (uint64_t)i));
	CU_ASSERT_EQUAL(serve(), 1);
	CU_ASSERT_EQUAL(serve(), 1);
	CU_ASSERT_TRUE(hint_queue_add(&queue, &turns[4], 2, 4));
	CU_ASSERT_TRUE(hint_queue_add(&queue, &turns[5], 1, 5));
	CU_ASSERT_EQUAL(serve(), 2);
	CU_ASSERT_EQUAL(serve(), 1);
	CU_ASSERT_EQUAL(serve(), 1);
	CU_ASSERT_EQUAL(serve(), 1);
	CU_ASSERT_EQUAL(serve(), 0);
}

TEST(test_refusals, "refusals")
{
	struct hint_turn turns[HINT_QUEUE_MOST + 1], again;
	hint_queue_open(&queue);
	for (int i = 0; i < HINT_QUEUE_EACH; i++)
		CU_ASSERT_TRUE(hint_queue_add(&queue, &turns[i], 1, (uint64_t)i));
	CU_ASSERT_FALSE(hint_queue_add(&queue, &again, 1, 99));
	CU_ASSERT_FALSE(hint_queue_add(&queue, &again, 2, 0));
	for (int i = HINT_QUEUE_EACH; i < HINT_QUEUE_MOST; i++)
		CU_ASSERT_TRUE(hint_queue_add(&queue, &turns[i], (uint64_t)i, (uint64_t)i));
	CU_ASSERT_FALSE(hint_queue_add(&queue, &again, 99, 99));

	struct hint_turn *const running = hint_queue_next(&queue);
	CU_ASSERT_PTR_EQUAL(running, &turns[0]);
	CU_ASSERT_EQUAL(queue.runs, 1);
	CU_ASSERT_FALSE(hint_queue_add(&queue, &again, 99, 0)); /* a seat whose hint is thought of */
	hint_queue_remove(&queue, running);
	CU_ASSERT_EQUAL(queue.runs, 0);
	CU_ASSERT_TRUE(hint_queue_add(&queue, &again, 99, 0));
}

SUITE("hint_queue")
