/* visit: see visit.h. */
#include "visit.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"

enum { LOGGED_MOST = 200 }; /* bytes of an address */

struct visit *visit_make(const char *target, struct MHD_Connection *connection)
{
	struct visit *visit = malloc(sizeof *visit);
	if (visit == NULL)
		return NULL;
	*visit = (struct visit){
		.target = strdup(target), .connection = connection, .method = "OTHER", .began = clock_ms()};
	if (visit->target != NULL) {
		visit->verdict = address_parse(target, &visit->address);
		return visit;
	}
	free(visit);
	return NULL;
}

void visit_take_secrets(struct visit *visit, const char *seat, const char *cookies, int port)
{
	if (seat != NULL && strlen(seat) < VISIT_SEAT_SIZE)
		strcpy(visit->seat, seat);
	visit->port = port;
	if (cookies == NULL || visit->way == WAY_OPEN)
		return;
	if (!cookie_read(cookies, visit->way == WAY_SECURE, port, visit->session))
		visit->session[0] = '\0';
	cookie_read_seats(cookies, visit->way == WAY_SECURE, port, visit->seats);
}

/* It may have a password in it. */
static void drop_body(struct visit *visit)
{
	if (visit->body != NULL)
		explicit_bzero(visit->body, visit->body_size);
	free(visit->body);
}

bool visit_add_body(struct visit *visit, const char *bytes, size_t size)
{
	char *body = malloc(visit->body_size + size + 1);
	if (body == NULL)
		return false;
	if (visit->body != NULL)
		memcpy(body, visit->body, visit->body_size);
	memcpy(body + visit->body_size, bytes, size);
	drop_body(visit);
	visit->body = body;
	visit->body_size += size;
	body[visit->body_size] = '\0';
	return true;
}

void visit_end(struct visit *visit)
{
	const size_t length = strcspn(visit->target, "?");
	if (visit->status != 0)
		log_line("%s %.*s %d %lld ms", visit->method,
		         length < LOGGED_MOST ? (int)length : LOGGED_MOST, visit->target, visit->status,
		         (long long)(clock_ms() - visit->began));
	channel_leave(&visit->reader);
	reply_drop(visit->reply);
	free(visit->target);
	drop_body(visit);
	explicit_bzero(visit, sizeof *visit);
	free(visit);
}

void visit_set_method(struct visit *visit, const char *method)
{
	static const char *const known[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i], method) == 0)
			visit->method = known[i];
}
