-- 005_summaries: what questions about whole tournaments need, a row for each finished game.
--
-- A game's boards take 60 kB and more, and to unpack them takes a second for 100 games. So the worker
-- that finishes a game rolls up what such questions need, and writes it in the same transaction. The
-- fold has one definition: daemon/store/summary.h. Games that finished before have no row until aresctl
-- init sums them up; until then views read their boards (farm.summaries_of).
--
-- Rows are only ever added. There are no foreign keys, as of boards: farm.batch_write holds the game.
-- farm.games_delete removes the rows with the games.
create table farm.summaries (
	tournament_id   int not null,
	game_id         bigint not null,
	resolve_ns      int[] not null,
	stages          smallint[] not null,
	order_counts    smallint[] not null,
	decisions       int[] not null,
	think_ns        bigint[] not null,
	longest_ns      bigint[] not null,
	foresaw         int[] not null,
	foresaw_ns      bigint[] not null,
	forecasts       bigint[] not null,
	conditioning    bigint[] not null,
	substitution    bigint[] not null,
	supposition     bigint[] not null,
	paradox         bigint[] not null,
	forecast_ns     bigint[] not null,
	capped          int[] not null,
	alive           smallint[] not null,
	centres         bytea not null,
	events          int[] not null,
	primary key (tournament_id, game_id)
);
comment on table farm.summaries is
	'A row for each finished game: what questions about whole tournaments need of its boards. It '
	'follows from the boards. A game that finished before there was this table has no row until '
	'aresctl init makes it; farm.summaries_of has one for it.';
comment on column farm.summaries.tournament_id is 'The tournament.';
comment on column farm.summaries.game_id is 'The game.';
comment on column farm.summaries.resolve_ns is
	'Of each movement phase, in their order: nanoseconds that the judge took.';
comment on column farm.summaries.stages is
	'Of each movement phase: the last stage that the judge needed, as in boards.';
comment on column farm.summaries.order_counts is 'Of each movement phase: how many orders there were.';
comment on column farm.summaries.decisions is
	'Of each power: in how many movement phases it had a unit, and so decided something.';
comment on column farm.summaries.think_ns is
	'Of each power: nanoseconds that its player took for all its decisions.';
comment on column farm.summaries.longest_ns is 'Of each power: nanoseconds of the longest decision.';
comment on column farm.summaries.foresaw is 'Of each power: how many decisions had forecasts.';
comment on column farm.summaries.foresaw_ns is
	'Of each power: nanoseconds that its player took for the decisions with forecasts.';
comment on column farm.summaries.forecasts is 'Of each power: how many forecasts its player made.';
comment on column farm.summaries.conditioning is
	'Of each power: how many of them were concluded by decision conditioning.';
comment on column farm.summaries.substitution is 'The same by predicate substitution.';
comment on column farm.summaries.supposition is 'The same by predicate supposition.';
comment on column farm.summaries.paradox is 'The same by paradox elimination.';
comment on column farm.summaries.forecast_ns is 'Of each power: nanoseconds of all its forecasts.';
comment on column farm.summaries.capped is
	'Of each power: in how many decisions with forecasts its player reached a limit on its effort.';
comment on column farm.summaries.alive is
	'Of each year: the powers that had a unit when it began, as bits.';
comment on column farm.summaries.centres is
	'Of each year: how many centres each power had when it began; a byte for each power.';
comment on column farm.summaries.events is
	'What happened, ten counts, the first is events[1]: moves that bounced, supports cut, supports and '
	'convoys that matched no order, units dislodged, convoys, retreats, builds and removals by order, '
	'changes of the power that is ahead, years in the longest run without a change of centres. '
	'farm.incidents shows them to people.';

-- What a worker writes with the end of a game, and aresctl init of older games.
create type farm.written_summary as (
	claim int, resolve_ns int[], stages smallint[], order_counts smallint[], decisions int[],
	think_ns bigint[], longest_ns bigint[], foresaw int[], foresaw_ns bigint[], forecasts bigint[],
	conditioning bigint[], substitution bigint[], supposition bigint[], paradox bigint[], forecast_ns bigint[], capped int[], alive smallint[], centres bytea,
	events int[]);
comment on type farm.written_summary is
	'A row of farm.summaries. claim: the place of its game in the batch, from 1.';
