-- 013_branches: tournaments whose games branch from a stored phase of another game.
create table farm.branches (
	tournament_id int primary key references farm.tournaments on delete cascade,
	origin        text not null,
	number        int not null check (number > 0),
	phase         smallint not null check (phase >= 0),
	past_before   smallint[] not null default '{}',
	past_seeds    bigint[] not null default '{}',
	past_blocks   int[] not null default '{}',
	check (cardinality(past_before) between 0 and 8
		and cardinality(past_seeds) = cardinality(past_before)
		and cardinality(past_blocks) = cardinality(past_before))
);
comment on table farm.branches is
	'Tournaments whose games have the phases of another game and go on by themselves.';
comment on column farm.branches.tournament_id is 'The tournament.';
comment on column farm.branches.origin is 'The name that the other game''s tournament had.';
comment on column farm.branches.number is 'The other game''s number there.';
comment on column farm.branches.phase is 'The first phase that is their own, as in boards.';
comment on column farm.branches.past_before is
	'Where the rules draw by chance: phases up to these, as in boards, have the chance of other '
	'games (struct past in lib/match/match.h).';
comment on column farm.branches.past_seeds is 'The seeds of these games'' tournaments.';
comment on column farm.branches.past_blocks is 'The blocks of these games.';

create table farm.branch_arms (
	tournament_id int references farm.branches on delete cascade,
	arm           smallint check (arm between 1 and 26),
	said          text not null,
	powers        smallint[] not null default '{}',
	ordering      smallint[] not null default '{}',
	orders        int[] not null default '{}',
	primary key (tournament_id, arm),
	check (cardinality(ordering) = cardinality(orders))
);
comment on table farm.branch_arms is
	'What is different in the games of a branch: a row for each game of a block.';
comment on column farm.branch_arms.tournament_id is 'The tournament.';
comment on column farm.branch_arms.arm is
	'The game''s place in its block, from 1: the first one is not altered.';
comment on column farm.branch_arms.said is
	'What is different, as it was asked for: GER: A mun - bur.';
comment on column farm.branch_arms.powers is
	'The numbers of the powers that are given an order or another player.';
comment on column farm.branch_arms.ordering is
	'The numbers of the powers whose orders in the first phase are given, one for each order.';
comment on column farm.branch_arms.orders is
	'These orders, each with its unit (lib/board/order.h, order_pack_unit).';
