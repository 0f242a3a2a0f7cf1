-- 014_costs: what decisions of bots cost, as the bots say.
create table farm.costs (
	game_id       bigint references farm.games on delete cascade,
	phase         smallint,
	power         smallint check (power between 0 and 6),
	tournament_id int not null,
	model         text not null check (octet_length(model) <= 64),
	tokens_in     bigint not null check (tokens_in between 0 and 20000000000),
	tokens_out    bigint not null check (tokens_out between 0 and 20000000000),
	dollars       numeric(18, 9) not null check (dollars between 0 and 20000000),
	primary key (game_id, phase, power)
);
create index costs_tournament on farm.costs (tournament_id);
comment on table farm.costs is
	'What decisions of bots cost, as the bots say, with the messages before: a row for each decision '
	'that names a cost.';
comment on column farm.costs.game_id is 'The game.';
comment on column farm.costs.phase is 'The phase, as in boards.';
comment on column farm.costs.power is 'The number of the power that was decided for.';
comment on column farm.costs.tournament_id is 'The tournament of the game.';
comment on column farm.costs.model is 'What the bot calls its model; may be empty.';
comment on column farm.costs.tokens_in is 'Tokens that the model read.';
comment on column farm.costs.tokens_out is 'Tokens that it wrote.';
comment on column farm.costs.dollars is 'The price of it.';
