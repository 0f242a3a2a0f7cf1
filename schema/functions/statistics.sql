-- statistics: Student's t, the 95 % interval of a share, and the tournament that a question is
-- about.
--
-- The unit is the block: games that share their random numbers, after which every player has had
-- every power equally often (farm.tournaments.block). doc/comparing.md has the measured coverage.

-- An asymptotic series, where a is large.
create or replace function farm.gamma_step(a float8) returns float8
language plpgsql immutable strict parallel safe as $$
declare
	factor float8 := 1;
begin
	while a < 50 loop
		factor := factor * a / (a + 0.5);
		a := a + 1;
	end loop;
	return factor * sqrt(a)
		* (1 - 1 / (8 * a) + 1 / (128 * a ^ 2) + 5 / (1024 * a ^ 3) - 21 / (32768 * a ^ 4)
	                           - 399 / (262144 * a ^ 5));
end $$;
comment on function farm.gamma_step is 'The quotient of gamma functions of a + 1/2 and a.';

-- DLMF 8.17.22, from its front by Lentz's method: fast where x < (a + 1) / (a + b + 2).
create or replace function farm.beta_fraction(a float8, b float8, x float8) returns float8
language plpgsql immutable strict parallel safe as $$
declare
	c     float8 := 1;
	d     float8 := 1 / (1 - (a + b) / (a + 1) * x);
	total float8 := d;
	e     float8;
begin
	for m in 1..10000 loop
		e := m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m)) * x;
		d := 1 / (1 + e * d);
		c := 1 + e / c;
		total := total * c * d;
		e := -(a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1)) * x;
		d := 1 / (1 + e * d);
		c := 1 + e / c;
		total := total * c * d;
		exit when abs(c * d - 1) < 1e-15;
	end loop;
	return total;
end $$;
comment on function farm.beta_fraction is 'The continued fraction of the incomplete beta function.';

-- df: degrees of freedom, 1 or more.
create or replace function farm.student_p(t float8, df float8) returns float8
language plpgsql immutable strict parallel safe as $$
declare
	a float8 := df / 2;
	s float8 := least(abs(t), 1e150) ^ 2;
	x float8 := df / (df + s); -- the result is the incomplete beta function I of x; a, 1/2
	y float8 := s / (df + s);
	f float8;
begin
	if df < 1 then
		raise exception 'Student''s t has at least one degree of freedom, not %', df
			using errcode = '22023';
	elsif t = 0 then
		return 1;
	elsif a * ln(x) < -700 then
		return 0;
	end if;
	f := exp(a * ln(x)) * sqrt(y) * farm.gamma_step(a) / sqrt(pi());
	if x < (a + 1) / (a + 2.5) then
		return f / a * farm.beta_fraction(a, 0.5, x);
	end if;
	return 1 - 2 * f * farm.beta_fraction(0.5, a, y);
end $$;
comment on function farm.student_p is
	'The probability that Student''s t is at least this far from 0, on either side.';

-- The t at which farm.student_p is p (above 0, at most 1): for p = 0.05, 95 % lie between -t and t.
--
-- Newton's method from 0: p is convex in t, so no step goes too far.
create or replace function farm.student_t(p float8, df float8) returns float8
language plpgsql immutable strict parallel safe as $$
declare
	t    float8 := 0;
	step float8;
begin
	if p <= 0 or p > 1 then
		raise exception 'a probability is above 0 and at most 1, not %', p using errcode = '22023';
	end if;
	for i in 1..1000 loop
		step := (farm.student_p(t, df) - p) * sqrt(pi() * df) / farm.gamma_step(df / 2) / 2
		        * exp((df + 1) / 2 * ln(1 + t ^ 2 / df));
		t := t + step;
		exit when step <= 1e-12 * t;
	end loop;
	return t;
end $$;
comment on function farm.student_t is
	'The t at which both tails of Student''s distribution together have probability p.';

-- Student's t with this many degrees of freedom differs from it by less than a millionth.
create or replace function farm.normal_below(x float8) returns float8
language sql immutable strict parallel safe as $$
	select case when x < 0 then p else 1 - p end from (select farm.student_p(x, 1e7) / 2 as p) tail;
$$;
comment on function farm.normal_below is
	'The distribution function of the standard normal distribution.';

-- The 95 % interval of a mean share, and the probability of a share at least as far from the
-- expected one by chance (p). n blocks gave shares from 0 to 1 with this sum and sum of squares.
-- games: of a block, where the shares of its games are fair to the player on average.
--
-- The interval is Wilson's, for the n / dispersion independent games to which the blocks are
-- equivalent, with Student's t with n degrees of freedom. dispersion: the variance of the shares
-- relative to that of blocks that are won or lost as a whole, after adding half a block of 0 and
-- half a block of 1. So it is never 0, and few equal blocks prove little.
--
-- If nearly all blocks are won or lost as a whole, this half block outweighs the observed variance.
-- Then the variance is that of games with a correlation of 0.2 within a block (the design effect:
-- Kish 1965), or that of the blocks with one more of dispersion 1, if it is larger. So 42 games won
-- of 42, in six blocks of seven, are from 76 to 100 %. If the blocks won or lost add up to half a
-- block, nothing changes.
--
-- p is of the same test: it is below 0.05 exactly if the expected share is outside the interval. It
-- is null if the expected share is 0 or 1. Everything is null without a block.
create or replace function farm.block95(n bigint, shares float8, squares float8, expected float8,
                                        games int, out low float8, out high float8, out p float8,
                                        out dispersion float8)
language plpgsql immutable parallel safe as $$
declare
	mean   float8 := least(1, greatest(0, shares / nullif(n, 0)));
	middle float8 := (shares + 0.5) / (n + 1);
	rare   float8 := 2 * n * least(mean, 1 - mean); -- half blocks won, or lost
	z      float8; -- t squared, by the independent games
begin
	if coalesce(n, 0) <= 0 or mean is null then
		return;
	end if;
	dispersion := ((squares + 0.5) / (n + 1) - middle ^ 2) / (middle * (1 - middle));
	dispersion := least(1, greatest(1e-12, dispersion));
	if games > 1 and rare < 1 then
		dispersion := least(dispersion, greatest(
			rare * dispersion, (1 + 0.2 * (games - 1)) / games,
			((squares - n * mean ^ 2) / (middle * (1 - middle)) + 1) / (n + 1)));
	end if;
	z := farm.student_t(0.05, n) ^ 2 * dispersion / n;
	low := (mean + z / 2 - sqrt(z * mean * (1 - mean) + z ^ 2 / 4)) / (1 + z);
	high := (mean + z / 2 + sqrt(z * mean * (1 - mean) + z ^ 2 / 4)) / (1 + z);
	low := case when mean = 0 then 0 else greatest(0, low) end;
	high := case when mean = 1 then 1 else least(1, high) end;
	if expected > 0 and expected < 1 then
		p := farm.student_p((mean - expected)
		                    / sqrt(dispersion * expected * (1 - expected) / n), n);
	end if;
end $$;
comment on function farm.block95 is 'farm.share95 for blocks of this many games.';

-- The same for any shares from 0 to 1.
create or replace function farm.share95(n bigint, shares float8, squares float8, expected float8,
                                        out low float8, out high float8, out p float8,
                                        out dispersion float8)
language sql immutable parallel safe as $$
	select * from farm.block95(n, shares, squares, expected, 1);
$$;
comment on function farm.share95 is
	'The 95 % interval of a mean share over n blocks, and p of its difference from the '
	'expected share.';

-- Solves a x = b for a symmetric positive definite matrix, rows one after the other in n * n
-- numbers (Cholesky). sql/thesis/likelihood.sql needs it.
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
			l[i * n + j + 1] := case when i = j then sqrt(greatest(s, 1e-300))
			                         else s / l[j * n + j + 1] end;
		end loop;
		s := x[i + 1];
		for k in 0..i - 1 loop
			s := s - l[i * n + k + 1] * x[k + 1];
		end loop;
		x[i + 1] := s / l[i * n + i + 1];
	end loop;
	for i in reverse n - 1..0 loop
		s := x[i + 1];
		for k in i + 1..n - 1 loop
			s := s - l[k * n + i + 1] * x[k + 1];
		end loop;
		x[i + 1] := s / l[i * n + i + 1];
	end loop;
	return x;
end $$;
comment on function farm.solve is 'The solution of a system of linear equations.';

-- Fewer blocks allow no claim about two players: five won out of five can be chance (p = 0.08).
create or replace function farm.least_blocks() returns int language sql immutable parallel safe
	return 6;
comment on function farm.least_blocks is 'The fewest blocks for which a comparison makes a claim.';

create or replace function farm.question_subject(kind text, name text) returns text
language plpgsql stable as $$
declare
	found text;
begin
	case kind
	when 'tournament', 'openings' then
		select n.name into found
		from farm.tournaments n
		where n.name = coalesce(question_subject.name, n.name) and not n.dropped
		order by (kind = 'openings' and n.seats like '%; others: random') desc, n.id desc limit 1;
	when 'grid' then
		select base into found
		from farm.tournaments n cross join lateral substring(n.name from '^(.+)-[0-9]+$') base
		where base is not null and not n.dropped
			and (base = question_subject.name or question_subject.name is null and n.team = 0
				and exists (select from farm.tournaments o where o.id <> n.id and not o.dropped
				            and substring(o.name from '^(.+)-[0-9]+$') = base))
		order by n.id desc limit 1;
	when 'matrix' then
		select d.matrix into found
		from farm.duels d join farm.tournaments n on n.name = d.tournament
		where d.matrix = coalesce(question_subject.name, d.matrix)
		order by n.id desc limit 1;
	when 'population' then
		select base into found
		from farm.tournaments n cross join lateral substring(n.name from '^(.+)-y[0-9]+$') base
		where base = coalesce(question_subject.name, base) and not n.dropped
		order by n.id desc limit 1;
	when 'tuning' then
		select n.name into found
		from farm.tunings u join farm.tournaments n on n.id = u.tournament_id and not n.dropped
		where n.name = coalesce(question_subject.name, n.name)
		order by n.id desc limit 1;
	when 'run' then
		select r.name into found
		from farm.case_runs r where r.name = coalesce(question_subject.name, r.name)
		order by r.id desc limit 1;
	end case;
	if found is null then
		raise exception using errcode = 'P0002', message = case kind
			when 'grid'
			then 'no such grid; aresctl tournament list lists its cells, NAME-1 and so on'
			when 'matrix'
			then 'no such matrix; aresctl tournament list lists its cells, NAME-1-2 and so on'
			when 'population'
			then 'no such population; aresctl tournament list lists its parts, NAME-y9 and so on'
			when 'tuning' then 'no such tuning; aresctl tune list lists them'
			when 'run' then 'no such run of test cases; aresctl experiment cases makes one'
			else coalesce('no tournament ' || name || '; aresctl tournament list lists them',
			              'there is no tournament; aresctl tournament create makes one') end;
	end if;
	return found;
end $$;
comment on function farm.question_subject is
	'The name of what a question is about: a tournament, grid, matrix, population, tuning or '
	'run of test cases. It fails if there is none of this name; null: the latest.';

create or replace function farm.thesis_subject(name text) returns text
language plpgsql stable as $$
declare
	found text := farm.question_subject('tournament', name);
begin
	if (select bool_or(u.label ~ '^ares\M') and bool_and(u.label ~ '^(ares|random)\M')
	    from farm.tournaments t
	    join farm.games g on g.tournament_id = t.id
	    join farm.seats s on s.game_id = g.id
	    join farm.users u on u.id = s.user_id
	    where t.name = found) then
		return found;
	end if;
	return found || ' (not Ares against random players, as in the thesis)';
end $$;
comment on function farm.thesis_subject is
	'The name of a tournament that is compared with those of the thesis, and whether others play.';

create or replace function farm.question_power(tournament text, power text) returns text
language plpgsql stable as $$
begin
	if not exists (select from farm.tournaments t join farm.maps m on m.id = t.map_id
	               where t.name = tournament and power = any (m.powers)) then
		raise exception 'the map has no such power; aresctl maps lists the powers of each map'
			using errcode = 'P0002';
	end if;
	return power;
end $$;
comment on function farm.question_power is
	'The power that a question is about. It fails if the tournament''s map has none of this '
	'code.';

-- The cells of a grid of whole games: each is a tournament of a player with settings of its own,
-- against the same opponent.
create or replace function farm.grid_cells(grid text)
	returns table (cell int, tournament text, due int, user_id bigint, label text, settings jsonb,
	               opponent text)
language sql stable as $$
	select substring(t.name from '[0-9]+$')::int, t.name, t.games, u.id, u.label,
	       u.settings, o.label
	from farm.tournaments t
	join farm.games g on g.tournament_id = t.id and g.number = 1
	cross join lateral (
		select u.id, u.label, u.settings from farm.seats s join farm.users u on u.id = s.user_id
		where s.game_id = g.id and s.entrant = 0 limit 1) u
	cross join lateral (
		select u.label from farm.seats s join farm.users u on u.id = s.user_id
		where s.game_id = g.id and s.entrant = 1 limit 1) o
	where t.name ~ '-[0-9]+$' and substring(t.name from '^(.+)-[0-9]+$') = grid and not t.dropped;
$$;
comment on function farm.grid_cells is
	'The cells of a grid of whole games: one tournament per cell.';

-- Whether a cell of a grid may be the best. The first is the cell whose player has the greatest
-- share. p: if the cell were the best, some cell would lead it by this much with at most this
-- probability; null: it is the first, or too few blocks are complete. So with 95 % confidence, the
-- best is among the cells without p < 0.05.
--
-- Blocks of the same number are compared, by farm.share95 of half of one and the difference. One
-- side of its p counts, times the other cells: Bonferroni's bound for comparisons with the best (J.
-- C. Hsu, "Simultaneous confidence intervals for all distances from the 'best'", Annals of
-- Statistics 9, 1981). It needs no further correction: of the hypotheses that a cell is the best,
-- one is true.
create or replace function farm.grid_best(grid text)
	returns table (cell int, first boolean, blocks bigint, p float8)
language plpgsql stable as $$
begin
	return query
	with gained as materialized (
		select c.cell as number, b.block, b.share
		from farm.grid_cells(grid) c
		cross join lateral (
			select b.block, b.share from farm.blocks b
			where b.tournament = c.tournament and b.user_id = c.user_id and b.complete) b),
	leader as (select g.number from gained g group by g.number
	           order by avg(g.share) desc, g.number limit 1),
	led as (
		select b.number, count(*) as n, sum((1 + a.share - b.share) / 2) as shares,
		       sum(((1 + a.share - b.share) / 2) ^ 2) as squares
		from leader l
		join gained a on a.number = l.number
		join gained b on b.block = a.block
		group by b.number)
	select c.cell, c.cell = l.number, coalesce(led.n, 0),
	       case when c.cell <> l.number and led.n >= farm.least_blocks()
	       then least(1, (count(*) over () - 1)
	                     * case when led.shares < led.n / 2.0 then 1 - s.p / 2
	                                              else s.p / 2 end) end
	from farm.grid_cells(grid) c
	cross join leader l
	left join led on led.number = c.cell
	left join lateral farm.share95(led.n, led.shares, led.squares, 0.5) s on true;
end $$;
comment on function farm.grid_best is
	'Which cells of a grid may be the best. With 95 % confidence, the best is among those '
	'without p < 0.05, whatever the number of cells.';

-- The digest of more phases than these takes seconds.
create or replace function farm.question_source(kind text, subject text) returns text
language plpgsql stable as $$
begin
	return coalesce((
		select format('tournament %s, seed %s, ', t.name,
		              coalesce(farm.tournament_seed(t.id)::text, 'secret until all is played'))
		       || case when p.finished + p.cancelled < p.games
		          then format('%s of %s games finished', p.finished, p.games)
		          when p.phases > 20000 then 'digest by aresctl tournament digest'
		          else 'digest ' || coalesce(farm.tournament_digest(t.name), 'none') end
		from farm.tournaments t join farm.progress p on p.tournament = t.name
		where kind in ('tournament', 'openings', 'tuning') and t.name = subject),
		kind || ' ' || subject);
end $$;
comment on function farm.question_source is
	'The citation of an answer: the tournament, its seed, and its digest if all games are '
	'finished.';
