-- phases: a phase is (year - 1901) * 5 + its place in the year: 0 S1901M, 1 S1901R, 2 F1901M,
-- 3 F1901R, 4 W1901A (lib/board/board.h). Only this file knows these numbers.

create or replace function farm.first_year() returns int
language sql immutable parallel safe return 1901;
comment on function farm.first_year is 'The year of the first phase of a standard game: 1901.';

create or replace function farm.phase_year(phase smallint) returns int
language sql immutable parallel safe return farm.first_year() + phase / 5;
comment on function farm.phase_year is 'The year of a phase.';

create or replace function farm.phase_of_year(year int) returns int
language sql immutable parallel safe return (year - farm.first_year()) * 5;
comment on function farm.phase_of_year is 'The first phase of a year, as a number.';

create or replace function farm.phase_is_move(phase smallint) returns boolean
language sql immutable parallel safe return phase % 5 in (0, 2);
comment on function farm.phase_is_move is 'Whether units move in this phase.';

create or replace function farm.phase_is_retreat(phase smallint) returns boolean
language sql immutable parallel safe return phase % 5 in (1, 3);
comment on function farm.phase_is_retreat is 'Whether dislodged units retreat in this phase.';

create or replace function farm.phase_is_adjustment(phase smallint) returns boolean
language sql immutable parallel safe return phase % 5 = 4;
comment on function farm.phase_is_adjustment is
	'Whether powers build and remove units in this phase.';

create or replace function farm.phase_name(phase smallint) returns text
language sql immutable parallel safe
	return substr('SSFFW', phase % 5 + 1, 1) || farm.phase_year(phase)
	       || substr('MRMRA', phase % 5 + 1, 1);
comment on function farm.phase_name is 'A phase''s name: S1901M, F1901R, W1901A.';

-- The thesis's round: two a year, from 0.
create or replace function farm.phase_round(phase smallint) returns int
language sql immutable parallel safe return phase / 5 * 2 + (phase % 5 >= 2)::int;
comment on function farm.phase_round is
	'The round of a phase: the number of movement phases up to it, including itself.';
