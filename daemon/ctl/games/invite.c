/* invite: aresctl invite: links that open a seat. */
#include "invite.h"

#include <stdio.h>
#include <string.h>

#include "base/terminal/terminal.h"
#include "db/web_address.h"
#include "ctl/parts/names.h"

static struct invite invite;
static struct {
	const char *game, *power;
	int64_t link;
	bool json;
} asked;

/* ── making ── */

const char *invite_check_base(const char *text)
{
	const char *rest = "";
	_Static_assert(INVITE_URL_MOST == 200, "the number in the text below");

	if (strncmp(text, "http://", 7) == 0)
		rest = text + 7;
	else if (strncmp(text, "https://", 8) == 0)
		rest = text + 8;

	const size_t length = strlen(rest);
	const bool plain = strcspn(rest, " \t\r\n#?\"'<>") == length;
	if (length > 0 && strlen(text) <= INVITE_URL_MOST && plain)
		return NULL;
	return "an address of at most 200 letters that begins with http:// or https://, without "
		   "? and #";
}

static const char *find_base(const struct invite *how)
{
	static char address[WEB_ADDRESS_SIZE];
	char error[CLUSTER_ERROR_SIZE];
	struct cluster cluster;
	if (how->base != NULL)
		return how->base;
	if (!target_is_named(ctl_conninfo) && cluster_find(&cluster, error) &&
	    web_address_find(&cluster, address))
		return address;
	return INVITE_BASE;
}

/* The secret stands after a #. Browsers do not send that part: it is not in any request, log of a
 * server or proxy, or Referer. */
bool invite_make(struct db *db, const struct invite *how, int64_t game, const char *power,
                 struct made_link *made, char url[INVITE_URL_SIZE])
{
	char secret[SECRET_SIZE];
	uint8_t digest[DIGEST_SIZE];
	const char *base = find_base(how);
	int length = (int)strlen(base);

	while (length > 0 && base[length - 1] == '/')
		length--;
	secret_draw(secret);
	secret_digest(secret, digest);
	snprintf(url, INVITE_URL_SIZE, "%.*s/seat#%s", length, base, secret);
	explicit_bzero(secret, sizeof secret);
	return stmt_make_link(
		db,
		&(struct link_wish){
			.game = game, .power = power, .seconds = how->seconds, .host = how->host},
		digest, made);
}

static int make(void)
{
	struct game_head head;
	struct made_link made;
	char url[INVITE_URL_SIZE];

	struct db *db = ctl_connect_game(asked.game, &head);
	if (!invite_make(db, &invite, head.game, asked.power, &made, url))
		return ctl_fail_db(db);
	if (made.problem[0] != '\0')
		return ctl_fail("invite %s: %s", asked.game, made.problem);
	ctl_say("link %lld: %s of %s/%d, until %s; anyone who has it plays the seat\n",
	        (long long)made.link, asked.power, head.name, head.number, made.expires);
	printf("%s\n", url);
	explicit_bzero(url, sizeof url);

	return CTL_DONE;
}

/* ── list ── */

static bool print_list(struct db *db, int64_t game)
{
	struct db_rows rows;
	struct listed_link link;

	if (!stmt_list_links(db, game, &rows))
		return false;
	if (rows.count > 0)
		printf("%s%6s  %-24s %-5s %-12s %-10s %-17s %-17s %s%s\n", terminal_ink(INK_BOLD), "LINK",
		       "GAME", "POWER", "SEAT", "STATE", "EXPIRES", "USED", "MADE BY",
		       terminal_ink(INK_PLAIN));
	else
		printf("there are no links; aresctl invite GAME POWER makes one\n");
	while (stmt_next_link(&rows, &link))
		printf("%6lld  %-24s %-5s %-12s %-10s %-17s %-17s %s\n", (long long)link.link, link.game,
		       link.power, link.seat, link.state, link.expires,
		       link.used[0] != '\0' ? link.used : "never", link.made_by);

	return db_rows_close(&rows);
}

static int list(void)
{
	struct game_head head = {0};
	struct db *db = asked.game != NULL ? ctl_connect_game(asked.game, &head) : ctl_connect();
	return ctl_end(db, asked.json ? stmt_print_links(db, head.game, stdout)
	                              : print_list(db, head.game));
}

/* ── withdraw ── */

static int withdraw(void)
{
	struct game_head head = {0};
	int64_t links;

	if ((asked.link > 0) == (asked.game != NULL))
		return ctl_fail("invite withdraw: name a GAME, or a link by --link N; aresctl invite list "
		                "has their numbers");

	struct db *db = asked.game != NULL ? ctl_connect_game(asked.game, &head) : ctl_connect();
	if (!stmt_withdraw_links(db, asked.link, head.game, asked.power, &links))
		return ctl_fail_db(db);
	if (links == 0)
		return ctl_fail("invite withdraw: there is no such link that is not withdrawn already");
	ctl_say("%lld link%s withdrawn\n", (long long)links, PLURAL(links));

	return CTL_DONE;
}

/* ── the commands ── */

#define POWER(needed, what)                                                                        \
	ARGUMENT("POWER", &asked.power, what, .hint = names_powers, .required = needed)
#define GAME(needed, what) ARGUMENT("GAME", &asked.game, what, .required = needed)

static const struct command invite_list = {
	.name = "list",
	.about = "list links to seats",
	.text =
		"Lists links with their numbers: what each opens, until when, when it was last used, and "
		"whether it is open, expired, withdrawn, or its game over. It cannot print a link again: "
		"the database does not have it.",
	.arguments = PARAMETERS(GAME(false, "only those of this game")),
	.options = PARAMETERS(OPTION_FLAG("json", &asked.json, "print an array of JSON objects")),
	.run = list,
};
static const struct command invite_withdraw = {
	.name = "withdraw",
	.about = "withdraw links to seats",
	.text = "Withdraws all links of a game, those of one power there, or one link by its number. "
			"From then on they open nothing. Orders that were submitted by them stay.",
	.arguments =
		PARAMETERS(GAME(false, "the links of this game"), POWER(false, "only those of this power")),
	.options = PARAMETERS(
		OPTION_WIDE("link", "N", &asked.link, 1, INT64_MAX, "the link with this number")),
	.run = withdraw,
};

const struct command ctl_invite = {
	.name = "invite",
	.about = "make, list and withdraw links that open a seat",
	.text = "Makes a link to the seat of a power and prints it. Anyone who has the link plays the "
			"seat in a browser, without an account. So send it like a password. The database keeps "
			"only a digest of it: it cannot be printed again. A seat can have several links, and a "
			"person several seats.\n\n"
			"Only the seat of a person (@ in --seats) or of a role (@ROLE) has links.\n\n"
			"With --host anyone who has the link may also make and withdraw links to the seats of "
			"people in this game. Its holder may also play again, with a power of his choice: this "
			"makes a game with the same players, and cancels this one unless it is over.\n\n"
			"With --quiet nothing but the link is printed.\n\n"
			"  aresctl invite evening/1 FRA --base https://play.example.org",
	.arguments = PARAMETERS(CTL_GAME(asked.game), POWER(true, "the power whose seat it opens")),
	.options = PARAMETERS(INVITE_OPTIONS(invite, "the link may also invite people to the "
                                                 "game, and make another one like it")),
	.commands = (const struct command *const[]){&invite_list, &invite_withdraw, NULL},
	.run = make,
};
