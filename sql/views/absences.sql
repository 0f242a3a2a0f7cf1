-- absences: phases in which substitutes ordered for absent external players.
create view farm.stand_ins as
select t.name as tournament, t.id as tournament_id, g.id as game, g.number,
       m.powers[1 + o.power] as power, u.label as player, min(i.label) as stand_in,
       count(*) as phases, farm.phase_name(min(o.phase)) as first,
       farm.phase_name(max(o.phase)) as last
from farm.taken_orders o
join farm.games g on g.id = o.game_id
join farm.tournaments t on t.id = g.tournament_id and not t.dropped and t.substitute is not null
join farm.maps m on m.id = t.map_id
join farm.users i on i.id = o.stand_in
join farm.seats s on s.game_id = g.id and s.power = o.power
join farm.users u on u.id = s.user_id
where o.played_at is not null
group by t.id, g.id, m.id, o.power, u.id;

comment on view farm.stand_ins is
	'The phases that a player of the farm played in place of an absent player: one row per '
	'seat.';
comment on column farm.stand_ins.player is 'The absent player.';
comment on column farm.stand_ins.stand_in is 'The player of the farm that ordered instead.';
comment on column farm.stand_ins.phases is 'In how many phases it did so.';
comment on column farm.stand_ins.first is 'The first of them: S1901M.';
comment on column farm.stand_ins.last is 'The last of them.';

create view farm.stand_ins_told as
select i.tournament, i.tournament_id, i.player, count(*) as seats, sum(i.phases)::bigint as phases,
       format('%s ordered in %s phase%s', string_agg(distinct i.stand_in, ', '), sum(i.phases),
              case when sum(i.phases) > 1 then 's' else '' end) as said
from farm.stand_ins i
group by i.tournament, i.tournament_id, i.player;

comment on view farm.stand_ins_told is
	'What the farm played in place of absent players: one row for each player of a tournament.';
comment on column farm.stand_ins_told.player is 'The absent player.';
comment on column farm.stand_ins_told.seats is 'Its seats that a player of the farm played.';
comment on column farm.stand_ins_told.phases is 'The number of phases, over all these seats.';
comment on column farm.stand_ins_told.said is 'The same in words: "trinity ordered in 3 phases".';
