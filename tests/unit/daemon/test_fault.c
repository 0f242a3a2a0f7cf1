/* Each SQLSTATE concerns a game, the server, the connection or the claim.
 * promise: One game is one game's trouble */
#include "db/pg/fault.h"
#include "suite.h"

TEST(test_sqlstates, "whom each SQLSTATE concerns")
{
	static const struct {
		const char *sqlstate;
		enum fault fault;
	} rows[] = {
		{"RF001", FAULT_REFUSED},    /* the fence */
		{"RF002", FAULT_TAKEN},      /* the fence */
		{"RF003", FAULT_SERVER},     /* nothing that a worker should see */
		{"08006", FAULT_CONNECTION}, /* connection failure */
		{"57P01", FAULT_CONNECTION}, /* admin shutdown */
		{"57014", FAULT_SERVER},     /* query cancelled */
		{"21000", FAULT_GAME},       /* cardinality violation */
		{"22003", FAULT_GAME},       /* numeric value out of range */
		{"22021", FAULT_GAME},       /* character not in repertoire */
		{"23502", FAULT_GAME},       /* not null violation */
		{"23505", FAULT_GAME},       /* unique violation */
		{"23514", FAULT_GAME},       /* check violation; no partition */
		{"54000", FAULT_GAME},       /* program limit exceeded */
		{"XX001", FAULT_GAME},       /* data corrupted */
		{"XX002", FAULT_GAME},       /* index corrupted */
		{"XX000", FAULT_SERVER},     /* internal error */
		{"0A000", FAULT_SERVER},     /* cached plan must not change result type */
		{"25006", FAULT_SERVER},     /* read-only transaction */
		{"26000", FAULT_SERVER},     /* no such prepared statement */
		{"40P01", FAULT_SERVER},     /* deadlock */
		{"42501", FAULT_SERVER},     /* insufficient privilege */
		{"42883", FAULT_SERVER},     /* undefined function */
		{"53100", FAULT_SERVER},     /* disk full */
		{"53300", FAULT_SERVER},     /* too many connections */
		{"55P03", FAULT_SERVER},     /* lock not available */
		{"58030", FAULT_SERVER},     /* I/O error */
		{"P0001", FAULT_SERVER},     /* somebody's trigger raised it */
		{"ZZ999", FAULT_SERVER},     /* nobody knows it */
		{"", FAULT_SERVER},          /* libpq itself, for example without memory */
	};
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(fault_of_sqlstate(rows[i].sqlstate) == rows[i].fault, "%s is of kind %d",
		      rows[i].sqlstate, fault_of_sqlstate(rows[i].sqlstate));
}

/* The words are those of libpq 15. A server without memory has an SQLSTATE: 53200. */
TEST(test_starved, "a process without memory")
{
	CHECK(fault_is_starved("", " out of memory for query result"), "a result");
	CHECK(fault_is_starved("", "out of memory"), "a connection");
	CHECK(fault_is_starved("", "cannot allocate memory for input buffer"), "a buffer");
	CHECK(!fault_is_starved("53200", "out of memory"), "the server");
	CHECK(!fault_is_starved("", "server closed the connection unexpectedly"), "another fault");
}

SUITE("fault")
