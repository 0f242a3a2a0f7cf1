-- 014_votes: players of any kind vote for a draw.

alter table farm.draw_votes add column fresh boolean not null default false;
create index draw_votes_fresh on farm.draw_votes (game_id) where fresh;
comment on column farm.draw_votes.fresh is 'No farm.draws_take has looked at it.';
