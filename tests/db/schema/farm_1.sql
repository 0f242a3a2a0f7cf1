-- farm_1: what a farm of schema version 1 left; db/migrate loads it after the baseline. It has games in
-- every state, claims and a turn of workers that are gone, and a tournament that was dropped but not swept. It is never
-- changed: a later schema must come to terms with it.
--
-- Of the ten games of tournament "mixed", 1, 2 and 10 are finished; 3 and 4 are pending; 5 and 6 are claimed; 7 and 8 are
-- quarantined; 9 is cancelled. 4, 5, 7, 8 and 9 have two of their five boards.
insert into farm.schema_version values (1, '001_baseline.sql');
create table farm.boards_1 partition of farm.boards for values in (1);
create table farm.boards_2 partition of farm.boards for values in (2);
create table farm.boards_3 partition of farm.boards for values in (3);
copy farm.maps (id, name, powers) from stdin;
1	standard	{AUS,ENG,FRA,GER,ITA,RUS,TUR}
\.
copy farm.areas (map_id, id, province, code, name, type, centre, owner, start, army, fleet, alias) from stdin;
1	0	0	adr	Adriatic Sea	water	f	\N	\N	{}	{alb,apu,ion,tri,ven}	\N
1	1	1	aeg	Aegean Sea	water	f	\N	\N	{}	{bul/sc,con,eas,gre,ion,smy}	\N
1	2	2	alb	Albania	coast	f	\N	\N	{gre,ser,tri}	{adr,gre,ion,tri}	\N
1	3	3	ank	Ankara	coast	t	TUR	F	{arm,con,smy}	{arm,bla,con}	\N
1	4	4	apu	Apulia	coast	f	ITA	\N	{nap,rom,ven}	{adr,ion,nap,ven}	\N
1	5	5	arm	Armenia	coast	f	TUR	\N	{ank,sev,smy,syr}	{ank,bla,sev}	\N
1	6	6	bal	Baltic Sea	water	f	\N	\N	{}	{ber,bot,den,kie,lvn,pru,swe}	\N
1	7	7	bar	Barents Sea	water	f	\N	\N	{}	{nwg,nwy,stp/nc}	\N
1	8	8	bel	Belgium	coast	t	\N	\N	{bur,hol,pic,ruh}	{eng,hol,nth,pic}	\N
1	9	9	ber	Berlin	coast	t	GER	A	{kie,mun,pru,sil}	{bal,kie,pru}	\N
1	10	10	bla	Black Sea	water	f	\N	\N	{}	{ank,arm,bul/ec,con,rum,sev}	\N
1	11	11	boh	Bohemia	land	f	AUS	\N	{gal,mun,sil,tyr,vie}	{}	\N
1	12	12	bot	Gulf of Bothnia	water	f	\N	\N	{}	{bal,fin,lvn,stp/sc,swe}	\N
1	13	13	bre	Brest	coast	t	FRA	F	{gas,par,pic}	{eng,gas,mao,pic}	\N
1	14	14	bud	Budapest	land	t	AUS	A	{gal,rum,ser,tri,vie}	{}	\N
1	15	15	bul	Bulgaria	coast	t	\N	\N	{con,gre,rum,ser}	{}	\N
1	16	16	bur	Burgundy	land	f	FRA	\N	{bel,gas,mar,mun,par,pic,ruh}	{}	\N
1	17	17	cly	Clyde	coast	f	ENG	\N	{edi,lvp}	{edi,lvp,nao,nwg}	\N
1	18	18	con	Constantinople	coast	t	TUR	A	{ank,bul,smy}	{aeg,ank,bla,bul/ec,bul/sc,smy}	\N
1	19	19	den	Denmark	coast	t	\N	\N	{kie,swe}	{bal,hel,kie,nth,ska,swe}	\N
1	20	20	eas	Eastern Mediterranean	water	f	\N	\N	{}	{aeg,ion,smy,syr}	\N
1	21	21	edi	Edinburgh	coast	t	ENG	F	{cly,lvp,yor}	{cly,nth,nwg,yor}	\N
1	22	22	eng	English Channel	water	f	\N	\N	{}	{bel,bre,iri,lon,mao,nth,pic,wal}	\N
1	23	23	fin	Finland	coast	f	RUS	\N	{nwy,stp,swe}	{bot,stp/sc,swe}	\N
1	24	24	gal	Galicia	land	f	AUS	\N	{boh,bud,rum,sil,ukr,vie,war}	{}	\N
1	25	25	gas	Gascony	coast	f	FRA	\N	{bre,bur,mar,par,spa}	{bre,mao,spa/nc}	\N
1	26	26	gre	Greece	coast	t	\N	\N	{alb,bul,ser}	{aeg,alb,bul/sc,ion}	\N
1	27	27	hel	Helgoland Bight	water	f	\N	\N	{}	{den,hol,kie,nth}	\N
1	28	28	hol	Holland	coast	t	\N	\N	{bel,kie,ruh}	{bel,hel,kie,nth}	\N
1	29	29	ion	Ionian Sea	water	f	\N	\N	{}	{adr,aeg,alb,apu,eas,gre,nap,tun,tys}	\N
1	30	30	iri	Irish Sea	water	f	\N	\N	{}	{eng,lvp,mao,nao,wal}	\N
1	31	31	kie	Kiel	coast	t	GER	F	{ber,den,hol,mun,ruh}	{bal,ber,den,hel,hol}	\N
1	32	32	lon	London	coast	t	ENG	F	{wal,yor}	{eng,nth,wal,yor}	\N
1	33	33	lvn	Livonia	coast	f	RUS	\N	{mos,pru,stp,war}	{bal,bot,pru,stp/sc}	\N
1	34	34	lvp	Liverpool	coast	t	ENG	A	{cly,edi,wal,yor}	{cly,iri,nao,wal}	\N
1	35	35	lyo	Gulf of Lyon	water	f	\N	\N	{}	{mar,pie,spa/sc,tus,tys,wes}	gol
1	36	36	mao	Mid-Atlantic Ocean	water	f	\N	\N	{}	{bre,eng,gas,iri,naf,nao,por,spa/nc,spa/sc,wes}	mid
1	37	37	mar	Marseilles	coast	t	FRA	A	{bur,gas,pie,spa}	{lyo,pie,spa/sc}	\N
1	38	38	mos	Moscow	land	t	RUS	A	{lvn,sev,stp,ukr,war}	{}	\N
1	39	39	mun	Munich	land	t	GER	A	{ber,boh,bur,kie,ruh,sil,tyr}	{}	\N
1	40	40	naf	North Africa	coast	f	\N	\N	{tun}	{mao,tun,wes}	\N
1	41	41	nao	North Atlantic Ocean	water	f	\N	\N	{}	{cly,iri,lvp,mao,nwg}	nat
1	42	42	nap	Naples	coast	t	ITA	F	{apu,rom}	{apu,ion,rom,tys}	\N
1	43	43	nth	North Sea	water	f	\N	\N	{}	{bel,den,edi,eng,hel,hol,lon,nwg,nwy,ska,yor}	\N
1	44	44	nwg	Norwegian Sea	water	f	\N	\N	{}	{bar,cly,edi,nao,nth,nwy}	nrg
1	45	45	nwy	Norway	coast	t	\N	\N	{fin,stp,swe}	{bar,nth,nwg,ska,stp/nc,swe}	\N
1	46	46	par	Paris	land	t	FRA	A	{bre,bur,gas,pic}	{}	\N
1	47	47	pic	Picardy	coast	f	FRA	\N	{bel,bre,bur,par}	{bel,bre,eng}	\N
1	48	48	pie	Piedmont	coast	f	ITA	\N	{mar,tus,tyr,ven}	{lyo,mar,tus}	\N
1	49	49	por	Portugal	coast	t	\N	\N	{spa}	{mao,spa/nc,spa/sc}	\N
1	50	50	pru	Prussia	coast	f	GER	\N	{ber,lvn,sil,war}	{bal,ber,lvn}	\N
1	51	51	rom	Rome	coast	t	ITA	A	{apu,nap,tus,ven}	{nap,tus,tys}	\N
1	52	52	ruh	Ruhr	land	f	GER	\N	{bel,bur,hol,kie,mun}	{}	\N
1	53	53	rum	Rumania	coast	t	\N	\N	{bud,bul,gal,ser,sev,ukr}	{bla,bul/ec,sev}	\N
1	54	54	ser	Serbia	land	t	\N	\N	{alb,bud,bul,gre,rum,tri}	{}	\N
1	55	55	sev	Sevastopol	coast	t	RUS	F	{arm,mos,rum,ukr}	{arm,bla,rum}	\N
1	56	56	sil	Silesia	land	f	GER	\N	{ber,boh,gal,mun,pru,war}	{}	\N
1	57	57	ska	Skagerrak	water	f	\N	\N	{}	{den,nth,nwy,swe}	\N
1	58	58	smy	Smyrna	coast	t	TUR	A	{ank,arm,con,syr}	{aeg,con,eas,syr}	\N
1	59	59	spa	Spain	coast	t	\N	\N	{gas,mar,por}	{}	\N
1	60	60	stp	St Petersburg	coast	t	RUS	\N	{fin,lvn,mos,nwy}	{}	\N
1	61	61	swe	Sweden	coast	t	\N	\N	{den,fin,nwy}	{bal,bot,den,fin,nwy,ska}	\N
1	62	62	syr	Syria	coast	f	TUR	\N	{arm,smy}	{eas,smy}	\N
1	63	63	tri	Trieste	coast	t	AUS	F	{alb,bud,ser,tyr,ven,vie}	{adr,alb,ven}	\N
1	64	64	tun	Tunis	coast	t	\N	\N	{naf}	{ion,naf,tys,wes}	\N
1	65	65	tus	Tuscany	coast	f	ITA	\N	{pie,rom,ven}	{lyo,pie,rom,tys}	\N
1	66	66	tyr	Tyrolia	land	f	AUS	\N	{boh,mun,pie,tri,ven,vie}	{}	\N
1	67	67	tys	Tyrrhenian Sea	water	f	\N	\N	{}	{ion,lyo,nap,rom,tun,tus,wes}	tyn
1	68	68	ukr	Ukraine	land	f	RUS	\N	{gal,mos,rum,sev,war}	{}	\N
1	69	69	ven	Venice	coast	t	ITA	A	{apu,pie,rom,tri,tus,tyr}	{adr,apu,tri}	\N
1	70	70	vie	Vienna	land	t	AUS	A	{boh,bud,gal,tri,tyr}	{}	\N
1	71	71	wal	Wales	coast	f	ENG	\N	{lon,lvp,yor}	{eng,iri,lon,lvp}	\N
1	72	72	war	Warsaw	land	t	RUS	A	{gal,lvn,mos,pru,sil,ukr}	{}	\N
1	73	73	wes	Western Mediterranean	water	f	\N	\N	{}	{lyo,mao,naf,spa/sc,tun,tys}	\N
1	74	74	yor	Yorkshire	coast	f	ENG	\N	{edi,lon,lvp,wal}	{edi,lon,nth}	\N
1	75	15	bul/ec	Bulgaria east coast	coast	f	\N	\N	{}	{bla,con,rum}	\N
1	76	15	bul/sc	Bulgaria south coast	coast	f	\N	\N	{}	{aeg,con,gre}	\N
1	77	59	spa/nc	Spain north coast	coast	f	\N	\N	{}	{gas,mao,por}	\N
1	78	59	spa/sc	Spain south coast	coast	f	\N	\N	{}	{lyo,mao,mar,por,wes}	\N
1	79	60	stp/nc	St Petersburg north coast	coast	f	\N	\N	{}	{bar,nwy}	\N
1	80	60	stp/sc	St Petersburg south coast	coast	f	\N	F	{}	{bot,fin,lvn}	\N
\.
copy farm.users (id, name, player, settings, role, created_at) from stdin;
1	ares(depth=1,age=5,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1)	ares	{"age": 5, "keep": 1, "meet": 400, "depth": 1, "tries": 1, "cycles": 1000, "islands": 1, "mutations": 8}	\N	2026-11-22 04:00:00+00
2	random	random	{}	\N	2026-11-22 04:00:00+00
5	@old_player	\N	{}	old_player	2026-11-22 04:00:00+00
\.
copy farm.tournaments (id, name, map_id, rules, judge, seed, games, round_limit, seats, diplomatic_time, retreat_time, adjustment_time, priority, weight, paused, dropped, created_at) from stdin;
1	mixed	1	thesis	atlas	7	10	4	ares(depth=1,age=5,mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1),random	\N	\N	\N	0	1	f	f	2026-11-22 04:00:00+00
2	asked	1	standard	atlas	7	1	3	random,random,@old_player,random,@old_player,random,random	00:00:01	00:00:01	00:00:01	0	1	f	f	2026-11-22 04:00:00+00
3	paused	1	thesis	atlas	7	2	4	random,random	\N	\N	\N	0	1	t	f	2026-11-22 04:00:00+00
4	~4	1	thesis	atlas	7	3	4	random,random	\N	\N	\N	0	1	t	t	2026-11-22 04:00:00+00
\.
copy farm.workers (id, host, pid, supervisor, started_at, heartbeat_at, gone_at, backend, phases, games, refused_writes, claims) from stdin;
1	host	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	\N	\N	44	11	0	{6,5}
2	host	2	2	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	\N	0	0	0	{}
\.
copy farm.games (id, tournament_id, number, state, epoch, worker_id, claimed_at, finished_at, ending, winner, phase, phases, centres, units, digest, failures, failed_phase, failure, reason) from stdin;
1	1	1	finished	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	draw	\N	10	4	{4,6,5,4,3,5,5}	{4,6,5,4,3,5,4}	\\x169b14f892d75aab57d471a3d8d7c6ba58161b3e486510481ebbf8bbc416b153	0	\N	\N	\N
2	1	2	finished	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	draw	\N	10	4	{3,3,5,5,3,5,5}	{3,3,5,5,3,5,5}	\\xc2836dd85a5c42070cc5351c32867e46c26f0f0ad2cbd1a41eb73990fd02e7ad	0	\N	\N	\N
3	1	3	pending	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
4	1	4	pending	1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
5	1	5	claimed	1	1	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	\N	1	2	killed	\N
6	1	6	claimed	1	1	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
7	1	7	quarantined	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	by hand
8	1	8	quarantined	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	3	2	killed	3 times in F1901M: killed
9	1	9	cancelled	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
10	1	10	finished	1	1	2026-11-22 04:00:00+00	2026-11-22 04:00:00+00	draw	\N	10	4	{3,3,6,3,4,6,4}	{3,3,6,3,4,6,4}	\\x2b92fb0c6d0be4c564fba735ff938e2413b5e21d146ed5a535797e930fa167fd	0	\N	\N	\N
11	2	1	waiting	1	2	2026-11-22 04:00:00+00	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
12	3	1	pending	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
13	3	2	pending	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
14	4	1	pending	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
15	4	2	pending	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
16	4	3	pending	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	0	\N	\N	\N
\.
copy farm.seats (game_id, power, user_id) from stdin;
1	0	1
1	1	1
1	2	1
1	3	1
1	4	1
1	5	1
1	6	1
2	0	2
2	1	1
2	2	1
2	3	1
2	4	1
2	5	1
2	6	1
3	0	1
3	1	2
3	2	1
3	3	1
3	4	1
3	5	1
3	6	1
4	0	2
4	1	2
4	2	1
4	3	1
4	4	1
4	5	1
4	6	1
5	0	1
5	1	1
5	2	2
5	3	1
5	4	1
5	5	1
5	6	1
6	0	2
6	1	1
6	2	2
6	3	1
6	4	1
6	5	1
6	6	1
7	0	1
7	1	2
7	2	2
7	3	1
7	4	1
7	5	1
7	6	1
8	0	2
8	1	2
8	2	2
8	3	1
8	4	1
8	5	1
8	6	1
9	0	1
9	1	1
9	2	1
9	3	2
9	4	1
9	5	1
9	6	1
10	0	2
10	1	1
10	2	1
10	3	2
10	4	1
10	5	1
10	6	1
11	0	2
11	1	2
11	2	5
11	3	2
11	4	5
11	5	2
11	6	2
12	0	2
12	1	2
12	2	2
12	3	2
12	4	2
12	5	2
12	6	2
13	0	2
13	1	2
13	2	2
13	3	2
13	4	2
13	5	2
13	6	2
14	0	2
14	1	2
14	2	2
14	3	2
14	4	2
14	5	2
14	6	2
15	0	2
15	1	2
15	2	2
15	3	2
15	4	2
15	5	2
15	6	2
16	0	2
16	1	2
16	2	2
16	3	2
16	4	2
16	5	2
16	6	2
\.
copy farm.tallies (tournament_id, worker_id, finished, phases) from stdin;
1	1	3	12
\.
copy farm.turns (game_id, power, user_id, phase, units, owners, due, legal, ready, asked_at, deadline) from stdin;
11	2	5	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	3	{"F bre H","F bre - eng","F bre - gas","F bre - mao","F bre - pic","F bre S F lon - eng","F bre S A mar - gas","F bre S A par - gas","F bre S A par - pic","A mar H","A mar - bur","A mar - gas","A mar - pie","A mar - spa","A mar S F bre - gas","A mar S A mun - bur","A mar S A par - bur","A mar S A par - gas","A mar S A ven - pie","A par H","A par - bre","A par - bur","A par - gas","A par - pic","A par S F bre","A par S F bre - gas","A par S F bre - pic","A par S A mar - bur","A par S A mar - gas","A par S A mun - bur"}	f	2026-11-22 04:00:00+00	2026-11-22 04:00:01+00
11	4	5	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	3	{"F nap H","F nap - apu","F nap - ion","F nap - rom","F nap - tys","F nap S A rom","F nap S A rom - apu","F nap S A ven - apu","F nap S A ven - rom","A rom H","A rom - apu","A rom - nap","A rom - tus","A rom - ven","A rom S F nap","A rom S F nap - apu","A rom S F tri - ven","A rom S A ven","A rom S A ven - apu","A rom S A ven - tus","A ven H","A ven - apu","A ven - pie","A ven - rom","A ven - tri","A ven - tus","A ven - tyr","A ven S A bud - tri","A ven S A mar - pie","A ven S A mun - tyr","A ven S F nap - apu","A ven S F nap - rom","A ven S A rom","A ven S A rom - apu","A ven S A rom - tus","A ven S F tri","A ven S A vie - tri","A ven S A vie - tyr"}	f	2026-11-22 04:00:00+00	2026-11-22 04:00:01+00
\.
copy farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns, resolve_stage, think_ns, forecasts, forecast_stages, forecast_ns, capped) from stdin;
1	1	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{4229503,16383,4249391,32694,32655,32684,16383,16383,32661,32699,4496383,16383,16383,4248217,16383,32693,32658,4252705,32642,16383,32651,32708}	501	2	{0,0,0,0,0,0,0}	{19,15,9,10,10,11,16}	{17,2,0,0,10,5,0,0,9,0,0,0,8,2,0,0,7,3,0,0,11,0,0,0,9,7,0,0}	{1,1,1,1,1,1,1}	0
1	1	2	{130,1667,777,11,653,1551,1554,277,927,416,1318,807,1194,428,558,1075,1461,54,571,1488,1348,1093}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,16383,16383,16383,16383,16383,32657,16383,16383,16383,16383,4252339,32685,16383,1081220,16383,16383,16383,16383,16383,1081220}	240	1	{0,0,0,0,0,0,0}	{8,19,9,10,12,10,9}	{8,0,0,0,19,0,0,0,7,2,0,0,8,2,0,0,11,1,0,0,8,2,0,0,8,1,0,0}	{1,1,1,1,1,1,1}	0
1	1	5	{130,1667,777,11,653,14,1551,273,1554,277,927,416,549,1318,807,1194,429,558,1075,1461,54,1594,571,1488,1348,1093,1352}	..ATIT...G.A.FATFET..E.RAF.....GERE..FRG..I..EFFI.GIGRARG.TFR.TA.IA.RIAER.E	{32703,4250885,16383,16383,4251033,1081269,1081234,16383,16383,4245666,16383,32683,16383,16383,16383,16383,32701,32656,16383,16383,32666,16383,32689,16383,16383,16383,16383}	331	1	{0,0,0,0,0,0,0}	{18,16,10,9,9,9,18}	{17,1,0,0,15,1,0,0,9,1,0,0,6,3,0,0,6,3,0,0,5,4,0,0,17,1,0,0}	{1,1,1,1,1,1,1}	0
1	1	7	{1667,777,11,653,14,1551,528,273,1554,277,26,927,549,1318,807,1194,427,561,1075,1461,1594,1488,445,191,1348,1093,1352}	..ATIT...G.A.FATFET..E.RAF.....GERE..FRG..I..EFFI.GIGRARG.TFR.TA.IA.RIAER.E	{4229503,4248479,16383,16383,16383,32694,16383,32674,1081274,32657,16383,32668,16383,16383,1081227,1081267,32648,16383,1081281,16383,16383,16383,16383,16383,16383,1081281,16383}	451	2	{0,0,0,0,0,0,0}	{10,13,10,9,16,9,9}	{10,0,0,0,7,6,0,0,9,1,0,0,7,2,0,0,11,5,0,0,6,3,0,0,6,3,0,0}	{1,1,1,1,1,1,1}	0
1	1	10	{1667,392,777,11,653,14,528,273,1554,277,26,924,799,416,290,549,1318,807,1194,558,561,1075,1461,1590,1594,1488,445,191,1348,1093,1352}	..ATIT..EG.A.FATFET..E.RAFA.G..GERE..FRG..I..EFFIFGIGRTRG.TFRETA.IA.RIAER.E	\N	\N	\N	\N	\N	\N	\N	\N
1	2	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{4229503,1081272,32676,32664,32655,16383,32668,16383,16383,32699,32673,32651,16383,32653,16383,32693,16383,32652,16383,16383,32706,1081272}	460	2	{0,0,0,0,0,0,0}	{0,10,14,13,10,10,13}	{9,1,0,0,9,5,0,0,11,2,0,0,7,3,0,0,7,3,0,0,12,1,0,0}	{1,1,1,1,1,1}	0
1	2	2	{1667,777,779,1420,525,1551,405,24,924,416,1313,290,676,1194,1075,1461,1594,571,191,66,1093,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,16383,16383,16383,16383,16383,32654,16383,16383,16383,16383,16383,16383,16383,16383,16383,16383,32640,1081285,16383,16383}	180	1	{0,0,0,0,0,0,0}	{0,9,9,10,10,10,10}	{8,1,0,0,9,0,0,0,10,0,0,0,7,3,0,0,9,1,0,0,10,0,0,0}	{1,1,1,1,1,1}	0
1	2	5	{128,1667,777,779,1420,525,14,1551,1554,405,924,416,1313,290,676,677,1318,807,1194,1075,1461,1594,571,66,1093,1352}	...TIT...G.G.FATFET..E.RAF..G..GERE..FRG..I...FFI.GIGR.RG.TFR.TA.IA.RIAER.E	{32642,32658,16383,32710,16383,32665,32694,32666,32655,4509739,32683,4247882,16383,32657,16383,16383,16383,16383,16383,16383,16383,32702,32689,32688,16383,16383}	500	2	{0,0,0,0,0,0,0}	{0,26,17,12,9,9,11}	{25,1,0,0,15,2,0,0,12,0,0,0,9,0,0,0,8,1,0,0,6,5,0,0}	{1,1,1,1,1,1}	0
1	2	7	{130,777,1420,1551,273,1682,405,537,1562,416,1313,676,677,1318,807,1194,939,48,561,1075,1461,54,1598,1093,838,1352}	...TIT...G.G.FATFET..E.RAF..G..GERE..FRG..I...FFI.GIGR.RG.TFR.TA.IA.RIAER.E	{1081279,16383,16383,16383,16383,16383,16383,16383,16383,16383,16383,16383,16383,16383,16383,32644,16383,1081253,16383,4252353,16383,1081269,16383,1081279,16383,16383}	250	1	{0,0,0,0,0,0,0}	{0,10,9,9,9,10,7}	{9,1,0,0,8,1,0,0,9,0,0,0,9,0,0,0,7,2,1,0,5,2,0,0}	{1,1,1,1,1,1}	0
1	2	10	{130,1156,777,1420,653,1551,273,1682,405,537,1562,927,416,1313,676,677,1318,807,939,48,561,1075,1461,54,1594,1598,1093,838,1352}	..ATIT...G.G.FATFET..E.RAFT.G..GERE..FRG..I...FFAFGIGRARG.TFR.TA.IA.RIGER.E	\N	\N	\N	\N	\N	\N	\N	\N
1	4	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{32650,16383,16383,1081269,32655,1081290,32659,1081290,16383,32699,4499583,1081225,16383,32656,16383,1081269,4505989,32673,1081285,16383,32706,4248388}	521	1	{0,0,0,0,0,0,0}	{0,0,15,13,10,18,18}	{15,0,0,0,11,2,0,0,9,1,0,0,10,8,0,0,16,2,0,0}	{1,1,1,1,1}	0
1	4	2	{777,1674,653,14,1551,528,915,405,416,1441,290,1318,807,1194,1075,1463,1594,571,191,66,1093,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,16383,16383,16383,16383,16383,32684,32711,32652,16383,4236415,16383,16383,16383,32693,16383,16383,32640,1081285,16383,32690}	280	1	{0,0,0,0,0,0,0}	{0,0,9,8,10,10,8}	{9,0,0,0,8,0,0,0,8,2,0,0,8,2,0,0,8,0,0,0}	{1,1,1,1,1}	0
1	5	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,32665,16383,16383,16383,32659,16383,16383,16383,16383,16383,16383,32687,16383,32693,16383,32673,16383,16383,16383,32690}	461	1	{0,0,0,0,0,0,0}	{8,9,0,15,10,12,9}	{7,1,0,0,9,0,0,0,11,4,0,0,10,0,0,0,9,3,0,0,6,3,0,0}	{1,1,1,1,1,1}	0
1	5	2	{1667,777,14,1554,915,405,665,416,1441,290,549,1318,807,1194,559,1330,1075,1461,1594,191,1093,70}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,32694,16383,16383,16383,32717,16383,16383,16383,32656,16383,16383,16383,32648,16383,16383,16383,16383,32642,16383,32651}	221	1	{0,0,0,0,0,0,0}	{8,9,0,10,7,8,9}	{7,1,0,0,8,1,0,0,10,0,0,0,6,1,0,0,7,1,0,0,8,1,0,0}	{1,1,1,1,1,1}	0
1	7	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,32662,32693,32655,32683,32668,1081287,1081287,32688,16383,32692,16383,32653,1081285,16383,1081219,16383,32640,1081267,4245272,16383}	511	2	{0,0,0,0,0,0,0}	{13,0,0,9,16,10,9}	{11,2,0,0,7,2,0,0,12,4,0,0,9,1,0,0,9,0,0,0}	{1,1,1,1,1}	0
1	7	2	{128,1667,777,525,1551,662,924,416,290,1318,1194,427,560,1075,820,53,1463,1594,1488,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,16383,16383,32665,16383,32687,16383,32714,32711,16383,16383,1081244,32677,16383,16383,16383,16383,16383,16383,16383,16383,16383}	281	1	{0,0,0,0,0,0,0}	{9,0,0,9,9,9,10}	{9,0,0,0,9,0,0,0,9,0,0,0,7,2,0,0,10,0,0,0}	{1,1,1,1,1}	0
1	8	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{1081234,32690,16383,32694,1081274,1081259,32668,1081259,32711,32665,16383,16383,39423,1081229,16383,16383,8700306,16383,32640,32688,32651,16383}	711	2	{0,0,0,0,0,0,0}	{0,0,0,14,15,9,21}	{9,5,0,0,15,0,0,0,9,0,0,0,14,7,0,0}	{1,1,1,1}	0
1	8	2	{128,1667,11,653,1554,405,537,924,416,1318,807,1194,558,1072,818,1075,54,1463,1594,1488,327,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{32669,32650,32706,32662,32655,32683,1081262,16383,32711,32708,16383,16383,16383,16383,16383,16383,32654,32693,32643,32673,32674,32664}	591	2	{0,0,0,0,0,0,0}	{0,0,0,10,9,12,11}	{10,0,0,0,9,0,0,0,12,0,0,0,5,5,1,0}	{1,1,1,1}	0
1	9	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{16383,32696,16383,1081269,16383,16383,16383,16383,16383,16383,32712,32692,32707,16383,32705,1081269,16383,4252705,16383,1081279,1081279,32690}	511	2	{0,0,0,0,0,0,0}	{16,9,8,0,12,19,8}	{14,2,0,0,9,0,0,0,7,1,0,0,10,2,0,0,7,12,0,0,4,4,0,0}	{1,1,1,1,1,1}	0
1	9	2	{1667,653,14,1554,405,927,416,290,549,558,1330,820,1463,824,1594,1488,191,1089,1219,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{32650,16383,32694,32655,16383,16383,32714,32711,16383,16383,16383,32656,32693,32649,32658,4252705,32642,58032,32691,32688,32664,4249889}	531	2	{0,0,0,0,0,0,0}	{14,13,10,0,15,10,16}	{11,3,0,0,13,0,0,0,10,0,0,0,12,3,0,0,9,1,0,0,8,8,0,0}	{1,1,1,1,1,1}	0
1	10	0	{1667,777,653,14,1554,405,927,416,290,549,1318,807,1194,558,1075,1463,1594,1488,191,1093,70,1352}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{32645,1081247,32687,32710,32655,16383,32659,16383,16383,32699,32695,1081247,16383,4491007,16383,32693,32643,16383,32642,16383,32651,32708}	661	2	{0,0,0,0,0,0,0}	{0,9,12,0,10,9,10}	{9,0,0,0,11,1,0,0,9,1,0,0,4,5,0,0,1,9,0,0}	{1,1,1,1,1}	0
1	10	2	{130,1539,1669,777,11,1551,915,405,416,290,807,1194,558,687,1075,1461,1335,571,1488,1348,1093,70}	...TIT...G.A.FA.FET..E.RAF.....GERE..FRG..I...FFI.GIG..RG.T.R.TA.IA.RIAER.E	{1081279,16383,16383,1081272,16383,16383,32697,16383,16383,16383,1081272,32669,16383,16383,32682,16383,16383,16383,16383,16383,1081279,32706}	370	2	{0,0,0,0,0,0,0}	{0,8,8,0,13,10,9}	{8,0,0,0,8,0,0,0,6,7,0,0,9,1,0,0,8,1,0,0}	{1,1,1,1,1}	0
1	10	5	{130,1539,1669,777,11,1551,1682,405,1181,416,290,549,1318,807,1066,558,687,1461,1335,953,571,1488,66,1348,1093}	..ATIT...G.A.FATFET..E.RAF.....GERE..FRG..I...FFI.GIGR.RG.TFR.TA.IA.RIAER.E	{32640,4507962,32650,1081255,1081272,32694,33279,16383,32704,16383,32711,32656,16383,1081272,4252339,32687,32648,16383,16383,32685,4231935,16383,32710,16383,16383}	631	2	{0,0,0,0,0,0,0}	{0,12,12,0,16,9,15}	{11,1,0,0,4,8,0,0,16,0,0,0,7,2,0,0,13,2,0,0}	{1,1,1,1,1}	0
1	10	7	{128,1539,648,777,1674,11,528,1682,405,416,1318,807,1066,941,559,1461,1590,1335,571,1488,1216,1348,1093,70,327}	..ATIT...G.A.FATFET..E.RAF.....GERE..FRG..I...FFI.GIGR.RG.TFR.TA.IA.RIAER.E	{32669,16383,32668,32690,1081219,1081286,1081268,32698,16383,16383,16383,1081268,16383,32647,16383,32715,1081230,32693,32689,4248353,16383,56245,16383,1081230,16383}	651	2	{0,0,0,0,0,0,0}	{0,9,18,0,9,13,17}	{8,1,0,0,17,1,0,0,9,0,0,0,6,7,0,0,15,2,0,0}	{1,1,1,1,1}	0
1	10	10	{1539,903,1674,11,525,1483,528,405,668,157,416,677,1318,807,1066,559,561,818,1075,1333,1590,1463,1722,1488,1216,1348,1093,70,327}	..ATIT...G.A.FARFET..E.RAF..F..GERE..FRG..I...FFIFGIGRTRG.TFR.TAIIA.RIAER.E	\N	\N	\N	\N	\N	\N	\N	\N
\.
select setval('farm.supervisors', 2);
select setval('farm.maps_id_seq', (select max(id) from farm.maps));
select setval('farm.users_id_seq', (select max(id) from farm.users));
select setval('farm.tournaments_id_seq', (select max(id) from farm.tournaments));
select setval('farm.games_id_seq', (select max(id) from farm.games));
select setval('farm.workers_id_seq', (select max(id) from farm.workers));
