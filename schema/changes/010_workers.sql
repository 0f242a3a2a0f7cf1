-- 010_workers: what each worker is: the version of its program, and its threads. So aresctl workers can say which host runs
-- what, while some hosts still have an older version.
--
-- Both are null for workers of a version before this.
alter table farm.workers
	add column version text,
	add column threads int check (threads between 1 and 1024);
comment on column farm.workers.version is
	'The version of its program, with the commit; null: one before there was this column.';
comment on column farm.workers.threads is
	'How many threads it thinks on (aresd --threads); null: as above.';
