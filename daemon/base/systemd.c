/* systemd: see systemd.h. */
#include "systemd.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/options/options.h"

void systemd_notify(const char *format, ...)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t size = path != NULL ? strlen(path) : 0;

	if (size < 2 || size >= sizeof address.sun_path || (path[0] != '/' && path[0] != '@'))
		return;
	memcpy(address.sun_path, path, size);
	if (path[0] == '@') /* an abstract socket */
		address.sun_path[0] = '\0';

	char text[1024];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);

	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;

	/* a lost message is not sent again: the manager has timeouts of its own */
	(void)!sendto(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address,
	              offsetof(struct sockaddr_un, sun_path) + (socklen_t)size);
	close(fd);
}

int64_t systemd_watchdog_ms(void)
{
	const char *usec = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
	int64_t number;
	if (pid != NULL && (!options_number(pid, 1, INT32_MAX, &number) || number != getpid()))
		return 0; /* it watches another process */
	return usec != NULL && options_number(usec, 1, INT64_MAX, &number) ? number / 1000 : 0;
}
