-- The statements of stmt_faults.c.

-- name: send_fault(worker bigint, struct written_fault: claim->game bigint, claim->epoch int,
--     power smallint, phase smallint, kind text, words text, last_words text)
-- gives: sent
select farm.fault_add($2, $1, $3, $4, $5, $6, $7, $8);

-- name: send_cost(worker bigint, struct written_cost: claim->game bigint, claim->epoch int,
--     power smallint, phase smallint, model text, tokens_in bigint, tokens_out bigint,
--     nanodollars bigint)
-- gives: sent
select farm.cost_add($2, $1, $3, $4, $5, $6, $7, $8, $9);

-- name: count_faults(game bigint, tournament int)
select t.faults = 'aside', array(
		select count(f.game_id)::int
		from generate_series(0, 6) p
		left join farm.faults f on f.game_id = $1 and f.power = p and not f.forgiven
		group by p
		order by p)
from farm.tournaments t
where t.id = $2;

-- name: put_bots(worker bigint, names text)
-- gives: nothing
update farm.workers set bots = string_to_array($2, ',') where id = $1;

-- name: read_botless(bots text)
-- gives: rows
-- next: botless(line text)
select line from farm.bots_missing(string_to_array($1, ','));

-- name: read_faults(game bigint, phase smallint)
-- gives: rows
-- next: fault(line text)
select line
from (
	select f.phase, f.power, f.epoch,
		left(format('%s %s %s: %s, %s%s', f.phase_name, f.power, f.player, f.kind, f.words,
			'; last words: ' || nullif(f.last_words, '')), 1000)
	from farm.faults_told f
	where f.game = $1 and ($2 < 0 or f.phase = $2)
	union all
	select d.phase, d.power, null,
		format('%s %s %s: in civil disorder from this phase on', d.phase_name, d.power, d.player)
	from farm.disorders d
	where d.game = $1 and ($2 < 0 or d.phase <= $2)) t (phase, power, epoch, line)
order by phase, power, epoch;

-- name: games_left(people boolean, bots text)
-- gives: row(left boolean)
select farm.games_left($1, string_to_array($2, ','));

-- name: seats_awaited()
-- gives: row(seats text[STMT_HOLDERS_SIZE])
select coalesce(string_agg(format('%s (%s/%s %s, %s)', player, tournament, number, power, phase),
		', '), '')
from (select * from farm.awaited limit 3) a;

-- name: games_aside(since bigint)
-- gives: row(struct games_aside: at, games, example)
select at, games, example from farm.games_aside($1);
