-- costs: the reported costs of bots' decisions.

-- In all games, including unfinished ones.
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
	'The costs of each player of a tournament, by model, as reported by its bots.';
comment on column farm.cost_sums.model is 'The bot''s name for its model; may be empty.';
comment on column farm.cost_sums.decisions is 'Decisions that reported a cost.';
comment on column farm.cost_sums.games is 'Games with such decisions.';
comment on column farm.cost_sums.tokens_in is 'Tokens that the model read.';
comment on column farm.cost_sums.tokens_out is 'Tokens that it wrote.';
comment on column farm.cost_sums.dollars is 'The cost of all of them, in dollars.';
comment on column farm.cost_sums.dollars_a_game is
	'The average cost of one of these games, in dollars.';
