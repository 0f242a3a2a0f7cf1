-- Squares of a player among players that are drawn by chance.
--
--   build/aresctl query population [POPULATION]
--   build/aresctl psql -v p=NAME -f sql/population.sql
--
--   p=POPULATION   the population's name
--
-- It is a population as aresctl experiment population makes it; without a name it is the latest.
-- The first row is the tested player, which has a seat in each game. The score of a seat is 1 for
-- a solo and 0 for the others; without a solo, the square of the centres, divided by the sum of all
-- powers' squares. It is shown as the mean over the seats, with a 95 % interval by game.
select format('Squares in a population: %s, %s of %s games are played', :'p', count(*) filter (
	where g.state = 'finished'), count(*))
from farm.tournaments t join farm.games g on g.tournament_id = t.id
where substring(t.name from '^(.+)-y[0-9]+$') = farm.question_subject('population', :'p')
      and not t.dropped
\g (tuples_only=on format=unaligned)
with seats as (
	select s.tournament_id, s.number, u.label as player,
	       starts_with(t.players, u.label || ',') as tested, s.fate = 'win' as won,
	       case when s.solo then (s.fate = 'win')::int::float8 else s.value end as score
	from farm.scores s
	join farm.tournaments t on t.id = s.tournament_id
	join farm.users u on u.id = s.user_id
	where s.score = 'squares' and substring(s.tournament from '^(.+)-y[0-9]+$') = :'p'),
games as (
	select player, tested, sum(score) as score, count(*) as seats,
	       count(*) filter (where won) as solos
	from seats group by player, tested, tournament_id, number),
means as (
	select player, sum(score) / sum(seats) as mean from games group by player)
select player, count(*) as games, sum(seats) as seats, round(100 * mean::numeric, 1) as "score %",
       round((100 * farm.interval95(stddev_samp(score - mean * seats), count(*)) / avg(seats))
             ::numeric, 1) as "+-", sum(solos) as solos
from games join means using (player)
group by player, mean, tested
order by tested desc, mean desc, player;
