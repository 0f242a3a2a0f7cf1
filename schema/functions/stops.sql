-- stops: tournaments that stop when enough is known (aresctl tournament create --until).
--
-- The blocks of a tournament are judged in the order of their numbers, up to the first missing
-- game. So a game that ends quickly does not count sooner than others, and the last game that
-- counts depends only on the games: not on which session judges, when, or how many games were
-- played meanwhile. With the verdict, all games after it are cancelled, even finished ones: no
-- view, digest or rating includes them. It comes only with a complete block.
--
--   2%        the 95 % interval of the first player's share (farm.share95) is at most 4 % wide
--   sprt(2%)  a sequential test (Wald 1945) of a difference of nothing against one of 2 % or more,
--             on both sides (Sobel and Wald 1949: two tests with alpha / 2 each; the difference is
--             found when one finds it, and refused when both do). A step is the sum of a block;
--             its variance is that of the blocks so far (a normal approximation).
--
-- db/until measures how often the verdicts are wrong.

-- Lets a tournament stop by a rule and a score. It must have been created in this transaction. The
-- first player of --seats is entrant 0; if seats are fixed, it has the first power. No verdict
-- comes before 32 blocks: the variance would not be known well enough.
create or replace function farm.stop_make(tournament text, rule text, score text) returns void
language plpgsql as $$
declare
	t         farm.tournaments;
	sequential boolean := rule like 'sprt%';
begin
	select n.* into strict t from farm.tournaments n where n.name = tournament;
	if (select count(distinct s.user_id) from farm.seats s join farm.games g on g.id = s.game_id
	    where g.tournament_id = t.id and g.number <= t.block) < 2 then
		raise exception '--until: there is one player only. Labels tell equal ones apart: --seats '
		                'a=random,b=random'
			using errcode = '22023';
	end if;
	if sequential and t.block = 1 then
		raise exception '--until %: players must take turns at the powers; here they keep them',
			rule
			using errcode = '22023', hint = '--rotate';
	end if;
	insert into farm.stops (tournament_id, rule, score, user_id, margin, alpha, beta, least_blocks)
	select t.id, rule, score, s.user_id, substring(rule from '[0-9.]+')::float8 / 100,
	       case when sequential then 0.05 end, case when sequential then 0.05 end, 32
	from farm.games g join farm.seats s on s.game_id = g.id
	where g.tournament_id = t.id and g.number <= t.block and s.entrant = 0
	order by g.number, s.power limit 1;
end $$;

create or replace function farm.stop_bounds(alpha float8, beta float8, out finds float8,
                                            out refuses float8)
language sql immutable parallel safe as $$
	select ln((1 - beta) / (alpha / 2)), ln(beta / (1 - alpha / 2));
$$;
comment on function farm.stop_bounds is
	'The log-likelihood ratios at which a test finds a difference and at which it refuses one.';

-- The variance of a block's share among n blocks, after adding half a block of 0 and half a block
-- of 1 (farm.share95).
create or replace function farm.stop_variance(n int, shares float8, squares float8) returns float8
language sql immutable parallel safe
	return greatest(1e-12, (squares + 0.5) / (n + 1) - ((shares + 0.5) / (n + 1)) ^ 2);
comment on function farm.stop_variance is
	'The variance of a block''s share, by which a tournament that may stop is judged.';

-- The verdict of a stop's rule on n blocks with these sums of shares, of squared shares and of seat
-- fractions; null: none yet. 1.96 is too small for the interval (Student's t is larger), so most
-- checks cost only a square root.
create or replace function farm.stop_verdict(rule farm.stops, n int, shares float8, squares float8,
                                             expected float8)
returns text language plpgsql immutable parallel safe as $$
declare
	variance float8;
	sum      float8 := shares - expected;
	half     float8;
	finds    float8;
	refuses  float8;
begin
	if n < rule.least_blocks then
		return null;
	end if;
	variance := farm.stop_variance(n, shares, squares);
	if rule.alpha is null then
		half := 1.96 * sqrt(variance / (n + 1));
		if half > 1.1 * rule.margin then
			return null;
		end if;
		select (s.high - s.low) / 2 into half from farm.share95(n, shares, squares, 0.5) s;
		return case when half <= rule.margin then 'known' end;
	end if;
	select b.finds * variance / rule.margin, b.refuses * variance / rule.margin into finds, refuses
	from farm.stop_bounds(rule.alpha, rule.beta) b;
	half := n * rule.margin / 2;
	return case when sum - half >= finds then 'better' when -sum - half >= finds then 'worse'
	            when abs(sum) - half <= refuses then 'same' end;
end $$;

-- The difference from the fair share, corrected for stopping. A test that stops when the difference
-- looks large overestimates it. So if a difference was found, this is the median-unbiased estimate:
-- with this true difference, half of all tournaments would stop earlier or further off. It models
-- the sum as a Brownian motion that hits a line (Siegmund 1985, 3.14), and ignores the bound on the
-- other side. Otherwise it is the observed difference: at the first check, which has no selection;
-- if the rule is a width, which does not depend on the share; and if the players are equal, which
-- biases it towards neither.
create or replace function farm.stop_estimate(rule farm.stops) returns float8
language plpgsql immutable parallel safe as $$
declare
	n        int := rule.blocks;
	found    float8 := (rule.shares - rule.expected) / nullif(n, 0);
	variance float8 := farm.stop_variance(n, rule.shares, rule.squares);
	t        float8 := n * rule.margin ^ 2 / variance; -- of the motion
	line     float8;                                   -- where the line that it hits begins
	least    float8 := -40;                            -- drifts, by margins
	most     float8 := 40;
	drift    float8;
	middle   float8;
begin
	if n <= rule.least_blocks or coalesce(rule.verdict, '') not in ('better', 'worse') then
		return found;
	end if;
	line := abs(found) * n * rule.margin / variance - t / 2;
	for i in 1..60 loop
		middle := (least + most) / 2;
		drift := middle - 0.5;
		if farm.normal_below((drift * t - line) / sqrt(t))
		   + exp(least(700, 2 * line * drift))
			* farm.normal_below((-drift * t - line) / sqrt(t)) < 0.5 then
			least := middle;
		else
			most := middle;
		end if;
	end loop;
	return sign(found) * middle * rule.margin;
end $$;
comment on function farm.stop_estimate is
	'The difference from the expected share, corrected for stopping.';

-- Judges one tournament as far as possible, at most this number of blocks. Returns whether it ends
-- here. The row must be locked.
create or replace function farm.stop_judge(tournament int, most int) returns boolean
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
	rule  farm.stops;
	size  int;
	games int;
	whole int; -- the number of complete blocks
	block record;
begin
	select s.* into strict rule from farm.stops s where s.tournament_id = tournament;
	select t.block, t.games into strict size, games from farm.tournaments t where t.id = tournament;
	whole := coalesce((select (g.number - 1) / size from farm.games g
	                   where g.tournament_id = tournament and g.number > rule.blocks * size
	                     and g.number <= (rule.blocks + most) * size and g.state <> 'finished'
	                   order by g.number limit 1), least(rule.blocks + most, games / size));
	for block in
		select sum(case when s.user_id = rule.user_id then s.share else 0 end
		           order by s.number, s.power) / size as share,
		       count(*) filter (where s.user_id = rule.user_id)::float8 / count(*) as expected
		from farm.scores s
		where s.tournament_id = stop_judge.tournament and s.score = rule.score
		  and s.number > rule.blocks * size and s.number <= whole * size
		group by s.block order by s.block
	loop
		rule.blocks := rule.blocks + 1;
		rule.shares := rule.shares + block.share;
		rule.squares := rule.squares + block.share ^ 2;
		rule.expected := rule.expected + block.expected;
		rule.verdict := farm.stop_verdict(rule, rule.blocks, rule.shares, rule.squares,
		                                  rule.expected);
		exit when rule.verdict is not null;
	end loop;
	if rule.verdict is not null then
		rule.last_game := rule.blocks * size;
	elsif rule.blocks = games / size then
		rule.verdict := 'all played';
		rule.last_game := games;
	end if;
	update farm.stops s
	set (blocks, shares, squares, expected, verdict, last_game, judged_at)
	  = (rule.blocks, rule.shares, rule.squares, rule.expected, rule.verdict, rule.last_game,
	     case when rule.verdict is not null then now() end)
	where s.tournament_id = tournament and rule.blocks + (rule.verdict is not null)::int > s.blocks;
	return coalesce(rule.last_game < games, false);
end $$;

-- Cancels the games after the last one that counts, including finished ones: their results are
-- removed from their rows and from the tallies, and their final boards and summaries are deleted.
-- So they look like games that were cancelled in their last phase. In a restored backup it is
-- unknown which workers finished them: then they are subtracted from the tally of worker 0. A claim
-- locks the tournament's row, and a write of a worker the rows of its games: this waits for both,
-- like farm.tournament_cancel.
--
-- Its statements are planned for this tournament: a generic plan would lock the boards of all.
create or replace function farm.stop_cut(tournament int) returns bigint
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
	last int;
	cut  bigint;
begin
	perform from farm.tournaments t where t.id = tournament for no key update;
	perform farm.claims_lock(tournament);
	select s.last_game into strict last from farm.stops s where s.tournament_id = tournament;
	update farm.games g set state = 'cancelled', reason = null, finished_at = now()
	where g.tournament_id = tournament and g.number > last
	  and g.state in ('pending', 'waiting', 'claimed', 'quarantined');
	get diagnostics cut = row_count;
	with ended as (
		select g.id, g.worker_id, g.phases from farm.games g
		where g.tournament_id = tournament and g.number > last and g.state = 'finished'),
	emptied as (
		update farm.games g
		set state = 'cancelled', finished_at = now(), ending = null, winner = null, phase = null,
		    phases = null, centres = null, units = null, digest = null
		from ended e where g.id = e.id
		returning g.id, e.worker_id, e.phases),
	final as (
		delete from farm.boards b using emptied e
		where b.tournament_id = tournament and b.game_id = e.id and b.orders is null),
	summed as (
		delete from farm.summaries s using emptied e
		where s.tournament_id = tournament and s.game_id = e.id)
	insert into farm.tallies as t
	select tournament, coalesce(worker_id, 0), -count(*), -sum(phases) from emptied group by 2
	on conflict (tournament_id, worker_id)
	do update set finished = t.finished + excluded.finished, phases = t.phases + excluded.phases;
	return cut;
end $$;

-- Judges all tournaments that may stop and have complete blocks that are not judged yet. Returns
-- how many got their verdict. It skips one that another session judges. The supervisor calls it
-- once a second; if no tournament may stop, it reads an empty table.
create or replace function farm.stops_judge(most int default 2000) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
set lock_timeout = '2s' as $$
declare
	t       int;
	decided bigint := 0;
begin
	for t in
		select s.tournament_id from farm.stops s
		where s.verdict is null and farm.stop_is_due(s.tournament_id)
		order by s.tournament_id for update skip locked
	loop
		if farm.stop_judge(t, most) then
			perform farm.stop_cut(t);
		end if;
		decided := decided + (select count(*) from farm.stops s
		                      where s.tournament_id = t and s.verdict is not null);
	end loop;
	return decided;
end $$;

-- Whether a tournament that may stop can be judged further: its next block is complete, or it has
-- no more.
create or replace function farm.stop_is_due(tournament int) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
	select exists (
		select from farm.stops s join farm.tournaments t on t.id = s.tournament_id and not t.dropped
		where s.tournament_id = stop_is_due.tournament and s.verdict is null
		  and not exists (
		      select from farm.games g
		      where g.tournament_id = t.id and g.state <> 'finished'
		        and (s.blocks + 1) * t.block <= t.games
		        and g.number between s.blocks * t.block + 1 and (s.blocks + 1) * t.block));
$$;
comment on function farm.stop_is_due is
	'Whether a test of a tournament that may stop is due after this many blocks.';
