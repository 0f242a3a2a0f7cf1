-- Squares against par, power by power: the league of 2026.
--
--   build/aresctl query league [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/league.sql
--
-- Without a name it is about the latest tournament. The player is the one with the fewest seats
-- (--team 1); games end with autumn 1910 (--rounds 20). The score is 1 for a solo and 0 for the
-- others; without a solo, the square of the centres, divided by the sum of all powers' squares.
-- par: the mean score of this power over 1,238 seats of the league's own players, who had press.
select 'Squares against par, one power a game: ' || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
with seats as (
	select m.powers[1 + s.power] as power, u.label as player,
	       case when s.solo then (s.fate = 'win')::int::float8 else s.value end as score,
	       s.fate = 'win' as won,
	       count(*) over (partition by u.label) as many
	from farm.scores s
	join farm.tournaments t on t.id = s.tournament_id
	join farm.maps m on m.id = t.map_id
	join farm.users u on u.id = s.user_id
	where s.tournament = :'t' and s.score = 'squares'),
tested as (
	select * from seats where player = (select player from seats order by many, player limit 1)),
par (power, par) as (
	values ('AUS', 0.099), ('ENG', 0.090), ('FRA', 0.290), ('GER', 0.114), ('ITA', 0.119),
	       ('RUS', 0.114), ('TUR', 0.191))
select player, coalesce(power, 'all') as power, count(*) as games,
       round(avg(score)::numeric, 3) as score,
       round(farm.interval95(stddev_samp(score), count(*))::numeric, 3) as "+-",
       round(avg(par), 3) as par, round(avg(score - par)::numeric, 3) as "above par",
       count(*) filter (where won) as solos
from tested left join par using (power)
group by grouping sets ((player, power), (player))
order by grouping(power), power;
