/* web_address: see web_address.h. */
#include "web_address.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static int open_note(const struct cluster *cluster, int flags)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/web", cluster->home);
	return open(path, flags | O_CLOEXEC, 0644);
}

/* The descriptor stays open: it has the lock. */
void web_address_note(const struct cluster *cluster, const char *address)
{
	const int fd = open_note(cluster, O_RDWR | O_CREAT);
	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB) != 0 || ftruncate(fd, 0) != 0 ||
	    dprintf(fd, "%s\n", address) < 0)
		close(fd);
}

bool web_address_find(const struct cluster *cluster, char address[WEB_ADDRESS_SIZE])
{
	const int fd = open_note(cluster, O_RDONLY);
	if (fd < 0)
		return false;
	const bool served = flock(fd, LOCK_SH | LOCK_NB) != 0;
	const ssize_t length = served ? read(fd, address, WEB_ADDRESS_SIZE - 1) : 0;
	close(fd);
	if (length <= 0)
		return false;
	address[length] = '\0';
	address[strcspn(address, "\n")] = '\0';
	return address[0] != '\0';
}
