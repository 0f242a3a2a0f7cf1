/* seat_request: see seat_request.h. */
#include "seat_request.h"

#include <string.h>

#include "base/json.h"
#include "base/options/options.h"
#include "db/record/secret.h"

/* "@12/FRA": the seat of the role that has logged in. */
static bool read_role(const char *field, struct seat_door *door)
{
	char number[24];
	const char *slash = strchr(field, '/');
	const size_t length = slash != NULL ? (size_t)(slash - field) : 0;

	if (length < 2 || length > sizeof number || strlen(slash + 1) >= sizeof door->power ||
	    slash[1] == '\0')
		return false;

	memcpy(number, field + 1, length - 1);
	number[length - 1] = '\0';
	for (const char *at = slash + 1; *at != '\0'; at++)
		if (*at < '!' || *at > '~')
			return false;

	strcpy(door->power, slash + 1);
	return options_number(number, 1, INT64_MAX, &door->game);
}

static bool read_door(const char *field, struct seat_door *door)
{
	if (field[0] == '@')
		return read_role(field, door);
	if (!secret_is_formed(field))
		return false;
	secret_key(field, door->key);
	return true;
}

/* The text of a message. The database reports other errors. */
static bool take_message(const struct json_object *object, char text[SEAT_TEXT_SIZE])
{
	const struct json_object *member = json_member(object, "text");
	size_t length;
	if (member == NULL)
		return true;
	if (json_kind(member) != JSON_TEXT)
		return false;
	const char *given = json_text(member, &length);
	if (length >= SEAT_TEXT_SIZE)
		return false;
	for (size_t i = 0; i < length; i++)
		if ((given[i] >= 0 && given[i] < ' ' && given[i] != '\n' && given[i] != '\t') ||
		    given[i] == '\x7f')
			return false;
	memcpy(text, given, length + 1);
	return true;
}

/* An empty list is refused: the message would be to all. */
static bool take_recipients(struct json_object *object, char *to, size_t size)
{
	const struct json_object *list = json_member(object, "to");
	if (list != NULL && json_kind(list) == JSON_LIST && json_count(list) == 0)
		return false;
	return json_take_lines(object, "to", to, size, SEAT_TO_MOST);
}

/* The members of each page. Others are refused: a message whose "to" is misspelt is to all. */
enum { MEMBERS_MOST = 3 };
static const char *const members[][MEMBERS_MOST] = {
	[PAGE_SEAT_MESSAGE] = {"to", "text"},
	[PAGE_SEAT_VOTE] = {"wish", "vote", "among"},
	[PAGE_SEAT_ORDERS] = {"orders", "final", "phase"},
	[PAGE_SEAT_REOPEN] = {"phase"},
	[PAGE_SEAT_HINT] = {"phase"},
	[PAGE_SEAT_INVITE] = {"power"},
	[PAGE_SEAT_HAND_OVER] = {"power"},
	[PAGE_SEAT_UNLINK] = {"link"},
	[PAGE_SEAT_AGAIN] = {"power", "player"},
	[PAGE_SEAT_FOLLOW] = {NULL},
};

static bool is_member(void *page, const char *name, struct json_object *value)
{
	const char *const *own = members[*(const enum address_page *)page];
	(void)value;
	for (int i = 0; i < MEMBERS_MOST && own[i] != NULL; i++)
		if (strcmp(own[i], name) == 0)
			return true;
	return false;
}

/* Orders must be given: none at all would remove those that are stored. */
static bool read_body(const char *body, size_t size, struct seat_request *request)
{
	struct json_object *object = json_open(body, size);
	if (object == NULL)
		return false;
	const bool read =
		json_each(object, is_member, &request->page) &&
		(request->page != PAGE_SEAT_ORDERS || json_member(object, "orders") != NULL) &&
		json_take_lines(object, "orders", request->orders, sizeof request->orders,
	                    SEAT_ORDERS_MOST) &&
		json_take_flag(object, "final", &request->final) &&
		json_take_text(object, "wish", request->wish, sizeof request->wish) &&
		json_take_flag(object, "vote", &request->vote) &&
		json_take_lines(object, "among", request->among, sizeof request->among, SEAT_TO_MOST) &&
		json_take_text(object, "phase", request->phase, sizeof request->phase) &&
		json_take_text(object, "power", request->power, sizeof request->power) &&
		json_take_text(object, "player", request->player, sizeof request->player) &&
		json_take_number(object, "link", &request->link) &&
		take_recipients(object, request->to, sizeof request->to) &&
		take_message(object, request->text);
	json_close(object);
	return read;
}

int seat_request_read(const struct address *address, const char *field, const char *body,
                      size_t size, struct seat_request *request, const char **why)
{
	memset(request, 0, sizeof *request);
	request->page = address->page;
	request->sheet = address->sheet > 0 ? address->sheet : 1;
	strcpy(request->seen, address->name);
	if (!read_door(field, &request->door)) {
		*why = field[0] == '\0' ? "This request names no seat" : "This is not a link to a seat";
		return 403;
	}
	if (address_is_posted(address->page) && !read_body(body, size, request)) {
		*why = "The body is not the JSON that belongs here";
		return 400;
	}
	return 0;
}
