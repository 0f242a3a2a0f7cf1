/* process: see process.h. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/utf8.h"

/* END_MS: time for a bot that closed its standard output to end by itself. REAPER_MS: a reaper that
 * has not ended by then is abandoned. */
enum { END_MS = 300, REAPER_MS = 3000 };

/* ── beginning ── */

/* Whether a bot inherits an environment variable: only common ones, since others may be secret. */
static bool is_told(const char *variable)
{
	static const char *const told[] = {
		"PATH=", "HOME=",  "USER=",        "LOGNAME=",         "SHELL=",
		"TERM=", "LANG=",  "LC_",          "TMPDIR=",          "TZ=",
		"OMP_",  "PYTHON", "VIRTUAL_ENV=", "LD_LIBRARY_PATH=", "CUDA_"};
	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		if (strncmp(variable, told[i], strlen(told[i])) == 0)
			return true;
	return false;
}

/* The bot's environment. The caller frees the array. */
static char **make_environment(void)
{
	size_t count = 0, used = 0;
	while (environ[count] != NULL)
		count++;
	char **environment = heap_get(count + 1, sizeof *environment);
	for (size_t i = 0; i < count; i++)
		if (is_told(environ[i]))
			environment[used++] = environ[i];
	return environment;
}

enum { IN, OUT, ERR, NEWS, PIPES };

static void close_pipes(int ends[PIPES][2], int side)
{
	for (int i = 0; i < PIPES; i++)
		if (ends[i][side] >= 0)
			close(ends[i][side]);
}

static bool open_pipes(int ends[PIPES][2])
{
	memset(ends, -1, PIPES * sizeof *ends);
	for (int i = 0; i < PIPES; i++)
		if (pipe2(ends[i], O_CLOEXEC) != 0)
			return false;
	return true;
}

static void make_patient(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* The bot's ends are [0] of its standard input, and [1] of the others. */
static bool launch(struct process *process, const struct bot_words *words,
                   const struct bot_limits *limits, char *const *environment)
{
	int ends[PIPES][2];
	const bool open = open_pipes(ends);
	const struct reaper_order order = {
		.words = words->at,
		.environment = environment,
		.limits = limits,
		.in = ends[IN][0],
		.out = ends[OUT][1],
		.err = ends[ERR][1],
		.news = ends[NEWS][1],
	};
	const pid_t reaper = open ? reaper_start(&order) : -1;
	const int fault = errno;
	const int in = ends[IN][1];
	ends[IN][1] = ends[IN][0]; /* now all ends of the bot are [1] */
	close_pipes(ends, 1);
	process->in = ends[IN][0] = in;
	process->out = ends[OUT][0];
	process->err = ends[ERR][0];
	process->news = ends[NEWS][0];
	if (reaper < 0) {
		close_pipes(ends, 0);
		errno = fault;
		return false;
	}
	process->reaper = reaper;
	for (int i = 0; i < PIPES; i++)
		make_patient(ends[i][0]);
	return true;
}

bool process_start(struct process *process, const struct bot_words *words,
                   const struct bot_limits *limits, char error[BOT_ERROR_SIZE])
{
	char **environment = make_environment();
	process->reaper = 0;
	process->reaped = false;
	process->used = process->said = process->heard = process->size = process->sent = 0;
	process->bytes = NULL;
	const bool started = launch(process, words, limits, environment);
	if (!started)
		snprintf(error, BOT_ERROR_SIZE, "it cannot be started: %s", strerror(errno));
	free(environment);
	return started;
}

/* ── the end ── */

/* Reads its standard error, and keeps the end of it. */
static void hear(struct process *process)
{
	char bytes[4096];
	const ssize_t got = read(process->err, bytes, sizeof bytes);
	const size_t room = sizeof process->tail - 1;
	if (got <= 0) {
		if (got == 0) {
			close(process->err);
			process->err = -1;
		}
		return;
	}
	const size_t size = (size_t)got, news = MIN(size, room);
	const size_t kept = process->said + news > room ? room - news : process->said;
	memmove(process->tail, process->tail + process->said - kept, kept);
	memcpy(process->tail + kept, bytes + size - news, news);
	process->said = kept + news;
	process->heard += size;
}

static void drop(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Waits until the reaper has ended, at most `milliseconds`. */
static bool await_reaper(struct process *process, int milliseconds)
{
	const int64_t until = clock_ms() + milliseconds;
	while (!process->reaped) {
		process->reaped = waitpid(process->reaper, NULL, WNOHANG) != 0;
		if (!process->reaped && clock_ms() >= until)
			return false;
		if (!process->reaped)
			poll(NULL, 0, 1);
	}
	return true;
}

void process_end(struct process *process)
{
	if (process->reaper == 0)
		return;
	if (!process->reaped) {
		kill(process->reaper, SIGTERM);
		kill(process->reaper, SIGCONT); /* the bot may have stopped it */
	}
	if (!await_reaper(process, REAPER_MS))
		kill(process->reaper, SIGKILL);
	for (int i = 0; i < 64 && process->err >= 0; i++) {
		const size_t before = process->heard;
		hear(process);
		if (process->heard == before)
			break;
	}
	process->reaper = 0;
	free(process->bytes);
	process->bytes = NULL;
	drop(&process->in);
	drop(&process->out);
	drop(&process->err);
	drop(&process->news);
}

/* Reads how the bot has ended; false: the pipe has no news of it. */
static bool read_news(int fd, bool *absent, char text[BOT_ERROR_SIZE])
{
	struct reaper_news news;
	if (read(fd, &news, sizeof news) != sizeof news)
		return false;
	*absent = news.what != REAPER_ENDED;
	if (news.what == REAPER_NO_LIMIT)
		snprintf(text, BOT_ERROR_SIZE, "its limits cannot be set: %s", strerror(news.value));
	else if (*absent)
		snprintf(text, BOT_ERROR_SIZE, "its program cannot be started: %s", strerror(news.value));
	else if (WIFSIGNALED(news.value))
		snprintf(text, BOT_ERROR_SIZE, "it was killed by signal %d (%s)", WTERMSIG(news.value),
		         strsignal(WTERMSIG(news.value)));
	else
		snprintf(text, BOT_ERROR_SIZE, "it ended with status %d", WEXITSTATUS(news.value));
	return true;
}

void process_describe(struct process *process, bool *absent, char text[BOT_ERROR_SIZE])
{
	const bool by_itself = await_reaper(process, END_MS);
	*absent = false;
	if (!by_itself || !read_news(process->news, absent, text))
		snprintf(text, BOT_ERROR_SIZE, "it closed its standard input or output");
	process_end(process);
}

/* The length of its last words without trailing blanks. */
static size_t measure_words(const struct process *process)
{
	size_t length = process->said;
	while (length > 0 && strchr(" \t\r\n", process->tail[length - 1]) != NULL)
		length--;
	return length;
}

void process_last_line(const struct process *process, char text[PROCESS_SHOWN_SIZE])
{
	const size_t end = measure_words(process);
	size_t begin = end;
	while (begin > 0 && process->tail[begin - 1] != '\n')
		begin--;
	const bool cut = end - begin >= PROCESS_SHOWN_SIZE;
	const int length = cut ? PROCESS_SHOWN_SIZE - 4 : (int)(end - begin);
	snprintf(text, PROCESS_SHOWN_SIZE, "%.*s%s", length, process->tail + begin, cut ? "..." : "");
	utf8_clean_line(text);
}

void process_last_words(const struct process *process, char text[PROCESS_TAIL_SIZE])
{
	const size_t length = measure_words(process);
	memcpy(text, process->tail, length);
	text[length] = '\0';
	for (char *at = text; *at != '\0'; at++)
		if (*at == '\n')
			*at = ' ';
	utf8_clean_line(text);
}

/* ── lines ── */

void process_watch(const struct process *process, struct pollfd polled[PROCESS_ENDS])
{
	const bool writes = process->sent < process->size;
	polled[0] = (struct pollfd){.fd = process->out, .events = POLLIN};
	polled[1] = (struct pollfd){.fd = process->err, .events = POLLIN};
	polled[2] = (struct pollfd){.fd = writes ? process->in : -1, .events = POLLOUT};
}

/* Reads more; PROCESS_LATE: there is no whole line yet. */
static enum process_event take(struct process *process)
{
	const size_t room = PROCESS_LINE_MOST + 1 - process->used;
	const ssize_t got = read(process->out, process->line + process->used, room);
	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? PROCESS_LATE : PROCESS_CLOSED;
	if (got == 0)
		return PROCESS_CLOSED;
	const char *end = memchr(process->line + process->used, '\n', (size_t)got);
	process->used += (size_t)got;
	if (end != NULL)
		return PROCESS_ANSWERED;
	return process->used > PROCESS_LINE_MOST ? PROCESS_LONG : PROCESS_LATE;
}

void process_add(struct process *process, char *bytes, size_t size)
{
	const size_t left = process->size - process->sent;
	char *all = heap_grow(NULL, left + size, 1);

	if (left > 0)
		memcpy(all, process->bytes + process->sent, left);
	memcpy(all + left, bytes, size);
	free(bytes);
	free(process->bytes);
	process->bytes = all;
	process->size = left + size;
	process->sent = 0;
}

bool process_write(struct process *process)
{
	const size_t left = process->size - process->sent;
	const ssize_t put = left > 0 ? write(process->in, process->bytes + process->sent, left) : 0;
	if (put < 0)
		return errno == EAGAIN || errno == EINTR;
	process->sent += (size_t)put;
	return true;
}

enum process_event process_step(struct process *process, const struct pollfd polled[PROCESS_ENDS])
{
	if (polled[1].revents != 0)
		hear(process);
	if (polled[0].revents != 0) {
		const enum process_event event = take(process);
		if (event != PROCESS_LATE)
			return event;
	}
	return polled[2].revents == 0 || process_write(process) ? PROCESS_LATE : PROCESS_CLOSED;
}

bool process_has_spoken(const struct process *process)
{
	struct pollfd out = {.fd = process->out, .events = POLLIN};
	return process->used > 0 || (poll(&out, 1, 0) > 0 && (out.revents & POLLIN) != 0);
}

bool process_take_line(struct process *process, char line[PROCESS_LINE_MOST + 1], size_t *length)
{
	const char *const end = memchr(process->line, '\n', process->used);
	if (end == NULL)
		return false;
	*length = (size_t)(end - process->line);
	memcpy(line, process->line, *length);
	line[*length] = '\0';
	process->used -= *length + 1;
	memmove(process->line, end + 1, process->used);
	return true;
}
