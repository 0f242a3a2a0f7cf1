-- ratings: the games that count when players of one or more tournaments are rated, and the gains of
-- players against each other. daemon/db/record/rating.h calculates ratings from them.
--
-- Shared points count as a game in which each survivor of a draw won its share. With the score
-- "places" all steps of the ranking count: the first, the first of the rest, and so on by centres;
-- equal places are shared in the same way. Powers without a centre have no place: their rows do not
-- tell which was eliminated first.
--
-- The unit is the block (schema/functions/statistics.sql). Only complete blocks count.

-- The complete blocks of some tournaments. repeats: all its games are equal to those of an earlier
-- block of them: the same terms with the same seed and number, played alike by players of the same
-- labels (farm.games.digest). So a tournament that is played twice counts once.
create or replace function farm.complete_blocks(tournaments text[])
returns table (tournament_id int, block int, repeats boolean)
language plpgsql stable as $$
begin
	if cardinality(complete_blocks.tournaments) = 1 then
		return query
		select t.id, (g.number - 1) / t.block + 1, false
		from farm.tournaments t join farm.games g on g.tournament_id = t.id and g.state = 'finished'
		where t.name = complete_blocks.tournaments[1] and not t.dropped
		group by t.id, (g.number - 1) / t.block having count(*) = t.block;
		return;
	end if;
	return query
	with game as (
		select t.id, (g.number - 1) / t.block + 1 as block, t.block as games, g.number, g.digest,
		       (select string_agg(u.label, ',' order by s.power)
		        from farm.seats s join farm.users u on u.id = s.user_id
		        where s.game_id = g.id) as labels
		from farm.tournaments t join farm.games g on g.tournament_id = t.id and g.state = 'finished'
		where t.name = any (complete_blocks.tournaments) and not t.dropped),
	whole as (
		select game.id, game.block, bool_and(game.digest is not null) as known,
		       array_agg(game.digest order by game.number) as digests,
		       array_agg(game.labels order by game.number) as labels
		from game group by game.id, game.block, game.games having count(*) = game.games)
	select whole.id, whole.block,
	       whole.known and row_number() over (partition by whole.digests, whole.labels
	                                          order by whole.id, whole.block) > 1
	from whole;
end $$;
comment on function farm.complete_blocks is
	'The complete blocks of some tournaments, and which of them repeat others.';

create or replace function farm.choices_check(tournaments text[], score text) returns void
language plpgsql stable as $$
declare
	wrong text;
begin
	select n into wrong from unnest(tournaments) n
	where not exists (select from farm.tournaments t where t.name = n and not t.dropped) limit 1;
	if wrong is not null then
		raise exception 'no tournament %; aresctl tournament list lists them', wrong
			using errcode = 'P0002';
	elsif coalesce(score, '') not in ('thesis', 'squares', 'daide', 'solos', 'places') then
		raise exception 'no score %: thesis, squares, daide, solos or places', score
			using errcode = '22023';
	end if;
	select u.label into wrong
	from (select distinct s.user_id
	      from farm.tournaments t
	      join farm.games g on g.tournament_id = t.id and g.number <= t.block
	      join farm.seats s on s.game_id = g.id
	      where t.name = any (tournaments)) s
	join farm.users u on u.id = s.user_id group by u.label having count(*) > 1 limit 1;
	if wrong is not null then
		raise exception '% is the label of two players: they cannot be rated as one', wrong
			using errcode = '22023';
	end if;
end $$;
comment on function farm.choices_check is 'Fails if these tournaments cannot be rated by a score.';

-- The choices for a rating: the players of each with their numbers of seats and shares. A game is
-- one choice; with the score "places" it has one for each place. For solos, a game without a winner
-- is not a choice. It fails if two players have the same label, or if no block is complete.
create or replace function farm.choices(tournaments text[], score text)
returns table (tournament_id int, block int, game bigint, place int, player text, seats int,
               share float8, wins int)
language plpgsql stable as $$
begin
	perform farm.choices_check(tournaments, score);
	return query
	-- one at a time, so that no other tournament is read
	with named as (select distinct n from unnest(choices.tournaments) n),
	whole as (
		select b.tournament_id, b.block from farm.complete_blocks(choices.tournaments) b
		where not b.repeats),
	seat as (
		select s.tournament_id, s.block, s.game, s.power, u.label as player, s.share, s.fate,
		       s.centres, s.solo
		from named
		cross join lateral (
			select * from farm.scores s
			where s.tournament = named.n
			  and s.score = case choices.score when 'places' then 'thesis'
			                                   else choices.score end offset 0) s
		join whole w on (w.tournament_id, w.block) = (s.tournament_id, s.block)
		join farm.users u on u.id = s.user_id),
	ranked as (
		select s.*, dense_rank() over (partition by s.game
		                               order by s.fate = 'win' desc, s.centres desc)::int
		                as rank,
		       count(*) over (partition by s.game, s.fate = 'win', s.centres) as equal
		from seat s where choices.score = 'places'),
	-- one row per game first: joining its places to its seats is slow
	listed as (
		select r.tournament_id, r.block, r.game, array_agg(r.player) as players,
		       array_agg(r.rank) as ranks, array_agg(r.equal) as equals, array_agg(r.fate) as fates,
		       array_agg(r.centres) as centres
		from ranked r group by r.tournament_id, r.block, r.game),
	step as (
		select l.tournament_id, l.block, l.game, p.rank, o.player, o.rank = p.rank as taken,
		       p.equal, o.fate
		from listed l
		cross join lateral (
			select distinct e.rank, e.equal
			from unnest(l.ranks, l.equals, l.fates, l.centres) e (rank, equal, fate, centres)
			where e.centres > 0 or e.fate = 'win') p
		cross join lateral unnest(l.players, l.ranks, l.fates) o (player, rank, fate)
		where o.rank >= p.rank)
	select s.tournament_id, s.block, s.game, 1, s.player, count(*)::int, sum(s.share),
	       count(*) filter (where s.fate = 'win')::int
	from seat s where choices.score <> 'places' and (choices.score <> 'solos' or s.solo)
	group by s.tournament_id, s.block, s.game, s.player
	union all
	select p.tournament_id, p.block, p.game, p.rank, p.player, count(*)::int,
	       sum(case when p.taken then 1.0 / p.equal else 0 end)::float8,
	       count(*) filter (where p.fate = 'win' and p.rank = 1)::int
	from step p group by p.tournament_id, p.block, p.game, p.rank, p.player;
	if not found then
		raise exception 'nothing to rate: no block of games is complete%',
			case choices.score when 'solos' then ', or nobody won' else '' end
			using errcode = 'P0002';
	end if;
end $$;
comment on function farm.choices is
	'The choices for a rating: the players of each, with their seats and shares.';

-- No row: none by this score. new_games: games that were finished since.
create or replace function farm.rated(tournaments text[], score text default 'thesis')
returns table (player text, rating float8, low float8, high float8, error float8, games bigint,
               seats bigint, wins bigint, rated_at timestamptz, new_games bigint)
language sql stable as $$
	with named as (
		select array_agg(t.id order by t.id) as ids from farm.tournaments t
		where t.name = any (rated.tournaments) and not t.dropped)
	select r.player, r.rating, r.low, r.high, r.error, r.games, r.seats, r.wins, r.rated_at,
	       (select count(*) from farm.games g where g.tournament_id = any (named.ids)
	        and g.state = 'finished' and g.finished_at > r.rated_at)
	from named join farm.ratings r on r.tournaments = named.ids and r.score = rated.score;
$$;
comment on function farm.rated is
	'The latest ratings that aresctl rate computed for some tournaments.';

-- The gains of players against each other, pair by pair, in both directions. games, blocks: in
-- which both had seats. points, opponent_points: their shares of these games, by the score. share:
-- the player's part of what both gained, in %; expected: its part of their seats; low, high: the 95
-- % interval of the share. The interval is that of farm.share95 for this number of blocks, weighted
-- by what both gained in each: the dispersion is that of a ratio.
create or replace function farm.head_to_head(tournaments text[], score text default 'thesis')
returns table (player text, opponent text, games bigint, blocks bigint, points float8,
               opponent_points float8, share float8, expected float8, low float8, high float8)
language sql stable as $$
	with choice as materialized (select *
	                             from farm.choices(head_to_head.tournaments, head_to_head.score)),
	met as (
		select a.player, b.player as opponent, a.tournament_id, a.block,
		       count(distinct a.game) as games,
		       sum(a.share) as own, sum(b.share) as other, sum(a.seats)::float8 as seats,
		       sum(b.seats)::float8 as others
		from choice a join choice b on b.game = a.game and b.place = a.place
		    and b.player <> a.player
		group by a.player, b.player, a.tournament_id, a.block),
	total as (
		select met.player, met.opponent, sum(met.games)::bigint as games, count(*) as blocks,
		       sum(own) as own, sum(other) as other,
		       sum(seats) / sum(seats + others) as expected, sum(own ^ 2) as oo,
		       sum(own * (own + other)) as ob, sum((own + other) ^ 2) as bb
		from met group by met.player, met.opponent)
	select t.player, t.opponent, t.games, t.blocks, t.own, t.other, 100 * r.share, 100 * t.expected,
	       100 * i.low, 100 * i.high
	from total t
	cross join lateral (select t.own / nullif(t.own + t.other, 0) as share,
	                           (t.own + t.other) / t.blocks as size) r
	-- blocks of share and of 1, as many as have this sum and this sum of squares
	cross join lateral (
		select r.share * t.blocks as shares,
		       (t.oo - 2 * r.share * t.ob + r.share ^ 2 * t.bb) / nullif(r.size, 0) ^ 2
		       + r.share ^ 2 * t.blocks as squares) q
	left join lateral farm.share95(t.blocks, q.shares, q.squares, t.expected) i
		on r.share is not null;
$$;
comment on function farm.head_to_head is
	'The gains of players of some tournaments against each other, pair by pair.';

-- The gains of players by each score in some tournaments, in the complete blocks of those in which
-- they had seats, per game. thesis, squares, solos: in %; daide: as it is. fair: its part of the
-- seats, in %.
create or replace function farm.score_table(tournaments text[])
returns table (player text, games bigint, fair float8, thesis float8, squares float8, daide float8,
               solos float8)
language plpgsql stable as $$
begin
	return query
	with whole as materialized (
		select b.tournament_id, b.block from farm.complete_blocks(score_table.tournaments) b
		where not b.repeats),
	size as (
		select w.tournament_id, count(*) * t.block as games, cardinality(m.powers)::float8 as powers
		from whole w join farm.tournaments t on t.id = w.tournament_id
		join farm.maps m on m.id = t.map_id group by w.tournament_id, t.block, m.powers),
	gained as (
		select b.tournament_id, b.user_id, b.score, sum(b.points) as points, sum(b.seats) as seats
		from (select distinct n from unnest(score_table.tournaments) n) named
		cross join lateral (select * from farm.score_blocks b
		                    where b.tournament = named.n offset 0) b
		join whole w on (w.tournament_id, w.block) = (b.tournament_id, b.block)
		group by b.tournament_id, b.user_id, b.score),
	a_game as (
		select u.label, g.score, sum(g.points) / sum(s.games) as points,
		       sum(s.games)::bigint as games, sum(g.seats / s.powers) / sum(s.games)::float8 as fair
		from gained g join size s using (tournament_id) join farm.users u on u.id = g.user_id
		group by u.label, g.score)
	select a.label, max(a.games), 100 * max(a.fair),
	       100 * max(a.points) filter (where a.score = 'thesis'),
	       100 * max(a.points) filter (where a.score = 'squares'),
	       max(a.points) filter (where a.score = 'daide'),
	       100 * max(a.points) filter (where a.score = 'solos')
	from a_game a group by a.label order by 4 desc, 1;
end $$;
comment on function farm.score_table is
	'What the players of some tournaments gained, by each score.';
