-- The statements of stmt_summaries.c.

-- name: find_summary(tournament int, game bigint)
select resolve_ns, stages, order_counts, decisions, think_ns, longest_ns, foresaw, foresaw_ns,
	forecasts, conditioning, substitution, supposition, paradox, forecast_ns, capped, alive,
	centres, events
from farm.summaries
where tournament_id = $1 and game_id = $2;

-- The counts show quickly which tournaments have such games.
-- part: unsummed
from farm.tournaments t
join farm.games g on g.tournament_id = t.id
where not t.dropped and g.state = 'finished' and (
	select count(*) from farm.summaries s where s.tournament_id = t.id) <> (
		select coalesce(sum(finished), 0) from farm.tallies a where a.tournament_id = t.id)
	and not exists (
		select from farm.summaries s where s.tournament_id = t.id and s.game_id = g.id)

-- name: count_unsummed()
-- gives: row(games bigint)
select count(*) {unsummed};

-- name: read_unsummed(above bigint, most int)
-- gives: rows
-- next: unsummed(struct unsummed: game, tournament, map)
select g.id, t.id, t.map_id {unsummed} and g.id > $1 order by g.id limit $2;

-- name: summary_type()
select 'farm.written_summary'::regtype::oid;

-- name: put_summaries(games bigint[], summaries farm.written_summary[])
select farm.summaries_put($1, $2);
