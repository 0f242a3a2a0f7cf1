-- Time of the judge, by conclusive stage (thesis, table 2).
--
--   build/aresctl psql -v t=NAME -f sql/resolution.sql
--
-- Without -v t=NAME: the latest tournament.
\if :{?t}
\else
select name as t from farm.tournaments order by id desc limit 1 \gset
\endif
\echo Time of the judge, by conclusive stage (thesis, table 2): :t
select conclusive_stage, boards, percent as "%", average_ns, median_ns, average_orders, ns_an_order
from farm.resolution where tournament = :'t' order by stage nulls last;
