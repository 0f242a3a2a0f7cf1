/* coverage: linked into the programs of make coverage. A process writes its counts before it ends
 * by _exit, as forked ones do, and before it becomes another program, or another user who may not
 * write them. What is killed loses them. The compiler would see to exec itself, but takes it for a
 * function that always returns, and so miscounts the lines before it. */
#include <gcov.h>
#include <unistd.h>

__attribute__((noreturn)) void __real__exit(int status);
__attribute__((noreturn)) void __wrap__exit(int status);
int __real_setuid(uid_t user);
int __wrap_setuid(uid_t user);
int __real_execv(const char *path, char *const arguments[]);
int __wrap_execv(const char *path, char *const arguments[]);
int __real_execvp(const char *file, char *const arguments[]);
int __wrap_execvp(const char *file, char *const arguments[]);
int __real_execvpe(const char *file, char *const arguments[], char *const environment[]);
int __wrap_execvpe(const char *file, char *const arguments[], char *const environment[]);

void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}

int __wrap_setuid(uid_t user)
{
	__gcov_dump();
	__gcov_reset();
	return __real_setuid(user);
}

int __wrap_execv(const char *path, char *const arguments[])
{
	__gcov_dump();
	const int failed = __real_execv(path, arguments);
	__gcov_reset();
	return failed;
}

int __wrap_execvp(const char *file, char *const arguments[])
{
	__gcov_dump();
	const int failed = __real_execvp(file, arguments);
	__gcov_reset();
	return failed;
}

int __wrap_execvpe(const char *file, char *const arguments[], char *const environment[])
{
	__gcov_dump();
	const int failed = __real_execvpe(file, arguments, environment);
	__gcov_reset();
	return failed;
}
