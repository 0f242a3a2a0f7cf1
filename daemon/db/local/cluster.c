/* cluster: see cluster.h. */
#include "cluster.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "postmaster.h"
#include "db/statements/statements.h"

/* START: limit for starting, with crash recovery. ORPHANS: limit for the end of a killed server's
 * processes. */
enum { START_SECONDS = 60, ORPHANS_SECONDS = 15 };

/* The system user that owns root's cluster. */
#define SERVER_USER "postgres"

__attribute__((format(printf, 2, 3))) static bool fail(char error[CLUSTER_ERROR_SIZE],
                                                       const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(error, CLUSTER_ERROR_SIZE, format, args);
	va_end(args);
	return false;
}

static void doze(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 50 * 1000 * 1000}, NULL);
}

/* ── where it is ── */

/* The project's folder is the part of this program's path before the last /build/. Empty if the
 * program is not in a build folder. */
static void find_project(char exe[PATH_MAX], char project[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", exe, PATH_MAX - 1);
	exe[MAX(length, 0)] = '\0';
	const char *build = exe;
	for (char *at = exe; (at = strstr(at, "/build/")) != NULL; at++)
		build = at;
	snprintf(project, PATH_MAX, "%.*s", (int)(build - exe), exe);
}

bool cluster_is_meant(void)
{
	char exe[PATH_MAX], project[PATH_MAX];
	find_project(exe, project);
	return getenv("ARESFARM_HOME") != NULL || project[0] != '\0';
}

static bool find_home(char *home, size_t size, char error[CLUSTER_ERROR_SIZE])
{
	const char *given = getenv("ARESFARM_HOME");

	if (given != NULL) {
		if (given[0] != '/' || strlen(given) >= size)
			return fail(error, "ARESFARM_HOME is %.300s: it must be an absolute path", given);
		strcpy(home, given);
		return true;
	}

	char exe[PATH_MAX], project[PATH_MAX];
	find_project(exe, project);
	if (project[0] == '\0')
		return fail(
			error,
			"%s is not in a project's build folder: say where the cluster is by ARESFARM_HOME",
			exe);

	if ((size_t)snprintf(home, size, "%s/.farm", project) >= size)
		return fail(error, "%s: too long a path", project);
	return true;
}

/* The user that the server runs as: this program's, or SERVER_USER for root. NULL if there is no
 * such user. */
static const struct passwd *server_user(void)
{
	return geteuid() == 0 ? getpwnam(SERVER_USER) : getpwuid(geteuid());
}

static bool open_data(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE])
{
	char path[PATH_MAX];
	struct stat data;

	snprintf(path, sizeof path, "%s/pg", cluster->home);
	cluster->fd = -1;
	if (stat(path, &data) != 0)
		return errno == ENOENT || fail(error, "%s: %s", path, strerror(errno));

	const struct passwd *user = server_user();
	if (user == NULL || user->pw_uid != data.st_uid)
		return fail(
			error,
			"%s was made by another user: be that user, or name another folder by ARESFARM_HOME",
			path);

	cluster->fd = open(path, O_RDONLY | O_DIRECTORY);
	return cluster->fd >= 0 || fail(error, "%s: %s", path, strerror(errno));
}

/* A user who owns the folder could put a link there in place of a file that we write. */
static bool check_owner(const char *home, char error[CLUSTER_ERROR_SIZE])
{
	struct stat folder;
	return stat(home, &folder) != 0 || folder.st_uid == 0 || folder.st_uid == geteuid() ||
	       fail(error,
	            "%.300s belongs to another user: be that user, or name another folder by "
	            "ARESFARM_HOME",
	            home);
}

bool cluster_find(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE])
{
	return find_home(cluster->home, sizeof cluster->home, error) &&
	       check_owner(cluster->home, error) && open_data(cluster, error);
}

/* Debian names the folders by the major version. */
static int bindir_version(const char *path)
{
	return atoi(path + strlen("/usr/lib/postgresql/"));
}

bool cluster_bindir(char bindir[PATH_MAX], char error[CLUSTER_ERROR_SIZE])
{
	glob_t found;
	bindir[0] = '\0';
	if (glob("/usr/lib/postgresql/*/bin/postgres", 0, NULL, &found) == 0) {
		int newest = 0;
		for (size_t i = 0; i < found.gl_pathc; i++)
			if (bindir_version(found.gl_pathv[i]) > newest) {
				newest = bindir_version(found.gl_pathv[i]);
				snprintf(bindir, PATH_MAX, "/usr/lib/postgresql/%d/bin", newest);
			}
		globfree(&found);
	}

	if (bindir[0] == '\0') {
		FILE *config = popen("pg_config --bindir 2>/dev/null", "r");
		if (config != NULL && fgets(bindir, PATH_MAX, config) != NULL)
			bindir[strcspn(bindir, "\n")] = '\0';
		if (config != NULL)
			pclose(config);
	}

	char server[PATH_MAX + 16];
	snprintf(server, sizeof server, "%s/postgres", bindir);
	return access(server, X_OK) == 0 ||
	       fail(error, "no PostgreSQL server is installed: run deploy/setup.sh, or apt-get install "
	                   "postgresql");
}

/* ── is it running ── */

static const char *user_name(void)
{
	const struct passwd *user = getpwuid(geteuid());
	return user != NULL ? user->pw_name : "root";
}

static void make_conninfo(const struct cluster *cluster, const char *database,
                          char conninfo[CLUSTER_CONNINFO_SIZE])
{
	snprintf(conninfo, CLUSTER_CONNINFO_SIZE, "host=/proc/self/fd/%d port=5432 user=%s dbname=%s",
	         cluster->fd, user_name(), database);
}

bool cluster_conninfo(const struct cluster *cluster, char conninfo[CLUSTER_CONNINFO_SIZE],
                      char error[CLUSTER_ERROR_SIZE])
{
	make_conninfo(cluster, STMT_DATABASE, conninfo);
	errno = 0;
	if (server_listens(cluster->fd))
		return true;
	if (errno == EMFILE)
		return fail(error, "%s", strerror(errno));
	return fail(error,
	            "the private PostgreSQL cluster in %.300s is not running: start it with "
	            "aresctl up, or name a server by -d CONNINFO or PGHOST",
	            cluster->home);
}

/* ── running programs ── */

/* In a child: leaves folders that the server's user must not read; root becomes that user. */
static void become_server_user(void)
{
	if (chdir("/") != 0)
		_exit(126);
	if (geteuid() != 0)
		return;
	const struct passwd *user = server_user();
	if (user == NULL || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
	    setuid(user->pw_uid) != 0)
		_exit(126);
}

/* Starts a program of PostgreSQL, which logs to .farm/pg.log. detach: ^C does not reach it. */
static pid_t spawn(const struct cluster *cluster, const char *program, char *const argv[],
                   bool detach)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	char log[PATH_MAX];
	snprintf(log, sizeof log, "%s/pg.log", cluster->home);

	int out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
		_exit(126);
	if (detach)
		setsid();
	become_server_user();
	execv(program, argv);
	_exit(127);
}

static bool finished_well(pid_t pid)
{
	int status;
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 0;
}

/* ── creating it ── */

/* Makes an empty folder that belongs to the user of the server, and opens it. */
static int make_folder(const char *path, char error[CLUSTER_ERROR_SIZE])
{
	pid_t pid = fork();

	if (pid == 0) {
		execlp("rm", "rm", "-rf", "--", path, (char *)NULL);
		_exit(127);
	}

	const struct passwd *owner = server_user();
	if (!finished_well(pid) || mkdir(path, 0700) != 0) {
		(void)fail(error, "%s: %s", path, strerror(errno));
		return -1;
	}

	if (owner == NULL || chown(path, owner->pw_uid, owner->pw_gid) != 0) {
		(void)fail(error,
		           "%s: cannot be given to user " SERVER_USER
		           ", as whom PostgreSQL runs when root asks",
		           path);
		return -1;
	}

	return open(path, O_RDONLY | O_DIRECTORY);
}

/* The cluster is created in another folder, which is then renamed. So .farm/pg is always
 * complete. */
static bool make_cluster(struct cluster *cluster, const char *bindir,
                         char error[CLUSTER_ERROR_SIZE])
{
	char fresh[PATH_MAX], path[PATH_MAX], program[PATH_MAX + 16], data[32];

	snprintf(fresh, sizeof fresh, "%s/pg.new", cluster->home);
	snprintf(path, sizeof path, "%s/pg", cluster->home);
	snprintf(program, sizeof program, "%s/initdb", bindir);
	int fd = make_folder(fresh, error);
	if (fd < 0)
		return false;
	snprintf(data, sizeof data, "/proc/self/fd/%d", fd);

	char *argv[] = {
		program,           "-D",          data,        "-U", (char *)user_name(), "--auth=peer",
		"--encoding=UTF8", "--no-locale", "--no-sync", NULL};
	pid_t pid = spawn(cluster, program, argv, false);
	cluster->fd = fd;
	return (finished_well(pid) && rename(fresh, path) == 0) ||
	       fail(error, "initdb failed: %s/pg.log says why", cluster->home);
}

/* ── starting ── */

static pid_t start_server(const struct cluster *cluster, const char *bindir)
{
	char program[PATH_MAX + 16], data[32], sockets[64];

	snprintf(program, sizeof program, "%s/postgres", bindir);
	snprintf(data, sizeof data, "/proc/self/fd/%d", cluster->fd);
	snprintf(sockets, sizeof sockets, "--unix_socket_directories=%s", data);

	/* A cluster for tests must survive killed processes, but not a crash of the machine. */
	bool test = getenv("ARESFARM_TEST") != NULL;
	char *fsync_setting = test ? "--fsync=off" : "--fsync=on";
	char connections[32];
	snprintf(connections, sizeof connections, "--max_connections=%d", STMT_WORKERS_MAX + 50);

	char *argv[] = {program,
	                "-D",
	                data,
	                sockets,
	                "--listen_addresses=",
	                "--port=5432",
	                "--max_wal_size=2GB",
	                "--autovacuum_naptime=10s",
	                "--jit=off",
	                connections,
	                fsync_setting,
	                NULL};

	return spawn(cluster, program, argv, true);
}

/* Whether it accepts a connection to the database that every cluster has. False: *db is NULL. */
static bool is_ready(const struct cluster *cluster, struct db **db)
{
	char conninfo[CLUSTER_CONNINFO_SIZE];
	make_conninfo(cluster, "postgres", conninfo);
	*db = db_open(conninfo, "aresctl");
	if (db_ready(*db))
		return true;
	db_close(*db);
	*db = NULL;
	return false;
}

/* Starts the server, and retries until it stays up. The processes of a killed server may hold its
 * shared memory for some seconds, and its socket may still listen for a moment. */
static bool start_until_ready(const struct cluster *cluster, const char *bindir, struct db **db,
                              char error[CLUSTER_ERROR_SIZE])
{
	time_t begun = time(NULL);
	pid_t pid = 0;

	for (; time(NULL) < begun + START_SECONDS; doze()) {
		const bool listens = server_listens(cluster->fd);
		if (listens && is_ready(cluster, db))
			return true;
		if (!listens && pid == 0) {
			server_clear_stale(cluster->fd);
			pid = start_server(cluster, bindir);
		}
		if (pid > 0 && waitpid(pid, NULL, WNOHANG) == pid) {
			pid = 0;
			if (time(NULL) > begun + ORPHANS_SECONDS)
				break;
		}
	}

	return fail(error, "PostgreSQL did not start: %s/pg.log says why", cluster->home);
}

bool cluster_up(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE])
{
	char bindir[PATH_MAX];

	if (!cluster_bindir(bindir, error))
		return false;
	if (mkdir(cluster->home, 0755) != 0 && errno != EEXIST)
		return fail(error, "%s: %s", cluster->home, strerror(errno));

	int lock = open(cluster->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (lock < 0 || flock(lock, LOCK_EX) != 0)
		return fail(error, "%s: %s", cluster->home, strerror(errno));
	struct db *db = NULL;
	bool up = (cluster->fd >= 0 || open_data(cluster, error)) &&
	          (cluster->fd >= 0 || make_cluster(cluster, bindir, error)) &&
	          start_until_ready(cluster, bindir, &db, error);
	if (up && !stmt_make_database(db))
		up = fail(error, "database %s: %s", STMT_DATABASE, db_fault(db)->message);
	db_close(db);
	close(lock);

	return up;
}

/* ── stopping ── */

bool cluster_down(struct cluster *cluster, char error[CLUSTER_ERROR_SIZE])
{
	char why[SERVER_ERROR_SIZE];
	return server_stop(cluster->fd, why) ||
	       fail(error, "%s; %.150s/pg.log has more", why, cluster->home);
}
