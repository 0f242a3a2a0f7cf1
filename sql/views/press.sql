-- press: the messages of players, for those who may read them.

-- The messages that each seat's player may read: those that it wrote, and those to it or to all. A
-- message that did not become readable before its game was over is excluded. Only functions and
-- views that know the player read this.
create view farm.letters as
select x.game_id as game, g.number, s.power as reader, s.user_id, m.powers[1 + s.power] as power,
       coalesce(x.phase, g.asked) as phase_number,
       farm.phase_name(coalesce(x.phase, g.asked)) as phase, x.round,
       m.powers[1 + x.sender] as sender, farm.powers_named(m.powers, x.recipients) as recipients,
       x.text, x.sent_at
from farm.messages x
join farm.games g on g.id = x.game_id and (x.phase is not null or g.state = 'waiting')
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
join farm.seats s on s.game_id = g.id
                 and (x.sender = s.power or x.recipients is null
                      or x.recipients >> s.power & 1 = 1);

comment on view farm.letters is
	'The messages of each seat: those that its player wrote, and those to it or to all.';
comment on column farm.letters.reader is 'The number of the power whose player may read it.';
comment on column farm.letters.user_id is 'That player.';
comment on column farm.letters.power is 'That power: FRA.';
comment on column farm.letters.phase is 'The first phase in which it can be read: S1901M.';
comment on column farm.letters.recipients is
	'The powers that it was sent to, without the sender; null: all.';

create view farm.messages_told with (security_barrier) as
select t.id as tournament_id, t.name as tournament, x.game_id as game, g.number, x.phase,
       farm.phase_name(x.phase) as phase_name, x.round, m.powers[1 + x.sender] as sender,
       x.text, x.sent_at
from farm.messages x
join farm.games g on g.id = x.game_id and g.state = 'finished'
join farm.tournaments t on t.id = g.tournament_id and not t.dropped
join farm.maps m on m.id = t.map_id
where x.recipients is null and x.phase is not null;

comment on view farm.messages_told is 'The messages to all players in finished games.';
