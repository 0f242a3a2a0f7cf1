-- 004_openings: Booijink's thesis (2005), simulations 1 and 2: the German openings (tables 4, 5 and 11) and the test
-- cases of its appendix E (table 10), as 002_thesis has the tournament's tables; and the farm's own runs of test cases.

-- German openings of 350 games, 50 for each of seven settings: how often the units in ber, kie and mun were given these
-- orders. An order is where a move goes to, H, or what a support is for: "S ber H", "S ber-kie".
--
-- One cell differs from the print, which contradicts itself there: sil, hol, ruh at age 10, depth 2 has 1. With it its
-- row adds up to 5, not to the 4 it says, and its column to 51 games; without it all rows and columns are right.
create table farm.thesis_table_11 (
	age   int,
	depth int,
	ber   text,
	kie   text,
	mun   text,
	games int not null check (games > 0),
	primary key (age, depth, ber, kie, mun)
);
-- A digit a setting: (10, 1), (10, 2), (10, 3), (20, 1), (30, 1), (40, 1), (40, 2).
insert into farm.thesis_table_11
select s.age, s.depth, cell[1], cell[2], cell[3], substr(cell[4], s.place::int, 1)::int
from regexp_split_to_table(btrim('
	H,ber,ruh,...1...; H,den,ber,.2.1...; H,den,boh,..11.1.; H,den,bur,2.2..21; H,den,kie,...11..;
	H,den,ruh,12..21.; H,den,sil,...1..2; H,den,tyr,..1.1.1; H,den,S ber H,.3....1; H,hol,ber,..1....;
	H,hol,boh,....1.1; H,hol,bur,1.2..11; H,hol,tyr,..11..1; kie,H,kie,....1..; kie,bal,boh,...1...;
	kie,ber,kie,..1....; kie,den,H,1..12.1; kie,den,ber,.1..11.; kie,den,boh,112..1.; kie,den,bur,.2.....;
	kie,den,kie,..11211; kie,den,ruh,2111..1; kie,den,sil,1...1..; kie,den,tyr,1..2...; kie,den,S ber H,..1....;
	kie,hel,S ber-kie,.....1.; kie,hol,ber,...2..1; kie,hol,boh,...12..; kie,hol,bur,111..11;
	kie,hol,kie,1......; kie,hol,ruh,.....5.; kie,hol,sil,.111.21; kie,hol,tyr,...11..; kie,hol,S ber H,.1....1;
	kie,hol,S ber-kie,...1.11; mun,bal,ber,..1....; mun,ber,bur,....1..; mun,ber,S kie-ber,..1....;
	mun,den,H,1..1...; mun,den,ber,11.1...; mun,den,boh,1..1...; mun,den,bur,..1..12; mun,den,kie,12.....;
	mun,den,ruh,..21...; mun,den,sil,2..1.2.; mun,den,tyr,...1.1.; mun,den,S ber H,......1;
	mun,den,S ber-kie,.....1.; mun,hol,H,2.....2; mun,hol,ber,.11...1; mun,hol,boh,31.1...; mun,hol,bur,......1;
	mun,hol,kie,.2..1.1; mun,hol,ruh,1.1.12.; mun,hol,sil,3...2.1; mun,hol,tyr,..112.2; mun,hol,S kie H,1......;
	mun,hol,S ber-sil,.1...1.; mun,hol,S kie-ber,...1...; pru,H,tyr,.1.....; pru,den,H,...1211;
	pru,den,ber,.32....; pru,den,boh,.3.....; pru,den,bur,1..1..2; pru,den,kie,12...1.; pru,den,ruh,1.1.111;
	pru,den,sil,221..21; pru,den,tyr,...1.12; pru,hol,H,..1.111; pru,hol,ber,..1..1.; pru,hol,boh,..2...1;
	pru,hol,bur,1..1...; pru,hol,kie,11.1..1; pru,hol,ruh,1.1.1.1; pru,hol,sil,.11.2..; pru,hol,tyr,2...121;
	pru,hol,S ber H,...1...; pru,hol,S ber-sil,.....1.; pru,hol,S kie-ber,...1...; sil,H,ruh,..1...1;
	sil,bal,tyr,..1....; sil,den,H,1......; sil,den,ber,.1.211.; sil,den,boh,.1.111.; sil,den,bur,.11.2.1;
	sil,den,kie,1.1.13.; sil,den,ruh,1.2....; sil,den,sil,.2..11.; sil,den,tyr,1.1.2..;
	sil,den,S ber-sil,.1..1.1; sil,hel,S kie H,.1.....; sil,hol,H,.1.....; sil,hol,ber,.2....1;
	sil,hol,boh,1..11..; sil,hol,bur,1.11..2; sil,hol,kie,.11....; sil,hol,ruh,..1.21.; sil,hol,sil,1.112..;
	sil,hol,tyr,1.1.1..; sil,hol,S ber H,...1...; sil,hol,S ber-sil,...1..1; S mun H,den,H,..111.1;
	S mun H,den,bur,.....1.; S mun H,den,kie,...1...; S mun H,den,sil,1....11; S mun H,den,S ber-kie,1......;
	S mun H,den,S ber-sil,......1; S mun H,hol,H,....1..; S mun H,hol,ber,....1..; S mun H,hol,boh,...1...;
	S mun H,hol,bur,.....1.; S mun H,hol,S ber-sil,.....2.; S kie H,den,kie,..1....; S kie H,den,ruh,...1...;
	S kie H,den,S ber H,.1.....; S kie H,hol,bur,..1....; S kie H,S ber H,boh,1......;
	S mun-kie,ber,kie,.....1.; S mun-kie,den,kie,...1...; S mun-kie,hol,S ber H,....1..;
	S mun-sil,den,bur,.1.....; S mun-sil,den,ruh,...1...; S mun-sil,den,sil,11.1...;
	S mun-sil,den,S kie-ber,......1; S mun-sil,hol,ber,...1...; S mun-sil,hol,tyr,....1..;
	S mun-sil,hol,S ber H,..1....
	', E' \n\t'), ';\s*') line
cross join string_to_array(line, ',') cell
cross join rows from (unnest('{10,10,10,20,30,40,40}'::int[]), unnest('{1,2,3,1,1,1,2}'::int[]))
           with ordinality s (age, depth, place)
where substr(cell[4], s.place::int, 1) <> '.';

-- The most popular German openings of 220 games played by humans on the internet (literature, %); ares: their share of
-- Table 11's 350 games. The literature's 4.6 % is no whole number of 220 games (10 are 4.5 %).
create table farm.thesis_table_4 (
	name       text not null unique,
	ber        text,
	kie        text,
	mun        text,
	literature numeric not null,
	ares       numeric not null,
	primary key (ber, kie, mun)
);
insert into farm.thesis_table_4 values
	('Blitzkrieg, Danish Variation', 'kie', 'den', 'ruh', 36.8, 1.7),
	('Anschluß, Burgundy Push', 'kie', 'den', 'bur', 23.2, 0.6),
	('Blitzkrieg, Dutch Variation', 'kie', 'hol', 'ruh', 12.7, 1.4),
	('Anschluß', 'kie', 'den', 'H', 7.7, 1.4),
	('Burgundy Opening', 'kie', 'hol', 'bur', 4.6, 1.4),
	('Bismarck, Dutch Grab', 'kie', 'hol', 'tyr', 2.3, 0.6),
	('Polish Blitzkrieg', 'sil', 'den', 'ruh', 1.8, 0.9),
	('Anschluß, Dutch Variation', 'kie', 'hol', 'H', 1.4, 0.0),
	('Bismarck, Danish Grab', 'kie', 'den', 'tyr', 1.4, 0.9),
	('Blitzkrieg, Baltic Variation', 'kie', 'bal', 'ruh', 1.4, 0.0),
	('Barbarossa', 'pru', 'den', 'sil', 1.4, 2.3),
	('Blitzkrieg, Heligoland Variation', 'kie', 'hel', 'ruh', 0.9, 0.0),
	('Anschluß, Ruhr Variation', 'mun', 'den', 'ruh', 0.9, 0.9),
	('Anschluß, Silesian Variation', 'kie', 'den', 'sil', 0.9, 0.6);

-- The most popular of Ares. name: null where it has none.
create table farm.thesis_table_5 (
	name       text unique,
	ber        text,
	kie        text,
	mun        text,
	literature numeric not null,
	ares       numeric not null,
	primary key (ber, kie, mun)
);
insert into farm.thesis_table_5 values
	('Barbarossa', 'pru', 'den', 'sil', 1.4, 2.3),
	(null, 'H', 'den', 'bur', 0.0, 2.0),
	('Berlin defense, Ruhr Variation', 'H', 'den', 'ruh', 0.0, 1.7),
	(null, 'kie', 'den', 'kie', 0.0, 1.7),
	('Blitzkrieg, Danish Variation', 'kie', 'den', 'ruh', 36.8, 1.7),
	('Dutch opening, Silesia variation', 'kie', 'hol', 'sil', 0.0, 1.7),
	(null, 'mun', 'hol', 'sil', 0.0, 1.7),
	(null, 'mun', 'hol', 'tyr', 0.0, 1.7),
	(null, 'pru', 'hol', 'tyr', 0.0, 1.7),
	(null, 'sil', 'den', 'kie', 0.0, 1.7);

-- Test cases: how long Atlas took, the last stage it needed (as boards.resolve_stage has it), and whose preference its
-- outcome meets. file and id: where tests/cases has the case. Two things differ from the print: its times are headed
-- ns, but section 4.2 has these cases take 0.1 to 10 ms, some 1 ms on average; and two names are spelled as their
-- owners do.
create table farm.thesis_table_10 (
	file         text,
	id           text,
	microseconds int not null,
	stage        smallint not null check (stage between 1 and 4),
	author       text not null,
	primary key (file, id)
);
-- time/stage author; by section, numbered from 1.
insert into farm.thesis_table_10
select case section when '' then 'rulebook.cases' else 'thesis.cases' end, concat_ws('.', nullif(section, ''), number),
       part[1]::int, part[2]::smallint,
       case part[3] when 'b' then 'Booijink 2005' when 'd' then 'DPTG 1998' when 'k' then 'Kruijswijk 2004'
                    when 's' then 'Szykman 1999' else 'Calhamer 2000' end
from (values
	('', '
		368/1 454/1 507/1 924/1 1136/2 838/1 1650/3 862/1 843/1 1635/1 1073/1 2290/1 3429/2 5122/2 1346/1 1543/2
		2926/2 1956/1 912/2 1640/2 2106/2 777/1 2696/2 1378/1 2842/2 1838/1 763/1 1163/3 1099/2 1287/2 1780/2 3405/2'),
	('6.A', '
		190/1 186/1 189/1 327/1 1134/2 319/1 250/1 759/2 190/1 623/1 513/1 1030/1'),
	('6.B', '
		192/1 189/1b 191/1k 780/1 620/1 883/1 1117/1b 1118/1b 934/1k 326/1b 320/1 236/1b 530/1'),
	('6.C', '
		661/3 894/3 889/2 2361/2 2488/2 1161/3 1899/2'),
	('6.D', '
		602/1 876/1 766/1 696/1 913/1 1131/2 1195/1 778/1 539/1 333/1 985/2 435/1 1089/2 769/1 858/2 728/2 1984/2
		2093/2 1098/2 582/1 1345/1 802/1 678/1 636/1 719/1 749/1 892/2 696/1b 735/1b 658/1b 351/1b 736/1b 1222/2
		2434/2'),
	('6.E', '
		2296/2 676/1 1391/2 7242/2 8297/2 4006/2 1738/1 3681/2 2180/2 2700/2 4649/2 2298/2 3005/1 462/2 7219/2'),
	('6.F', '
		1042/1 882/2 1370/2 624/2 2352/2 2935/2 969/2 1567/2 1177/2 1220/2 1203/2 1163/2 1232/2 1333/2s 2449/2s
		2972/2 4656/2s 2676/2s 2523/2s 2033/2s 2575/2s 2948/2s 7274/2s 22816/4s'),
	('6.G', '
		1420/2 1399/2 923/2 2361/2 2325/2 2787/2 1895/2 639/2 1628/2 4760/2d 1459/2s 4171/2 1194/2 4848/2d 2627/2d
		3595/2 3843/2 5056/2')
) t (section, cases)
cross join regexp_split_to_table(btrim(cases, E' \n\t'), '\s+') with ordinality c (text, number)
cross join regexp_match(text, '^(\d+)/(\d)([bdks]?)$') part;

-- Runs of test cases: aresctl experiment cases. rules: null is each case's own. clock_ns: what reading the clock adds
-- to every time, the median of as many readings as there are repetitions.
create table farm.case_runs (
	id          int generated always as identity primary key,
	name        text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$'),
	judge       text not null check (judge ~ '^[a-z]+$'),
	rules       text check (rules ~ '^[a-z][a-z0-9]*$'),
	repetitions int not null check (repetitions > 0),
	clock_ns    int not null check (clock_ns >= 0),
	created_at  timestamptz not null default now()
);

-- file: without its folders. reason: what differs, or why it was skipped. stage: the last one the judge reached; given
-- and literal are those of the case file, where it has them: as appendix E says, and as section 3.2 taken literally.
-- orders, median_ns, min_ns: of its phases of moves together, over the repetitions; null without one. A case marked
-- doubt is skipped, but timed.
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
