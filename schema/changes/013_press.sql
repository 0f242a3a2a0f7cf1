-- 013_press: what the players of a game write to each other.

alter table farm.tournaments add column press text not null default 'none'
	check (press in ('none', 'public', 'private'));
alter table farm.tournaments add column press_rounds smallint not null default 0
	check (press_rounds between 0 and 10);
comment on column farm.tournaments.press is
	'Whether players may write to each other. none: they may not. public: to all at once only. '
	'private: to any.';
comment on column farm.tournaments.press_rounds is
	'How many times the bots of a game may write before the orders of a movement phase; 0: never.';

create table farm.messages (
	game_id    bigint not null references farm.games on delete cascade,
	phase      smallint check (phase >= 0),
	round      smallint not null default 0 check (round between 0 and 10),
	sender     smallint not null check (sender between 0 and 6),
	recipients smallint check (recipients between 1 and 127),
	text       text not null check (text <> '' and octet_length(text) <= 4096),
	sent_at    timestamptz not null
);
create index messages_of_games on farm.messages (game_id, phase);
comment on table farm.messages is
	'What the players of games wrote to each other. In a phase they are sorted by sent_at and sender.';
comment on column farm.messages.game_id is 'The game.';
comment on column farm.messages.phase is
	'The phase in which the recipients could read it first, as in boards; null: the open one, which '
	'was not taken yet, or the game is over without it.';
comment on column farm.messages.round is
	'Of a bot: in which round it wrote before the orders, from 1. Of others: 0.';
comment on column farm.messages.sender is 'The number of the power that wrote it.';
comment on column farm.messages.recipients is
	'The powers that it is for, as bits, without the sender; null: all.';
comment on column farm.messages.text is 'What it says.';
comment on column farm.messages.sent_at is 'When it was sent.';

-- a claim's terms have both from now on
drop function if exists farm.games_claim(bigint, int);
