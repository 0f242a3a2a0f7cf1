-- costs: the reported costs of bots' decisions.

-- The costs of each player of a tournament, by model, in all games, including unfinished ones.
create view farm.cost_sums as
select t.name as tournament, t.id as tournament_id, u.label as player, c.model,
       count(*) as decisions, count(distinct c.game_id) as games,
       sum(c.tokens_in)::bigint as tokens_in, sum(c.tokens_out)::bigint as tokens_out,
       sum(c.dollars) as dollars,
       round(sum(c.dollars) / count(distinct c.game_id), 6) as dollars_a_game
from farm.costs c
join farm.tournaments t on t.id = c.tournament_id and not t.dropped
join farm.seats s on s.game_id = c.game_id and s.power = c.power
join farm.users u on u.id = s.user_id
group by t.name, t.id, u.label, c.model;

comment on view farm.cost_sums is
	'What each player of a tournament cost, by model, as the bots say.';
comment on column farm.cost_sums.model is 'What the bot calls its model; may be empty.';
comment on column farm.cost_sums.decisions is 'Decisions that named a cost.';
comment on column farm.cost_sums.games is 'Games with such decisions.';
comment on column farm.cost_sums.tokens_in is 'Tokens that the model read.';
comment on column farm.cost_sums.tokens_out is 'Tokens that it wrote.';
comment on column farm.cost_sums.dollars is 'What all of it cost.';
comment on column farm.cost_sums.dollars_a_game is 'The same for one of these games.';
