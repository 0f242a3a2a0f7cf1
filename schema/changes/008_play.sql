-- 008_play: people may ask for hints. A term of the tournament, as deadlines are: all people of a game
-- may, or none.

alter table farm.tournaments add column hints boolean not null default false;
comment on column farm.tournaments.hints is
	'Whoever plays a seat by link may ask what Ares would order in his place (aresctl game create '
	'--hints).';

-- It returns a column more. aresctl init makes it anew (schema/web.sql).
drop function if exists web.seat(bytea);
