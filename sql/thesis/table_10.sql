-- The cases of appendix E: times, stages (thesis, table 10).
--
--   build/aresctl query thesis/table_10 [RUN]
--   build/aresctl psql -v run=NAME -f sql/thesis/table_10.sql
--
--   run=RUN   the run's name
--
-- It compares a run of ours with the thesis; without a name it is the latest run of aresctl
-- experiment cases. Make one of the thesis's cases with
--   build/aresctl experiment cases NAME --rules thesis \
--     tests/cases/rulebook.cases tests/cases/thesis.cases
--
-- Our times are medians of repetitions with warm caches, less the time of reading the clock. The
-- printed stage is the thesis's. The literal stage is that of a literal reading of section 3.2, if
-- it differs (tests/cases/README.md). A skipped case is marked doubt: the thesis gives two outcomes
-- for it.
--
-- The second table is by printed stage, and over all: how many stages are the printed ones, the
-- literal ones, or neither; mean times; "times": how many times faster ours are, as the geometric
-- mean over cases with its 95 % interval; r: the correlation of the logarithms of the times, with
-- its interval (Fisher's). The last table says whose preferences the outcomes meet (section 4.3).
select 'The test cases of appendix E (thesis, table 10): ' || farm.question_subject('run', :'run')
\g (tuples_only=on format=unaligned)
select p.id as "case", p.microseconds as "thesis us", name[1 + p.stage] as stage,
       c.median_ns - (select clock_ns from farm.case_runs r where r.id = c.run_id) as ns, c.orders,
       name[1 + c.stage] as stage,
       case when c.stage = p.stage then 'printed' when c.stage = c.literal_stage then 'literal'
            when c.stage is not null then 'neither' end as "our stage is",
       c.outcome, p.author
from farm.thesis_table_10 p
left join (select * from farm.case_results
           where run_id = (select id from farm.case_runs where name = :'run')) c
	using (file, id)
cross join (values ('{none,conditioning,substitution,supposition,paradox}'::text[])) stage (name)
order by file, substring(p.id from '^\d+\.\w+'), substring(p.id from '\d+$')::int;
with played as (
	select p.stage as printed, p.microseconds, c.stage, c.literal_stage, c.orders,
	       greatest(1, c.median_ns - r.clock_ns) as ns
	from farm.thesis_table_10 p
	join farm.case_results c using (file, id)
	join farm.case_runs r on r.id = c.run_id
	where r.name = :'run' and c.median_ns is not null),
summed as (
	select printed, count(*) as cases, count(*) filter (where stage = printed) as as_printed,
	       count(*) filter (where stage <> printed and stage = literal_stage) as literal,
	       count(*) filter (where stage <> printed
	                        and stage is distinct from literal_stage) as neither,
	       avg(microseconds) as us, avg(ns) as ns,
	       sum(microseconds)::float8 / sum(orders) as us_an_order,
	       sum(ns)::float8 / sum(orders) as ns_an_order,
	       avg(ln(1000.0 * microseconds / ns))::float8 as times,
	       farm.interval95(stddev_samp(ln(1000.0 * microseconds / ns))::float8,
	                       count(*)) as times95,
	       corr(ln(microseconds), ln(ns)) as r
	from played group by grouping sets ((printed), ()))
select coalesce(farm.stage_name(printed), 'any stage') as "printed stage",
       cases, as_printed as printed, literal, neither, round(us) as "thesis us", round(ns) as ns,
       round(us_an_order::numeric) as "us an order",
       round(ns_an_order::numeric, 1) as "ns an order", round(exp(times)::numeric) as times,
       round(exp(times - times95)::numeric) as low, round(exp(times + times95)::numeric) as high,
       round(r::numeric, 2) as r,
       case when cases > 3
            then round(tanh(atanh(r) - 1.96 / sqrt(cases - 3))::numeric, 2) end as low,
       case when cases > 3
            then round(tanh(atanh(r) + 1.96 / sqrt(cases - 3))::numeric, 2) end as high
from summed order by summed.printed nulls last;
select p.author, count(*) as cases, count(*) filter (where c.outcome = 'passed') as passed,
       count(*) filter (where c.outcome = 'skipped') as skipped,
       count(*) filter (where c.outcome = 'failed') as failed
from farm.thesis_table_10 p
left join (select * from farm.case_results
           where run_id = (select id from farm.case_runs where name = :'run')) c
	using (file, id)
group by p.author order by cases desc, p.author;
