-- faults: faults of bots, and tournaments that wait for bots.

-- A worker records a fault, in the transaction that stores the phase, after the boards. The length
-- of words is not trusted.
create or replace function farm.fault_add(game bigint, worker bigint, epoch int, power smallint,
                                          phase smallint, kind text, words text, last_words text)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence_note(game, worker, epoch);
	insert into farm.faults (game_id, phase, power, epoch, tournament_id, kind, words, last_words)
	select game, fault_add.phase, power, fault_add.epoch, g.tournament_id, kind, left(words, 400),
	       left(last_words, 400)
	from farm.games g where g.id = game;
end $$;

-- The tournaments that have pending games and are not paused. It skips through the index of the
-- queue, so it costs one index probe per tournament, however many games they have.
create or replace function farm.queues_open() returns setof int language sql stable as $$
	with recursive open (id) as (
		(select queue from farm.games where queue is not null order by queue limit 1)
		union all
		select (select g.queue from farm.games g where g.queue > open.id order by g.queue limit 1)
		from open where open.id is not null)
	select open.id from open join farm.tournaments t on t.id = open.id and not t.paused;
$$;

create or replace function farm.bots_missing(bots text[]) returns table (tournament text, line text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select t.name,
	       format('games of tournament %s wait for %s, which no worker has%s: name %s in the '
	              'settings of an aresd (bot.NAME = COMMAND); if that is done, its log says why',
	              t.name, string_agg('bot:' || b.name, ', ' order by b.name),
	              case when count(*) > 1 then ' together' else '' end,
	              case when count(*) > 1 then 'them' else 'it' end)
	from farm.queues_open() q (id)
	join farm.tournaments t on t.id = q.id
	cross join lateral unnest(t.bots) b (name)
	where not t.bots <@ bots_missing.bots
	  and not exists (select from farm.workers w where w.gone_at is null and t.bots <@ w.bots)
	group by t.id, t.name order by t.name;
$$;
comment on function farm.bots_missing is
	'The tournaments whose pending games are not played because no worker has their bots. '
	'bots: names that count as if a worker had them.';

create or replace function farm.games_aside(since bigint, out at bigint, out games bigint,
                                            out example text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
	select (extract(epoch from clock_timestamp()) * 1000000)::bigint, count(g.id),
	       coalesce(min(t.name || '/' || g.number), '')
	from farm.games g join farm.tournaments t on t.id = g.tournament_id and not t.dropped
	where g.aside = 'quarantined' and g.finished_at >= to_timestamp(since / 1e6);
$$;
comment on function farm.games_aside is
	'The number of games quarantined since a time, and one of them. Times are in microseconds '
	'since 1970.';

-- A worker records the cost of a decision, like a fault, in the transaction that stores the phase.
-- A bot is not trusted: the table's checks bound its values.
create or replace function farm.cost_add(game bigint, worker bigint, epoch int, power smallint,
                                         phase smallint, model text, tokens_in bigint,
                                         tokens_out bigint, nanodollars bigint)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	perform farm.fence_note(game, worker, epoch);
	insert into farm.costs (game_id, phase, power, tournament_id, model, tokens_in, tokens_out,
	                        dollars)
	select game, cost_add.phase, power, g.tournament_id, cost_add.model, cost_add.tokens_in,
	       cost_add.tokens_out, nanodollars / 1e9
	from farm.games g where g.id = game
	on conflict on constraint costs_pkey do update
	set tokens_in = least(2e10, costs.tokens_in + excluded.tokens_in),
	    tokens_out = least(2e10, costs.tokens_out + excluded.tokens_out),
	    dollars = least(2e7, costs.dollars + excluded.dollars), model = excluded.model;
end $$;
