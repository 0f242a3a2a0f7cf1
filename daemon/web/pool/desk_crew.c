/* desk_crew: see desk_crew.h. */
#include "desk_crew.h"

bool crew_open(struct crew *crew, const struct target *target, desk_binder *bind, int count,
               int most)
{
	*crew = (struct crew){.most = most};
	crew->last = &crew->first;
	while (crew->count < count) {
		crew->desk[crew->count] = desk_open(target, bind, NULL);
		if (crew->desk[crew->count] == NULL)
			return false;
		crew->count++;
	}
	return true;
}

void crew_close(struct crew *crew)
{
	for (int i = 0; i < crew->count; i++)
		desk_close(crew->desk[i]);
}

/* Gives jobs to desks that have none. */
static void deal(struct crew *crew)
{
	for (int i = 0; i < crew->count && crew->first != NULL; i++) {
		struct job *job = crew->first;
		if (!desk_is_idle(crew->desk[i]))
			continue;
		crew->first = job->next;
		if (crew->first == NULL)
			crew->last = &crew->first;
		crew->waiting--;
		desk_ask(crew->desk[i], job);
	}
}

bool crew_ask(struct crew *crew, struct job *job)
{
	if (crew->waiting >= crew->most)
		return false;
	job->next = NULL;
	*crew->last = job;
	crew->last = &job->next;
	crew->waiting++;
	deal(crew);
	return true;
}

void crew_settle(struct crew *crew)
{
	for (int i = 0; i < crew->count; i++)
		desk_settle(crew->desk[i]);
	deal(crew);
}
