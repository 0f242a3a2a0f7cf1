-- absences: what computers played in the place of external players who were absent.
create view farm.stand_ins as
select t.name as tournament, t.id as tournament_id, g.id as game, g.number,
       m.powers[1 + o.power] as power, u.label as player, min(i.label) as stand_in,
       count(*) as phases, farm.phase_name(min(o.phase)) as first,
       farm.phase_name(max(o.phase)) as last
from farm.taken_orders o
join farm.games g on g.id = o.game_id
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
join farm.users i on i.id = o.stand_in
join farm.seats s on s.game_id = g.id and s.power = o.power
join farm.users u on u.id = s.user_id
where o.played_at is not null
group by t.id, g.id, m.id, o.power, u.id;

comment on view farm.stand_ins is
	'What a player of the farm has played in the place of an absent one: a row for each seat.';
comment on column farm.stand_ins.tournament is 'The tournament''s name.';
comment on column farm.stand_ins.tournament_id is 'The tournament: tournaments.id.';
comment on column farm.stand_ins.game is 'The game: games.id.';
comment on column farm.stand_ins.number is 'The game''s number in the tournament, from 1.';
comment on column farm.stand_ins.power is 'The power: FRA.';
comment on column farm.stand_ins.player is 'The absent player.';
comment on column farm.stand_ins.stand_in is 'The player of the farm that ordered instead.';
comment on column farm.stand_ins.phases is 'In how many phases it did so.';
comment on column farm.stand_ins.first is 'The first of them: S1901M.';
comment on column farm.stand_ins.last is 'The last of them.';
