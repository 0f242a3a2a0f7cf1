-- remarks: what readers of a tournament's standings must know.
create view farm.remarks as
select n.name as tournament, r.place, r.said
from farm.tournaments n
cross join lateral (
	select 1, l.said from farm.left_out l where l.tournament = n.name
	union all
	select 2, c.by_fault_said from farm.counted c where c.tournament = n.name
	union all
	select 3, format('%s was absent: %s', i.player, i.said)
	from farm.stand_ins_told i where i.tournament = n.name
	union all
	select 4, s.said from farm.stopping_told s where s.tournament = n.name
	union all
	-- of many games the first tell
	select 5, 'Players kept their powers in all games, so points depend on powers, too: '
	          'see --rotate.'
	from (select s.power, count(distinct s.user_id) as users, min(s.user_id) as one
	      from farm.games g
	      join farm.seats s on s.game_id = g.id
	      where g.tournament_id = n.id and g.number between 1 and 50 and n.block = 1 and n.team = 0
	      group by s.power) p
	having max(users) = 1 and count(distinct one) > 1) r (place, said)
where not n.dropped and r.said is not null;

comment on view farm.remarks is 'What readers of the standings of a tournament must know.';
comment on column farm.remarks.place is
	'1: which games do not count; 2: faults of bots; 3: absent players; 4: the stopping rule; '
	'5: players kept their powers.';
comment on column farm.remarks.said is 'The remark, a sentence or a part of one.';
