-- The statements of stmt_report.c.

-- name: find_report(tournament text)
select id from farm.tournaments where name = $1 and not dropped;

-- script: open_report
begin transaction isolation level repeatable read, read only;

-- To compile such questions takes longer than to run them, and their sums fit into so much memory.
-- name: tune_report()
select set_config('jit', 'off', true), set_config('work_mem', '64MB', true);

-- script: close_report
rollback;

-- script: mark_report
savepoint report;

-- script: return_report
rollback to savepoint report;

-- A difference d in [-1, 1] counts as the share (1 + d) / 2, so that its interval is that of
-- farm.share95.
-- name: pair_reports(one int, other int)
with pair as (
	select a.id as one, b.id as other, a.block, least(a.games, b.games) as games
	from farm.tournaments a, farm.tournaments b
	where a.id = $1 and b.id = $2 and (a.map_id, a.block, a.team) = (b.map_id, b.block, b.team)
		and farm.tournament_seed(a.id) = farm.tournament_seed(b.id)),
seat as (
	select g.tournament_id, g.number, s.power, s.user_id
	from pair p
	join farm.games g on g.tournament_id in (p.one, p.other) and g.number <= p.games
	join farm.seats s on s.game_id = g.id),
same as (
	select coalesce(bool_and(two and equal), false) as seats
	from (
		select count(*) = 2 as two, min(user_id) = max(user_id) as equal
		from seat
		group by number, power) e),
gained as (
	select b.tournament_id, b.block, b.user_id, b.share
	from pair p
	cross join same
	join farm.blocks b on b.tournament_id in (p.one, p.other) and b.complete
	where same.seats),
both_have as (
	select a.user_id, a.share as one, b.share as other
	from pair p
	join gained a on a.tournament_id = p.one
	join gained b on b.tournament_id = p.other and (b.block, b.user_id) = (a.block, a.user_id)),
sums as (
	select user_id, count(*) as n, avg(one) as one, avg(other) as other,
		sum((1 + other - one) / 2) as shares, sum(((1 + other - one) / 2) ^ 2) as squares
	from both_have
	group by user_id)
select u.label, (100 * one)::text, (100 * other)::text, (100 * (other - one))::text,
	(100 * (2 * i.low - 1))::text, (100 * (2 * i.high - 1))::text, i.p::text, n::text, 'paired'
from sums
join farm.users u on u.id = sums.user_id
cross join lateral farm.share95(n, shares, squares, 0.5) i
order by u.label collate "C";
