-- 001_cases: runs of test cases (aresctl experiment cases).

create table farm.case_runs (
	id          int generated always as identity primary key,
	name        text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$'),
	judge       text not null check (judge ~ '^[a-z]+$'),
	rules       text check (rules ~ '^[a-z][a-z0-9]*$'),
	repetitions int not null check (repetitions > 0),
	clock_ns    int not null check (clock_ns >= 0),
	created_at  timestamptz not null default now()
);
comment on table farm.case_runs is 'Runs of test cases by one judge.';
comment on column farm.case_runs.id is 'The run.';
comment on column farm.case_runs.name is 'Its name, of 1 to 63 characters.';
comment on column farm.case_runs.judge is 'The judge, a row of lib/judges/judges.def.';
comment on column farm.case_runs.rules is 'The rule set; null: each case has its own.';
comment on column farm.case_runs.repetitions is
	'How many times each case was resolved to time it; from 1.';
comment on column farm.case_runs.clock_ns is
	'Nanoseconds that reading the clock adds to every time: the median of as many readings as '
	'there are repetitions.';
comment on column farm.case_runs.created_at is 'When it began.';

create table farm.case_results (
	run_id        int not null references farm.case_runs on delete cascade,
	file          text not null,
	id            text not null,
	rules         text,
	outcome       text not null check (outcome in ('passed', 'failed', 'skipped')),
	reason        text,
	stage         smallint not null check (stage between 0 and 4),
	given_stage   smallint check (given_stage between 1 and 4),
	literal_stage smallint check (literal_stage between 1 and 4),
	orders        smallint,
	median_ns     int,
	min_ns        int,
	primary key (run_id, file, id),
	check (num_nulls(orders, median_ns, min_ns) in (0, 3)),
	check ((outcome = 'passed') = (reason is null))
);
comment on table farm.case_results is
	'A case of a run. Its times are over all repetitions. A case that is marked doubt is skipped, '
	'but timed.';
comment on column farm.case_results.run_id is 'The run.';
comment on column farm.case_results.file is 'The case file, without its folders.';
comment on column farm.case_results.id is 'The case in that file.';
comment on column farm.case_results.rules is 'The rule set it was played by; null: not known here.';
comment on column farm.case_results.outcome is 'passed, failed or skipped.';
comment on column farm.case_results.reason is
	'What differs, or why it was skipped; null: it passed.';
comment on column farm.case_results.stage is
	'The last stage that the judge reached, 0 to 4 (lib/judge.h).';
comment on column farm.case_results.given_stage is
	'The stage that the thesis''s appendix E gives, 1 to 4; null: none.';
comment on column farm.case_results.literal_stage is
	'The stage by section 3.2 of the thesis taken literally, 1 to 4; null: the case file has none.';
comment on column farm.case_results.orders is
	'Orders of its movement phases; null: it was not timed.';
comment on column farm.case_results.median_ns is
	'Nanoseconds that the judge took for its movement phases together, the median; null: it was '
	'not timed.';
comment on column farm.case_results.min_ns is 'The least of those; null: it was not timed.';
