-- 002_turns: orders that were taken are a table of their own, and no external player locks a row that
-- the farm must write.
--
-- farm.turns and farm.pending_orders have what is still open. farm.turns_take moves it to
-- farm.taken_orders. A row that an external player holds meanwhile stays behind. Nobody reads it, and
-- it is in nobody's way.

alter table farm.games add column asked smallint, add column look_at timestamptz;
create index games_look on farm.games (look_at) where look_at is not null;
comment on column farm.games.asked is
	'The phase that external players were asked for and that was not taken yet; null: none.';
comment on column farm.games.look_at is
	'When farm.turns_take looks at it, though no orders come: its deadline, or earlier when somebody '
	'held its turns; null: never.';
comment on column farm.games.state is
	'Where it is in its life; drawn at the head of schema/functions/claims.sql.';
comment on type farm.game_state is
	'Where a game is in its life; drawn at the head of schema/functions/claims.sql.';

create table farm.taken_orders (
	game_id   bigint not null references farm.games on delete cascade,
	power     smallint not null,
	phase     smallint not null,
	orders    text[],
	final     boolean not null default false,
	given_by  int references farm.users,
	given_at  timestamptz,
	taken_at  timestamptz not null default now(),
	played_at timestamptz,
	problems  text[],
	primary key (game_id, power, phase)
);
comment on table farm.taken_orders is
	'What was taken of external players for a phase: a row for each power that was asked. They are '
	'final: no function changes orders, or deletes a row. The phase is played by them, whoever claims '
	'the game.';
comment on column farm.taken_orders.game_id is 'The game.';
comment on column farm.taken_orders.power is 'The number of the power.';
comment on column farm.taken_orders.phase is 'The phase, as in boards.';
comment on column farm.taken_orders.orders is 'The orders, as text; null: none were submitted.';
comment on column farm.taken_orders.final is 'The player had said that no more orders would come.';
comment on column farm.taken_orders.given_by is
	'The user who submitted them; null: nobody, or not known.';
comment on column farm.taken_orders.given_at is
	'When they were submitted; null: they were not.';
comment on column farm.taken_orders.taken_at is 'When they became final.';
comment on column farm.taken_orders.played_at is
	'When the phase was played; null: it was not yet.';
comment on column farm.taken_orders.problems is
	'Why each order was disregarded, parallel to orders; null: it counted. Null as a whole until the '
	'phase is played.';

alter table farm.pending_orders add column ready boolean not null default false,
	add column fresh boolean not null default false;

-- ── what is there already ──

-- Games whose phase was taken by the old rules: it was played, or all turns were ready or over. A
-- worker may have read the orders then.
create temporary table games_taken on commit drop as
select g.id as game_id, t.phase
from farm.games g join farm.turns t on t.game_id = g.id
group by g.id, t.phase
having g.state in ('pending', 'claimed')
    or g.state <> 'waiting' and (bool_and(t.ready) or coalesce(min(t.deadline) <= now(), false));

insert into farm.taken_orders (game_id, power, phase, orders, final, given_by, given_at, taken_at,
                               played_at, problems)
select game_id, power, phase, orders, final, given_by, given_at, played_at, played_at, problems
from farm.pending_orders where played_at is not null
union all
select t.game_id, t.power, t.phase, o.orders, coalesce(o.final, false), o.given_by, o.given_at, now(),
       null, null
from games_taken g
join farm.turns t using (game_id, phase)
left join farm.pending_orders o using (game_id, power, phase)
where o.played_at is null;
delete from farm.pending_orders o using farm.taken_orders t
where (o.game_id, o.power, o.phase) = (t.game_id, t.power, t.phase);
delete from farm.turns t using games_taken g where (t.game_id, t.phase) = (g.game_id, g.phase);

-- The others are still open, those that a user put aside, too.
update farm.pending_orders o set ready = t.ready
from farm.turns t where (t.game_id, t.power, t.phase) = (o.game_id, o.power, o.phase);
update farm.games g
set asked = t.phase, look_at = case when g.state = 'waiting' then now() end
from (select distinct game_id, phase from farm.turns) t
where t.game_id = g.id;

alter table farm.turns drop column ready, drop constraint turns_pkey,
	add primary key (game_id, power, phase);
drop index farm.turns_with_deadline;
alter table farm.pending_orders drop column played_at, drop column problems;
create index pending_orders_fresh on farm.pending_orders (given_at) where fresh;
comment on table farm.turns is
	'What an external player is asked. The row goes when its orders are taken. It is open when its '
	'game waits and was asked for its phase; else it is a leftover. The view api.my_turns shows a '
	'player its own.';
comment on table farm.pending_orders is
	'Orders that external players submitted and that were not taken yet. Only the player writes its '
	'row.';
comment on column farm.pending_orders.ready is 'The game no longer waits for this power.';
comment on column farm.pending_orders.fresh is
	'They are ready, and farm.turns_take has not looked at them.';
