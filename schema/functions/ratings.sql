-- ratings: how strong the players of one or more tournaments are, on one scale, and what they gained
-- from one another.
--
-- The model is Luce's choice (1959), the first step of Plackett and Luce's ranking (Plackett 1975). A
-- player has a strength w. A seat is expected to gain its w by the sum of w over all seats of its
-- game. Points that are shared count in parts, as a game in which each survivor of a draw won its
-- share of it (a fractional choice: Papke and Wooldridge 1996). So the points that a player is
-- expected to have, by its rating, are those that it has. With the score "places" all steps of the
-- ranking count: who is first, who is first of the rest, and so on by centres; equal places are
-- shared in the same way. Powers without a centre are no places: their rows do not say who went first.
--
-- A rating is 400 log10 w, as Elo's, with mean 0 or against an anchor. Each player has, besides its
-- games, half a game won and half a game lost against a player of rating 0. So the rating of one that
-- always wins is finite, and it moves others by next to nothing.
--
-- The unit is the block (schema/functions/statistics.sql). The intervals are made of what each block
-- adds to the slope of the likelihood (a sandwich: Huber 1967; by clusters, Liang and Zeger 1986), with
-- Student's t. So games of a block may depend on each other, and the model need not be true: the
-- rating is then the best one of its kind. Only complete blocks count.

-- The choices that games are for a rating: who took part in each with how many seats, and what part of
-- it each player had. A game is one choice; with the score "places" it has one for each place. For
-- solos, a game that nobody won is none. It fails when a label stands for two players, and when no
-- block is complete.
create or replace function farm.choices(tournaments text[], score text)
returns table (tournament_id int, block int, game bigint, place int, player text, seats int, share float8, wins int)
language plpgsql stable as $$
#variable_conflict use_column
declare
	wrong text;
begin
	select n into wrong from unnest(choices.tournaments) n
	where not exists (select from farm.tournaments t where t.name = n and not t.dropped) limit 1;
	if wrong is not null then
		raise exception 'no tournament %; aresctl tournament list lists them', wrong using errcode = 'P0002';
	elsif coalesce(choices.score, '') not in ('thesis', 'squares', 'daide', 'solos', 'places') then
		raise exception 'no score %: thesis, squares, daide, solos or places', choices.score using errcode = '22023';
	end if;
	select u.label into wrong
	from (select distinct s.user_id from farm.tournaments t join farm.games g on g.tournament_id = t.id and g.number <= t.block
	      join farm.seats s on s.game_id = g.id where t.name = any (choices.tournaments)) s
	join farm.users u on u.id = s.user_id group by u.label having count(*) > 1 limit 1;
	if wrong is not null then
		raise exception '% is the label of two players: they cannot be rated as one', wrong using errcode = '22023';
	end if;
	return query
	-- each by itself, so that no other tournament is read
	with named as (select distinct n from unnest(choices.tournaments) n),
	whole as (
		select distinct b.tournament_id, b.block
		from named
		cross join lateral (select * from farm.blocks b where b.tournament = named.n offset 0) b
		where b.complete),
	seat as (
		select s.tournament_id, s.block, s.game, s.power, u.label as player, s.share, s.fate, s.centres, s.solo
		from named
		cross join lateral (
			select * from farm.scores s
			where s.tournament = named.n
			  and s.score = case choices.score when 'places' then 'thesis' else choices.score end offset 0) s
		join whole w on (w.tournament_id, w.block) = (s.tournament_id, s.block)
		join farm.users u on u.id = s.user_id),
	ranked as (
		select *, dense_rank() over (partition by game order by fate = 'win' desc, centres desc)::int as rank,
		       count(*) over (partition by game, fate = 'win', centres) as equal
		from seat where choices.score = 'places'),
	-- one row a game first: a join of its places to its seats is slow
	listed as (
		select tournament_id, block, game, array_agg(player) as players, array_agg(rank) as ranks, array_agg(equal) as equals,
		       array_agg(fate) as fates, array_agg(centres) as centres
		from ranked group by tournament_id, block, game),
	step as (
		select l.tournament_id, l.block, l.game, p.rank, o.player, o.rank = p.rank as taken, p.equal, o.fate
		from listed l
		cross join lateral (
			select distinct e.rank, e.equal from unnest(l.ranks, l.equals, l.fates, l.centres) e (rank, equal, fate, centres)
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
			case choices.score when 'solos' then ', or nobody won' else '' end using errcode = 'P0002';
	end if;
end $$;

-- Solves a x = b for a symmetric positive definite matrix, rows one after the other in n * n numbers,
-- for each of several b, each of n numbers (Cholesky).
create or replace function farm.solve(a float8[], b float8[], n int) returns float8[]
language plpgsql immutable parallel safe as $$
declare
	l float8[] := a;
	x float8[] := b;
	s float8;
begin
	for i in 0..n - 1 loop
		for j in 0..i loop
			s := l[i * n + j + 1];
			for k in 0..j - 1 loop
				s := s - l[i * n + k + 1] * l[j * n + k + 1];
			end loop;
			l[i * n + j + 1] := case when i = j then sqrt(greatest(s, 1e-300)) else s / l[j * n + j + 1] end;
		end loop;
	end loop;
	for c in 0..cardinality(b) / n - 1 loop
		for i in 0..n - 1 loop
			s := x[c * n + i + 1];
			for k in 0..i - 1 loop
				s := s - l[i * n + k + 1] * x[c * n + k + 1];
			end loop;
			x[c * n + i + 1] := s / l[i * n + i + 1];
		end loop;
		for i in reverse n - 1..0 loop
			s := x[c * n + i + 1];
			for k in i + 1..n - 1 loop
				s := s - l[k * n + i + 1] * x[c * n + k + 1];
			end loop;
			x[c * n + i + 1] := s / l[i * n + i + 1];
		end loop;
	end loop;
	return x;
end $$;

-- Which player can be reached from which, by an edge from a to b for each pair of numbers from 1 to n:
-- row i of the result has bit j where i reaches j (Warshall).
create or replace function farm.reachable(a int[], b int[], n int) returns bit varying[]
language plpgsql immutable parallel safe as $$
declare
	rows bit varying[] := array_fill(repeat('0', n)::bit varying, array[n]);
begin
	for e in 1..cardinality(a) loop
		rows[a[e]] := set_bit(rows[a[e]], b[e] - 1, 1);
	end loop;
	for i in 1..n loop
		rows[i] := set_bit(rows[i], i - 1, 1);
	end loop;
	for k in 1..n loop
		for i in 1..n loop
			if get_bit(rows[i], k - 1) = 1 then
				rows[i] := rows[i] | rows[k];
			end if;
		end loop;
	end loop;
	return rows;
end $$;

-- The strengths (ln w) that fit choices best, and the covariances of their estimates, n * n numbers.
-- The rows of the choices are parallel arrays; players and blocks have numbers from 1.
--
-- Choices with the same players are one to Newton's method. Like choices come together first.
create or replace function farm.luce_fit(choice int[], block int[], player int[], seats int[], share float8[],
                                         n int, out strength float8[], out covariance float8[])
language plpgsql stable as $$
#variable_conflict use_variable
declare
	like_id     int[];    -- of the kinds of choices: their players
	like_player int[];
	like_seats  int[];
	like_count  float8[]; -- how many there are
	had         float8[]; -- by player
	slope       float8[];
	bend        float8[];
	step        float8[];
	meat        float8[];
	s           float8;
begin
	with kind as (
		select players, numbers, count(*) as times, row_number() over ()::int as id
		from (select array_agg(r.p order by r.p) as players, array_agg(r.m order by r.p) as numbers
		      from unnest(choice, player, seats) r (c, p, m) group by r.c) k
		group by players, numbers)
	select array_agg(id), array_agg(p), array_agg(m), array_agg(times::float8)
	into like_id, like_player, like_seats, like_count
	from kind cross join lateral unnest(players, numbers) r (p, m);
	select array_agg(total order by p) into had
	from (select r.p, sum(r.y) as total from unnest(player, share) r (p, y) group by r.p) t;
	strength := array_fill(0::float8, array[n]);
	for round in 1..100 loop
		with part as materialized (
			select c, p, times, w / sum(w) over (partition by c) as pi
			from (select r.c, r.p, r.times, r.m * exp(strength[r.p]) as w
			      from unnest(like_id, like_player, like_seats, like_count) r (c, p, m, times)) w),
		won as (select p, sum(times * pi) as expected from part group by p),
		pair as (select a.p, b.p as q, sum(a.times * a.pi * b.pi) as products from part a join part b using (c) group by a.p, b.p),
		cell as (
			select p, q, case when p = q then coalesce(w.expected, 0) + e.pi * (1 - e.pi) else 0 end - coalesce(products, 0) as bend
			from generate_series(1, n) p cross join generate_series(1, n) q
			left join won w using (p) left join pair using (p, q)
			cross join lateral (select 1 / (1 + exp(-strength[p])) as pi) e)
		select (select array_agg(had[p] - w.expected + 0.5 - 1 / (1 + exp(-strength[p])) order by p) from won w),
		       (select array_agg(c.bend order by p, q) from cell c)
		into slope, bend;
		step := farm.solve(bend, slope, n);
		s := greatest(1, (select max(abs(x)) from unnest(step) x)); -- no step is longer than 1
		strength := (select array_agg(o + d / s order by k) from unnest(strength, step) with ordinality r (o, d, k));
		exit when s = 1 and (select max(abs(x)) < 1e-9 from unnest(step) x);
	end loop;

	with rest as (
		select b, p, sum(y - w / total) as r
		from (select r.b, r.p, r.y, m * exp(strength[r.p]) as w, sum(m * exp(strength[r.p])) over (partition by r.c) as total
		      from unnest(choice, block, player, seats, share) r (c, b, p, m, y)) e
		group by b, p),
	pair as (select x.p, y.p as q, sum(x.r * y.r) as products from rest x join rest y using (b) group by x.p, y.p)
	select array_agg(coalesce(products, 0) * f.blocks / greatest(1, f.blocks - 1)
	                 + case when p = q then ((1 - e.pi) ^ 2 + e.pi ^ 2) / 2 else 0 end order by p, q)
	into meat
	from generate_series(1, n) p cross join generate_series(1, n) q
	left join pair using (p, q)
	cross join lateral (select 1 / (1 + exp(-strength[p])) as pi) e
	cross join (select count(distinct b)::float8 as blocks from unnest(block) b) f;
	covariance := farm.solve(bend, farm.transposed(farm.solve(bend, meat, n), n), n);
end $$;

-- A matrix of n rows, which stand one after the other, with rows and columns exchanged.
create or replace function farm.transposed(a float8[], n int) returns float8[] language sql immutable parallel safe as $$
	select array_agg(a[i * n + j + 1] order by j, i) from generate_series(0, n - 1) i, generate_series(0, n - 1) j;
$$;

-- The ratings of the players of some tournaments, by a score ("places": by the whole ranking). They have
-- mean 0, or are against the anchor. low, high: the 95 % interval; infinite where the player never
-- lost, or never gained, a point against one of the others. error: the standard error. games,
-- seats, wins: those that count. It fails when two players never met, not even over others.
create or replace function farm.ratings(tournaments text[], score text default 'thesis', anchor text default null)
returns table (player text, rating float8, low float8, high float8, error float8, games bigint, seats bigint, wins bigint)
language plpgsql stable as $$
#variable_conflict use_variable
declare
	names   text[];
	c       int[]; -- rows of choices: the choice, block, player, seats, share
	b       int[];
	p       int[];
	m       int[];
	y       float8[];
	played  bigint[];
	sat     bigint[];
	won     bigint[];
	rounds  int[]; -- blocks, by player
	winners int[]; -- edges from who gained to who was there
	others  int[];
	above   bit varying[];
	mates   bit varying[];
	fit     record;
	n       int;
	i       int;
	at      int;
	elo     constant float8 := 400 / ln(10);
begin
	with r as materialized (
		select o.*, dense_rank() over (order by o.game, o.place)::int as c,
		       dense_rank() over (order by o.tournament_id, o.block)::int as b,
		       dense_rank() over (order by o.player collate "C")::int as p
		from farm.choices(tournaments, score) o),
	own as (
		select r.p, r.player, count(distinct r.game) as games, sum(r.seats) filter (where place = 1) as seats,
		       sum(r.wins) as wins, count(distinct r.b)::int as rounds
		from r group by r.p, r.player)
	select x.*, o.* into c, b, p, m, y, names, played, sat, won, rounds
	from (select array_agg(r.c), array_agg(r.b), array_agg(r.p), array_agg(r.seats), array_agg(r.share) from r) x
	cross join (select array_agg(own.player order by own.p), array_agg(own.games order by own.p),
	                   array_agg(own.seats order by own.p), array_agg(own.wins order by own.p),
	                   array_agg(own.rounds order by own.p) from own) o;
	n := cardinality(names);
	at := array_position(names, anchor);
	if anchor is not null and at is null then
		raise exception 'no player % in these games: %', anchor, array_to_string(names, ', ') using errcode = '22023';
	elsif n = 1 then
		raise exception 'there is one player only, %: nothing to rate it by', names[1] using errcode = '22023';
	end if;
	select array_agg(f), array_agg(t) into winners, others
	from (select distinct g.f, t
	      from (select distinct e.p as f, l.others
	            from unnest(c, p, y) e (c, p, y)
	            join (select a.c, array_agg(a.p order by a.p) as others from unnest(c, p) a (c, p) group by a.c) l using (c)
	            where e.y > 0) g cross join lateral unnest(g.others) t) e;
	mates := farm.reachable(winners || others, others || winners, n);
	if bit_count(mates[1]) < n then
		i := position(B'0' in mates[1]);
		raise exception '% and % never met, not even over others: rate them by themselves', names[1], names[i]
			using errcode = '22023';
	end if;
	above := farm.reachable(winners, others, n);
	select * into fit from farm.luce_fit(c, b, p, m, y, n);
	return query
	with cell as (
		select k / n + 1 as i, k % n + 1 as j, fit.covariance[k + 1] as v,
		       case when k % n + 1 = at then 1 when at is null then 1.0 / n else 0 end as by -- the zero of the scale
		from generate_series(0, n * n - 1) k),
	row as (select cell.i, sum(v * by) as common, max(case when cell.i = cell.j then v end) as own from cell group by cell.i),
	zero as (select sum(common * case when at is null then 1.0 / n else (row.i = at)::int end) as v from row),
	base as (select case when at is null then avg(s) else fit.strength[at] end as s from unnest(fit.strength) s)
	select names[row.i], elo * (fit.strength[row.i] - base.s), elo * (fit.strength[row.i] - base.s - l.half),
	       elo * (fit.strength[row.i] - base.s + h.half), elo * e.error, played[row.i], sat[row.i], won[row.i]
	from row cross join zero cross join base
	cross join lateral (
		select sqrt(greatest(0, row.own - 2 * row.common + zero.v)) as error,
		       farm.student_t(0.05, greatest(1, rounds[row.i] - 1)) as t,
		       case when at is null then bit_count(above[row.i]) < n else get_bit(above[row.i], at - 1) = 0 end as gained_nothing,
		       case when at is null then exists (select from unnest(above) r where get_bit(r, row.i - 1) = 0)
		            else get_bit(above[at], row.i - 1) = 0 end as lost_nothing) e
	cross join lateral (select case when e.gained_nothing then 'infinity' else e.t * e.error end::float8 as half) l
	cross join lateral (select case when e.lost_nothing then 'infinity' else e.t * e.error end::float8 as half) h
	order by 2 desc, names[row.i] collate "C";
end $$;

-- What players gained from one another, two by two, in both directions. games, blocks: in which both had
-- seats. points, opponent_points: their shares of these games, by the score. share: the player's part
-- of what both gained, in %; expected: its part of their seats; low, high: the 95 % interval of the
-- share. It is that of farm.share95 for as many blocks as they are, where each counts by what both
-- gained in it: the dispersion is that of a quotient.
create or replace function farm.head_to_head(tournaments text[], score text default 'thesis')
returns table (player text, opponent text, games bigint, blocks bigint, points float8, opponent_points float8,
               share float8, expected float8, low float8, high float8)
language sql stable as $$
	with choice as materialized (select * from farm.choices(head_to_head.tournaments, head_to_head.score)),
	met as (
		select a.player, b.player as opponent, a.tournament_id, a.block, count(distinct a.game) as games,
		       sum(a.share) as own, sum(b.share) as other, sum(a.seats)::float8 as seats, sum(b.seats)::float8 as others
		from choice a join choice b on b.game = a.game and b.place = a.place and b.player <> a.player
		group by a.player, b.player, a.tournament_id, a.block),
	total as (
		select met.player, met.opponent, sum(met.games)::bigint as games, count(*) as blocks, sum(own) as own, sum(other) as other,
		       sum(seats) / sum(seats + others) as expected, sum(own ^ 2) as oo, sum(own * (own + other)) as ob,
		       sum((own + other) ^ 2) as bb
		from met group by met.player, met.opponent)
	select t.player, t.opponent, t.games, t.blocks, t.own, t.other, 100 * r.share, 100 * t.expected, 100 * i.low, 100 * i.high
	from total t
	cross join lateral (select t.own / nullif(t.own + t.other, 0) as share, (t.own + t.other) / t.blocks as size) r
	-- blocks of share and of 1, as many as have this sum and this sum of squares
	cross join lateral (
		select r.share * t.blocks as shares,
		       (t.oo - 2 * r.share * t.ob + r.share ^ 2 * t.bb) / nullif(r.size, 0) ^ 2 + r.share ^ 2 * t.blocks as squares) q
	left join lateral farm.share95(t.blocks, q.shares, q.squares, t.expected) i on true;
$$;

-- What players gained by each score in some tournaments, in the complete blocks of those in which they had
-- seats: scores a game. thesis, squares, solos: in %; daide: as it is. fair: its part of the seats, in %.
create or replace function farm.score_table(tournaments text[])
returns table (player text, games bigint, fair float8, thesis float8, squares float8, daide float8, solos float8)
language plpgsql stable as $$
#variable_conflict use_column
begin
	return query
	select u.label, sum(g.games - g.left_out) filter (where g.score = 'thesis')::bigint,
	       100 * sum(g.expected * b.games) filter (where g.score = 'thesis') / sum(b.games) filter (where g.score = 'thesis'),
	       100 * sum(g.values * t.block) filter (where g.score = 'thesis') / sum(b.games) filter (where g.score = 'thesis'),
	       100 * sum(g.values * t.block) filter (where g.score = 'squares') / sum(b.games) filter (where g.score = 'squares'),
	       sum(g.values * t.block) filter (where g.score = 'daide') / sum(b.games) filter (where g.score = 'daide'),
	       100 * sum(g.values * t.block) filter (where g.score = 'solos') / sum(b.games) filter (where g.score = 'solos')
	from (select distinct n from unnest(score_table.tournaments) n) named
	cross join lateral (select * from farm.score_gains g where g.tournament = named.n offset 0) g
	join farm.tournaments t on t.id = g.tournament_id
	join farm.users u on u.id = g.user_id
	cross join lateral (select (g.games - g.left_out)::float8 as games) b
	where g.blocks > 0
	group by u.label order by 4 desc, 1;
end $$;
