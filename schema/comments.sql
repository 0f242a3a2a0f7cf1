-- Columns that mean the same in every view: a view's column of this name and type without a comment
-- of its own gets the one below.
do $$
declare
	plain record;
begin
	for plain in
		select c.oid::regclass as name, a.attname, words.text
		from (values
			('action', 'text',
			 'hold, move, support, convoy, retreat, disband, build, remove or waive.'),
			('aux', 'text',
			 'The area of the unit that it supports or convoys; null: none.'),
			('block', 'integer', 'The number of its block, from 1: see tournaments.block.'),
			('blocks', 'bigint', 'Complete blocks of games: see tournaments.block.'),
			('board', 'text[]', 'The units of all powers, except dislodged ones: "FRA A par".'),
			('centres', 'smallint', 'Supply centres on the final board.'),
			('centres', 'text[]', 'The centres of all powers: "FRA par".'),
			('coast', 'text', 'The coast: nc, sc, ec; null: the province has at most one.'),
			('complete', 'boolean', 'Whether all games of the block are finished.'),
			('deadline', 'timestamp with time zone', 'When the turn ends; null: never.'),
			('dislodged', 'boolean', 'Whether the unit was dislodged.'),
			('dislodged', 'text[]', 'All dislodged units: "FRA A par"; null: none.'),
			('draws', 'bigint', 'Seats that shared a draw.'),
			('due', 'smallint', 'How many orders are due.'),
			('eliminations', 'bigint', 'Seats that had no unit left at the end.'),
			('expected', 'double precision',
			 'Its part of the seats in complete blocks, from 0 to 1.'),
			('fate', 'text', 'win, draw, survival (another power won) or elimination.'),
			('final', 'boolean', 'Whether the submitted orders are final.'),
			('game', 'bigint', 'The game: games.id.'),
			('games', 'bigint', 'Finished games of the tournament.'),
			('high', 'numeric', 'The upper end of the 95 % interval.'),
			('left_out', 'bigint',
			 'Finished games of blocks that are not complete: intervals do not count them.'),
			('legal', 'text[]', 'All legal orders.'),
			('low', 'numeric', 'The lower end of the 95 % interval.'),
			('needed', 'bigint',
			 'Games needed to tell such a difference from chance in four tournaments of five.'),
			('number', 'integer', 'The game''s number in the tournament, from 1.'),
			('opponent', 'text', 'The other player.'),
			('owner', 'text', 'The power that owns it: FRA; null: none yet.'),
			('p', 'numeric',
			 'The probability that chance gives a value at least this far from the expected one.'),
			('per_seat', 'numeric', 'Its points, divided by its seats.'),
			('phase', 'smallint', 'The phase as a number that sorts: see boards.phase.'),
			('phase', 'text', 'The phase: S1901M, F1901R, W1901A.'),
			('phase_name', 'text', 'The phase: S1901M, F1901R, W1901A.'),
			('phase_number', 'smallint', 'The phase as a number that sorts.'),
			('player', 'text', 'The player.'),
			('points', 'double precision',
			 '1 for a win; in a draw the survivors share one point.'),
			('power', 'smallint', 'The number of the power: its place in maps.powers, from 0.'),
			('power', 'text', 'The power: FRA.'),
			('powers', 'integer', 'How many powers the map has.'),
			('powers', 'text', 'The powers that the row is about.'),
			('round', 'smallint', 'For a bot: the round in which it wrote, from 1. For others: 0.'),
			('rounds', 'integer', 'How many rounds the game took, two per year.'),
			('said', 'text', 'What was altered: GER: A mun - bur.'),
			('score', 'text', 'thesis, squares, daide or solos: see farm.scores.'),
			('seats', 'bigint', 'How many seats it had.'),
			('sender', 'text', 'The power that wrote it.'),
			('sent_at', 'timestamp with time zone', 'When it was sent.'),
			('solo', 'boolean', 'Whether one power won the game.'),
			('squares', 'double precision', 'The sum of the squares of these shares.'),
			('submitted', 'text[]', 'The orders submitted so far; null: none.'),
			('survivals', 'bigint', 'Seats that survived while another power won.'),
			('text', 'text', 'The text of the message.'),
			('to', 'text',
			 'The area that it goes to. For a support or convoy: where the helped unit goes; null: '
			 'none.'),
			('tournament', 'text', 'The tournament''s name.'),
			('tournament_id', 'integer', 'The tournament: tournaments.id.'),
			('type', 'text', 'A: an army. F: a fleet.'),
			('units', 'text[]', 'The power''s own units: "A par".'),
			('user_id', 'integer', 'The player: users.id.'),
			('verdict', 'text', 'The conclusion, in words.'),
			('wins', 'bigint', 'Seats that won.')) words (name, type, text)
		join pg_attribute a on a.attname = words.name and not a.attisdropped
		     and a.atttypid = words.type::regtype
		join pg_class c on c.oid = a.attrelid and c.relkind = 'v'
		     and c.relnamespace in ('farm'::regnamespace, 'api'::regnamespace)
		where col_description(c.oid, a.attnum) is null
	loop
		execute format('comment on column %s.%I is %L', plain.name, plain.attname, plain.text);
	end loop;
end $$;
