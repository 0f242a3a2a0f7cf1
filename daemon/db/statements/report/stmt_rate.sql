-- The statements of stmt_rate.c. $1 has names of tournaments, separated by tabs.

-- name: read_rated(tournaments text)
-- gives: answer(struct rated_tournament: name, rules, counted, repeated)
select t.name, t.rules,
	concat_ws('; ', coalesce(l.said, l.counted || ' games count'), c.by_fault_said),
	coalesce(r.games, 0)::int
from farm.tournaments t
join farm.left_out l on l.tournament = t.name
join farm.counted c on c.tournament = t.name
left join (
	select b.tournament_id, count(*) * max(n.block) as games
	from farm.complete_blocks(string_to_array($1, E'\t')) b
	join farm.tournaments n on n.id = b.tournament_id
	where b.repeats
	group by b.tournament_id) r on r.tournament_id = t.id
where t.name = any (string_to_array($1, E'\t')) and not t.dropped
order by t.id;

-- By block, choice and player.
-- name: read_choices(tournaments text, score text)
select dense_rank() over (order by tournament_id, block)::int,
	dense_rank() over (order by tournament_id, block, game, place)::int,
	(dense_rank() over (order by player collate "C") - 1)::int,
	player, game, place, seats, share, wins
from farm.choices(string_to_array($1, E'\t'), $2)
order by 2, 3;

-- Student's t for the interval of a player with this number of blocks.
-- name: read_quantile(blocks int)
select farm.student_t(0.05, greatest(1, $1 - 1));

-- name: read_heads(tournaments text, score text)
-- gives: answer(struct rated_head: player, opponent, share, fair, low, high)
select player, opponent, share, expected, low, high
from farm.head_to_head(string_to_array($1, E'\t'), $2)
order by player collate "C", opponent collate "C";

-- name: read_scores(tournaments text)
-- gives: answer(struct rated_score: player, fair, thesis, squares, daide, solos)
select player, coalesce(round(fair::numeric, 1)::text, ''),
	coalesce(round(thesis::numeric, 1)::text, ''), coalesce(round(squares::numeric, 1)::text, ''),
	coalesce(round(daide::numeric, 3)::text, ''), coalesce(round(solos::numeric, 1)::text, '')
from farm.score_table(string_to_array($1, E'\t'));

-- name: print_tables(tournaments text, score text)
-- gives: text
select translate(concat('"scores": ', (
		select json_agg(s) from farm.score_table(string_to_array($1, E'\t')) s), ', "heads": ', (
		select json_agg(h order by h.player collate "C", h.opponent collate "C")
		from farm.head_to_head(string_to_array($1, E'\t'), $2) h)), E'\n', '');

-- name: may_store()
select has_table_privilege('farm.ratings', 'insert')
	and has_table_privilege('farm.ratings', 'delete')
	and current_setting('transaction_read_only') = 'off';

-- part: ids
(select array_agg(t.id order by t.id) from farm.tournaments t
	where t.name = any (string_to_array($1, E'\t')) and not t.dropped)

-- name: forget(tournaments text, score text)
delete from farm.ratings where tournaments = {ids} and score = $2;

-- name: store(tournaments text, score text, player text, rating text, low text, high text,
--     error text, games int, seats int, wins int)
insert into farm.ratings (tournaments, score, player, rating, low, high, error, games, seats, wins)
select {ids}, $2, $3, $4::float8, $5::float8, $6::float8, $7::float8, $8, $9, $10
on conflict do nothing;
