-- 002_thesis: the numbers of Booijink's thesis (2005) that stand in tables, so that comparing a tournament with them is
-- SQL too: sql/thesis/. One table each, named by the thesis's number. What it has as a picture alone is not here.

-- Resolutions that moved a game, by the stage that concluded them (numbers as in boards.resolve_stage; null is any).
-- None needed paradox elimination, says section 4.2. Table 9 has the same boards.
create table farm.thesis_table_2 (
	stage            smallint unique,
	conclusive_stage text primary key,
	boards           int not null,
	average_ms       numeric,
	average_orders   numeric,
	ms_an_order      numeric
);
insert into farm.thesis_table_2 values
	(1, 'decision conditioning', 2543, 2.1, 32.8, 0.06),
	(2, 'predicate substitution', 10518, 10.3, 32.1, 0.32),
	(3, 'predicate supposition', 262, 14.3, 32.2, 0.44),
	(4, 'paradox elimination', 0, null, null, null),
	(null, 'any stage', 13323, 8.8, 32.3, 0.27);

-- How long Ares thought about the German opening. Empty in the thesis: depth 3, age 40; depth 4, ages 30 and 40.
create table farm.thesis_table_3 (
	depth   int,
	age     int,
	seconds numeric not null,
	primary key (depth, age)
);
insert into farm.thesis_table_3 values
	(1, 10, 4.60), (1, 20, 12.7), (1, 30, 26.8), (1, 40, 40.0),
	(2, 10, 54.1), (2, 20, 225), (2, 30, 503), (2, 40, 3570), (3, 10, 482), (3, 20, 15500), (3, 30, 23700),
	(4, 10, 6830), (4, 20, 39700);

-- What became of the 896 seats of 128 games. agent: a player's name without its settings.
create table farm.thesis_table_6 (
	agent       text primary key,
	win         int not null,
	draw        int not null,
	survival    int not null,
	elimination int not null,
	score       numeric not null
);
insert into farm.thesis_table_6 values
	('ares', 105, 75, 226, 42, 123.0),
	('random', 4, 4, 119, 321, 5.0);

-- Ares's part of all points, had every game ended as it stood at the beginning of the year: 1901, round 0, is .500.
create table farm.thesis_table_7 (
	year  int primary key,
	score numeric not null
);
insert into farm.thesis_table_7
select decade + digit - 1, score
from (values
	(1900, '{null,0.500,0.500,0.500,0.506,0.508,0.514,0.523,0.531,0.537}'),
	(1910, '{0.545,0.556,0.569,0.580,0.589,0.593,0.611,0.626,0.642,0.671}'),
	(1920, '{0.684,0.698,0.719,0.744,0.752,0.764,0.775,0.779,0.791,0.797}'),
	(1930, '{0.809,0.815,0.822,0.823,0.829,0.835,0.846,0.848,0.853,0.863}'),
	(1940, '{0.872,0.880,0.888,0.893,0.899,0.899,0.906,0.907,0.908,0.909}'),
	(1950, '{0.911,0.915,0.923,0.926,0.932,0.936,0.943,0.945,0.945,0.945}'),
	(1960, '{0.944,0.944,0.944,0.944,0.944,0.946,0.946,0.946,0.946,0.946}'),
	(1970, '{0.947,0.948,0.948,0.948,0.948,0.950,0.948,0.953,0.953,0.953}'),
	(1980, '{0.953,0.953,0.953,0.953,0.955,0.957,0.956,0.956,0.956,0.956}'),
	(1990, '{0.956,0.956,0.958,0.958,0.961,0.961,0.961,0.961,0.961,0.961}'),
	(2000, '{0.961,0.961,0.961,0.961,0.961,0.961,0.961,0.961,0.961,0.961}')
) t (decade, scores)
cross join unnest(scores::numeric[]) with ordinality s (score, digit)
where score is not null;

-- Boards by milliseconds a unit and conclusive stage. to_ms is the next one's from_ms.
create table farm.thesis_table_9 (
	from_ms      numeric primary key,
	to_ms        numeric not null,
	conditioning int not null,
	substitution int not null,
	supposition  int not null
);
insert into farm.thesis_table_9
select 0.05 * (n - 1), 0.05 * n, conditioning, substitution, supposition
from rows from (
	unnest('{1355, 685, 266, 126, 59, 29, 14, 4, 2, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}'::int[]),
	unnest('{
	0, 185, 649, 1024, 1341, 1568, 1586, 1581, 1122, 705, 401, 192, 90, 41, 23, 3, 3, 1, 2, 0, 0, 0, 1
	}'::int[]),
	unnest('{0, 0, 0, 0, 12, 20, 21, 46, 35, 50, 34, 22, 12, 4, 4, 2, 0, 0, 0, 0, 0, 0, 0}'::int[])
) with ordinality t (conditioning, substitution, supposition, n);

-- How each game ended: after so many rounds and, in fates, for AUS, ENG, FRA, GER, ITA, RUS and TUR: w win, d draw,
-- s survival, e elimination. Somebody won it or, in round 218, all that still stood drew. Who played follows from the
-- number, as section 4.1 has every seating once: the bits of number - 1, highest first, are the agents of AUS, GER, TUR,
-- ITA, FRA, ENG, RUS; 1 is Ares. The view farm.thesis_results has all that by seat.
--
-- Two rows differ from the print, which contradicts itself there, and agree with Table 6:
--   27  nobody wins, though the game is finished in round 42: ENG, ITA and TUR, all Ares, are printed as survivors. One
--       of them won, one survived and one was eliminated, if Table 6 is right; which, is not said: ?.
--   72  RUS, Ares by its number, is printed as a random survivor of a draw: d.
create table farm.thesis_table_12 (
	number int primary key,
	rounds int not null,
	fates  text not null check (fates ~ '^[wdse?]{7}$')
);
insert into farm.thesis_table_12 (number, rounds, fates)
select number, rounds, fates
from rows from (
	unnest('{
	162, 26, 98, 30, 50, 58, 82, 52, 118, 42, 54, 34, 46, 36, 168, 54, 218, 138, 218, 48, 76, 98, 82, 188, 90, 152,
	42, 68, 134, 86, 82, 198, 42, 70, 44, 36, 70, 42, 84, 110, 44, 44, 36, 118, 76, 76, 78, 44, 186, 74, 76, 114, 94,
	34, 142, 106, 56, 102, 218, 218, 136, 88, 218, 116, 50, 100, 78, 44, 46, 58, 204, 218, 110, 54, 70, 36, 80, 36,
	108, 60, 86, 60, 102, 68, 54, 218, 174, 218, 38, 40, 128, 110, 218, 218, 218, 218, 40, 80, 66, 36, 36, 218, 218,
	62, 166, 58, 98, 66, 124, 78, 104, 74, 124, 188, 32, 218, 218, 110, 218, 128, 120, 118, 56, 92, 128, 218, 218, 74
	}'::int[]),
	regexp_split_to_table(btrim('
	seweees esseswe esweees essesws esseewe seseswe ssweese esseswe eewesse essesws eseewse essesws
	eewesee essesws eswesse essesws eeddedd eeeeews edeeeed sssesws esweees esweess esweees esseesw
	sseewes eesesws s?se?s? essesws eeweees essesws eeweses eesesws ssewses esesswe esewses esssswe
	seswees eessswe ssweeee ssseewe ssewsee esewsss esewses eseswse esswses eeseswe eeswsse essssws
	esewees seewess esswees eseseew esswees esseewe esswees esswses esewses eeewses ededded ededded
	eeswses eessswe edddded esswsss wessees wseeese wsssese sssesws wsseess seseews wsseeee dddeede
	wseesse ssseswe wseesee ssseswe wsseese ssseswe wsseeee ssseswe wseeess wsssees wsseees wsseese
	ssweees dedeede ssweees dddeedd wsesses eesesws esessew sseesws dddeeed dedeedd dddeded dddeedd
	seswees ssssewe sseweee esewsss wsssese deddede ddddeee wsssese wsessee wsessse wsessee ssesswe
	wesssee ssseswe wssseee eeswsse weesees seewees ssewses ddedeed deddeee esssesw ddddeed wsssess
	seewses seswees wsssees wsesess eewsses eeddddd edddded sssesws
	', E' \n\t'), '\s+')) with ordinality t (rounds, fates, number);
