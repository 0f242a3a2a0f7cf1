-- 999_later: a change that db/migrate makes up, with what a change of the schema can have.
-- aresctl_later is aresctl with this one after the others.

alter table farm.games add column mood text not null default 'calm';
create table farm.moods (mood text primary key);
insert into farm.moods select distinct mood from farm.games;
alter table farm.games add foreign key (mood) references farm.moods;
create index games_moods on farm.games (mood) where state = 'finished';
alter table farm.boards add column weather int[];
alter table farm.boards add check (cardinality(weather) = cardinality(units));
alter table farm.tournaments alter column weight type int;
-- the view farm.thesis_results has this column
alter table farm.thesis_table_12 alter column rounds type bigint;
