-- 011_ratings: what aresctl rate found, for queries.

create table farm.ratings (
	tournaments int[] not null,
	score       text not null,
	player      text not null,
	rating      float8 not null,
	low         float8 not null,
	high        float8 not null,
	error       float8 not null check (error >= 0),
	games       bigint not null check (games > 0),
	seats       bigint not null,
	wins        bigint not null,
	rated_at    timestamptz not null default now(),
	primary key (tournaments, score, player)
);
comment on table farm.ratings is
	'The ratings that aresctl rate calculated last (daemon/db/record/rating.h), a row for each player.';
comment on column farm.ratings.tournaments is 'The tournaments rated together: their ids, ascending.';
comment on column farm.ratings.score is 'The score: one of farm.scores, or places.';
comment on column farm.ratings.player is 'The player: its label.';
comment on column farm.ratings.rating is 'Its rating, as Elo''s; the mean of the players is 0.';
comment on column farm.ratings.low is 'The lower end of the 95 % interval; may be -Infinity.';
comment on column farm.ratings.high is 'The upper end of the 95 % interval; may be Infinity.';
comment on column farm.ratings.error is 'The standard error of the rating.';
comment on column farm.ratings.games is 'Its games that count.';
comment on column farm.ratings.seats is 'Its seats in these games.';
comment on column farm.ratings.wins is 'Its seats that won.';
comment on column farm.ratings.rated_at is 'When it was calculated.';
