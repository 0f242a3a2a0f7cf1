/* hosts: see hosts.h. */
#include "hosts.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

struct entry {
	char host[NI_MAXHOST], address[NI_MAXHOST], port[NI_MAXSERV];
};

/* The list's element i, or an empty text. one_for_all: a single element applies to every i. */
static void copy_element(const char *list, int i, bool one_for_all, char *element, size_t size)
{
	const bool single = strchr(list, ',') == NULL;
	for (; i > 0 && !(one_for_all && single) && *list != '\0'; i--) {
		list += strcspn(list, ",");
		list += *list == ',';
	}
	snprintf(element, size, "%.*s", (int)strcspn(list, ","), list);
}

static int count_elements(const char *list)
{
	int count = 1;
	for (; *list != '\0'; list++)
		count += *list == ',';
	return count;
}

static int count_hosts(const struct hosts *hosts)
{
	const int names = count_elements(hosts->host), addresses = count_elements(hosts->hostaddr);
	return MAX(names, addresses);
}

static struct entry find_entry(const struct hosts *hosts, int i)
{
	struct entry entry;
	copy_element(hosts->host, i, false, entry.host, sizeof entry.host);
	copy_element(hosts->hostaddr, i, false, entry.address, sizeof entry.address);
	copy_element(hosts->port, i, true, entry.port, sizeof entry.port);
	return entry;
}

static bool is_place(const struct entry *entry, struct hosts_place place)
{
	const char *name = entry->host[0] != '\0' ? entry->host : entry->address;
	return strcmp(name, place.host) == 0 &&
	       (entry->port[0] == '\0' || strcmp(entry->port, place.port) == 0);
}

static bool append_text(char list[HOSTS_SIZE], const char *text, bool first)
{
	const size_t used = strlen(list);
	return (size_t)snprintf(list + used, HOSTS_SIZE - used, "%s%s", first ? "" : ",", text) <
	       HOSTS_SIZE - used;
}

static bool append(struct hosts *hosts, const struct entry *entry, bool *first)
{
	const bool fits = append_text(hosts->host, entry->host, *first) &&
	                  append_text(hosts->hostaddr, entry->address, *first) &&
	                  append_text(hosts->port, entry->port, *first);
	*first = false;
	return fits;
}

/* Appends the addresses of the entry's name that follow the one that was tried. */
static bool append_addresses(struct hosts *rest, struct entry entry, const char *tried, bool *first)
{
	const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found;
	bool after = false, fits = true;

	if (entry.address[0] != '\0' || entry.host[0] == '/' || entry.host[0] == '@' ||
	    getaddrinfo(entry.host, NULL, &wanted, &found) != 0)
		return true;

	for (const struct addrinfo *at = found; at != NULL && fits; at = at->ai_next) {
		if (getnameinfo(at->ai_addr, at->ai_addrlen, entry.address, sizeof entry.address, NULL, 0,
		                NI_NUMERICHOST) != 0)
			continue;
		if (after)
			fits = append(rest, &entry, first);
		after |= strcmp(entry.address, tried) == 0;
	}

	freeaddrinfo(found);
	return fits;
}

bool hosts_after(const struct hosts *hosts, struct hosts_place place, struct hosts *rest)
{
	const int count = count_hosts(hosts);
	bool first = true, fits = true;
	int i = 0;

	*rest = (struct hosts){.host = ""};
	for (struct entry entry; i < count; i++) {
		entry = find_entry(hosts, i);
		if (!is_place(&entry, place))
			continue;
		fits = append_addresses(rest, entry, place.address, &first);
		break;
	}

	for (i++; i < count && fits; i++) {
		const struct entry entry = find_entry(hosts, i);
		fits = append(rest, &entry, &first);
	}

	return fits && !first;
}
