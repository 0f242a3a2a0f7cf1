-- How the games of each power ended, and when it won.
--
--   build/aresctl query fates [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/fates.sql
--
-- Without a name it is about the latest tournament. centres: on the final board, on average. 10 %:
-- a tenth of the wins took at most this number of years.
select 'How the games of each power ended, and after how many years it won: '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
with fates as (
	select power, fate, centres, (rounds + 1) / 2 as years from farm.results
	where tournament = :'t')
select power, count(*) as games, count(*) filter (where fate = 'win') as wins,
       count(*) filter (where fate = 'draw') as draws,
       count(*) filter (where fate = 'survival') as survived,
       count(*) filter (where fate = 'elimination') as eliminated,
       round(avg(centres), 2) as centres,
       percentile_disc(0.1) within group (order by years) filter (where fate = 'win') as "10 %",
       percentile_disc(0.5) within group (order by years)
           filter (where fate = 'win') as "years to a win",
       percentile_disc(0.9) within group (order by years) filter (where fate = 'win') as "90 %"
from fates group by power order by power;
select 'Draws, by how many shared them:' \g (tuples_only=on format=unaligned)
with shared as (
	select count(*) as sharing, max(rounds + 1) / 2 as years,
	       string_agg(power, ' ' order by power) as powers
	from farm.results where tournament = :'t' and fate = 'draw' group by number)
select sharing, powers, count(*) as draws,
       percentile_disc(0.5) within group (order by years) as years
from shared group by sharing, powers order by sharing desc, draws desc, powers;
