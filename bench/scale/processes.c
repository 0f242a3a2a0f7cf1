/* processes: see processes.h. */
#include "processes.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const process_names[PROCESS_KINDS] = {
	[PROCESS_BACKEND] = "backends",
	[PROCESS_WAL_WRITER] = "walwriter",
	[PROCESS_CHECKPOINTER] = "checkpointer",
	[PROCESS_WRITER] = "background",
	[PROCESS_VACUUM] = "autovacuum",
	[PROCESS_SENDER] = "walsender",
	[PROCESS_OTHER] = "other",
	[PROCESS_ENDED] = "ended",
};

/* How the titles of processes begin, after "postgres: " and the name of the cluster. */
static const struct {
	const char *title;
	int kind;
} titles[] = {
	{"walwriter", PROCESS_WAL_WRITER},     {"checkpointer", PROCESS_CHECKPOINTER},
	{"background writer", PROCESS_WRITER}, {"autovacuum", PROCESS_VACUUM},
	{"walsender", PROCESS_SENDER},         {"logical replication", PROCESS_OTHER},
	{"archiver", PROCESS_OTHER},           {"startup", PROCESS_OTHER},
	{"walreceiver", PROCESS_OTHER},        {"stats collector", PROCESS_OTHER},
};

int64_t process_ns(pid_t pid)
{
	clockid_t clock;
	struct timespec t;
	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
		return -1;
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* What /proc/PID/stat has after the name: the parent, and what children that ended have taken. */
static bool read_stat(pid_t pid, pid_t *parent, int64_t *ended_ns)
{
	char path[64], line[1024];
	unsigned long user = 0, system = 0;
	int of = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	const bool read = fgets(line, sizeof line, file) != NULL;
	fclose(file);
	const char *after = read ? strrchr(line, ')') : NULL;
	if (after == NULL ||
	    sscanf(after, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lu %lu", &of, &user,
	           &system) != 3)
		return false;
	*parent = of;
	*ended_ns = (int64_t)(user + system) * (1000000000 / sysconf(_SC_CLK_TCK));
	return true;
}

pid_t process_parent(pid_t backend)
{
	pid_t parent;
	int64_t ended;
	return read_stat(backend, &parent, &ended) ? parent : 0;
}

/* The kind of a child of the postmaster, by its title. */
static int find_kind(pid_t pid)
{
	char path[64], title[256];
	snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return PROCESS_OTHER;
	const size_t length = fread(title, 1, sizeof title - 1, file);
	fclose(file);
	title[length] = '\0';
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (strstr(title, titles[i].title) != NULL)
			return titles[i].kind;
	return PROCESS_BACKEND;
}

void processes_read(pid_t postmaster, int64_t ns[PROCESS_KINDS])
{
	pid_t parent;
	int64_t ended = 0, other;
	memset(ns, 0, PROCESS_KINDS * sizeof *ns);
	if (!read_stat(postmaster, &parent, &ended))
		return;
	ns[PROCESS_ENDED] = ended;
	ns[PROCESS_OTHER] = process_ns(postmaster);
	DIR *proc = opendir("/proc");
	for (struct dirent *entry; proc != NULL && (entry = readdir(proc)) != NULL;) {
		const pid_t pid = isdigit((unsigned char)entry->d_name[0]) ? atoi(entry->d_name) : 0;
		const int64_t taken = pid > 0 && read_stat(pid, &parent, &other) && parent == postmaster
		                          ? process_ns(pid)
		                          : 0;
		if (taken > 0)
			ns[find_kind(pid)] += taken;
	}
	if (proc != NULL)
		closedir(proc);
}
