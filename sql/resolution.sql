-- Time of the judge, by conclusive stage (thesis, table 2).
--
--   build/aresctl query resolution [TOURNAMENT]
--   build/aresctl psql -v t=NAME -f sql/resolution.sql
--
-- Without a name it is about the latest tournament.
select 'Time of the judge, by conclusive stage (thesis, table 2): '
       || farm.question_subject('tournament', :'t')
\g (tuples_only=on format=unaligned)
select conclusive_stage, boards, percent as "%", average_ns, median_ns, average_orders, ns_an_order
from farm.resolution where tournament = :'t' order by stage nulls last;
