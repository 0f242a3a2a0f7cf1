-- How often players found a shared value, by phase.
--
--   build/aresctl query knowledge [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/knowledge.sql
--
-- Without a name it is about the latest tournament. One row for each kind of value and phase of a
-- game: how often a value was looked up, how often it was found, and the share that was found.
select 'Shared values by phase: ' || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select l.kind, farm.phase_name(l.phase) as phase, l.asked, l.known,
       round(100.0 * l.known / l.asked, 1) as "known %"
from farm.lookups l join farm.tournaments t on t.id = l.tournament_id
where t.name = :'t' order by l.kind, l.phase;
