/* live: see live.h. An event is a piece of markup: both parts of the page that move. */
#include "live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/clock.h"
#include "fragments.h"
#include "pages.h"

/* EACH: topics of an address, where addresses are told apart. */
enum { TOPICS = 64, EACH = 8, REST_TIMES = 20 };

/* A tournament that somebody watches, by a score. The thread has `found` and what follows while a
 * job is under way. */
static struct topic {
	struct channel channel;
	struct visit *waiting; /* until it is known whether there is such a tournament */
	bool used, known;
	uint64_t peer; /* of the visit that it was opened for */
	char name[ADDRESS_NAME_SIZE];
	const char *score;
	bool looked, found; /* looked: the database has answered */
	int64_t finished;   /* games, when the standings were made; below 0: never */
	int64_t again;      /* when they may be made again; by clock_ms */
	char *standings, *event;
	size_t event_size;
} topics[TOPICS];

static struct {
	struct db_pool *thread;
	struct job job;
	bool bounded, asked;
	int count;
	struct topic *topics[TOPICS]; /* of the job */
} live;

/* ── in the thread of the pool ── */

static void open_piece(struct page *page)
{
	*page = (struct page){0};
	page->out = heap_open_text(&page->text, &page->size);
}

/* Makes the standings anew, if a game has ended and the time has come. */
static bool refresh_standings(struct topic *topic, struct db *db, int64_t finished)
{
	struct page page;
	const int64_t began = clock_ms();
	if (finished == topic->finished || began < topic->again)
		return true;
	open_piece(&page);
	const bool written = fragment_standings(&page, db, topic->name, topic->score);
	heap_close_text(page.out);
	if (!written) {
		free(page.text);
		return false;
	}

	free(topic->standings);
	topic->standings = page.text;
	topic->finished = finished;
	topic->again = clock_ms() + REST_TIMES * (clock_ms() - began);
	return true;
}

/* Writes markup as the data of an event: a field for each line. */
static void write_data(FILE *out, const char *text)
{
	while (*text != '\0') {
		const size_t length = strcspn(text, "\n");
		fprintf(out, "data: %.*s\n", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

static void write_event(struct topic *topic, const struct web_tournament *tournament)
{
	struct page piece, event;

	open_piece(&piece);
	fragment_progress(&piece, tournament);
	heap_close_text(piece.out);

	open_piece(&event);
	fputs("event: standing\n", event.out);
	write_data(event.out, piece.text);
	write_data(event.out, topic->standings);
	fputs("\n", event.out);
	heap_close_text(event.out);

	free(piece.text);
	topic->event = event.text;
	topic->event_size = event.size;
}

static void look(struct topic *topic, struct db *db)
{
	struct web_tournament tournament;
	topic->event = NULL;
	topic->looked = db != NULL && stmt_web_tournament(db, topic->name, &topic->found, &tournament);
	if (topic->looked && topic->found)
		topic->looked = refresh_standings(topic, db, tournament.finished);
	if (topic->looked && topic->found)
		write_event(topic, &tournament);
}

static void look_at_all(struct job *job, struct db *db)
{
	(void)job;
	for (int i = 0; i < live.count; i++)
		look(live.topics[i], db != NULL && db_ready(db) ? db : NULL);
}

/* ── in the thread that serves ── */

static void answer_waiting(struct topic *topic)
{
	for (struct visit *visit = topic->waiting, *next; visit != NULL; visit = next) {
		next = visit->next;
		if (!topic->looked)
			visit_reply(visit, reply_refuse(503, "The database does not answer"));
		else if (!topic->found)
			visit_reply(visit, reply_refuse(404, "There is no such tournament"));
		else
			visit_stream(visit, &topic->channel);
	}
	topic->waiting = NULL;
}

static void publish(struct channel *channel, char *text, size_t size)
{
	if (channel_publish(channel, text, size))
		server_wake(channel);
}

static void publish_topic(struct topic *topic)
{
	static const char down[] = "event: down\ndata: \n\n", gone[] = "event: gone\ndata: \n\n";
	if (topic->event != NULL) {
		publish(&topic->channel, topic->event, topic->event_size);
	} else {
		const char *text = topic->looked ? gone : down;
		char *copy = strdup(text);
		if (copy != NULL)
			publish(&topic->channel, copy, strlen(copy));
	}
	topic->channel.over = topic->looked && !topic->found;
	if (topic->channel.over)
		server_wake(&topic->channel);
}

static void drop_topic(struct topic *topic)
{
	reply_drop(topic->channel.newest);
	free(topic->standings);
	memset(topic, 0, sizeof *topic);
}

static void settle(struct job *job);

static void ask(void)
{
	live.count = 0;
	for (int i = 0; i < TOPICS; i++)
		if (topics[i].used)
			live.topics[live.count++] = &topics[i];
	if (live.count == 0)
		return;
	live.asked = true;
	live.job = (struct job){.work = look_at_all, .done = settle};
	db_pool_ask(live.thread, &live.job);
}

static void settle(struct job *job)
{
	bool more = false;
	(void)job;

	live.asked = false;
	for (int i = 0; i < live.count; i++) {
		struct topic *topic = live.topics[i];
		topic->known |= topic->looked;
		publish_topic(topic);
		answer_waiting(topic);
		if (topic->channel.watchers == 0)
			drop_topic(topic);
	}

	for (int i = 0; i < TOPICS; i++)
		more |= topics[i].waiting != NULL;
	if (more) /* somebody came meanwhile */
		ask();
}

void live_open(struct db_pool *thread, bool bounded)
{
	live.thread = thread;
	live.bounded = bounded;
}

void live_tick(void)
{
	if (!live.asked)
		ask();
}

/* The topic of that name and score; a new one, if there is none. NULL: there are too many, or too
 * many that this address has opened. */
static struct topic *find_topic(const char *name, const char *score, uint64_t peer)
{
	struct topic *free_one = NULL;
	int own = 0;

	for (int i = 0; i < TOPICS; i++) {
		if (!topics[i].used)
			free_one = &topics[i];
		else if (!topics[i].channel.over && topics[i].score == score &&
		         strcmp(topics[i].name, name) == 0)
			return &topics[i];
		own += topics[i].used && topics[i].peer == peer;
	}

	if (free_one == NULL || (live.bounded && own >= EACH))
		return NULL;
	free_one->used = true;
	free_one->peer = peer;
	free_one->finished = -1;
	free_one->score = score;
	snprintf(free_one->name, sizeof free_one->name, "%s", name);

	return free_one;
}

void live_watch(struct visit *visit, const struct address *address)
{
	const char *score;
	if (!pages_find_score(address, "thesis", &score)) {
		visit_reply(visit, reply_refuse(404, "There is no such score"));
		return;
	}
	struct topic *const topic = find_topic(address->name, score, visit->peer);
	if (topic == NULL) {
		visit_reply(visit, reply_refuse(503, "Too many tournaments are watched"));
	} else if (topic->known) {
		visit_stream(visit, &topic->channel);
	} else {
		visit->next = topic->waiting;
		topic->waiting = visit;
		live_tick();
	}
}
