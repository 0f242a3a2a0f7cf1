-- archive: a tournament as rows of texts, for writing to a file and restoring in a farm (aresctl
-- backup, aresctl restore). daemon/exchange/archive.h has the form of the file.
--
-- A tournament has a part for each table with rows of it. A part has all columns of its table from
-- the catalogue; so a new column is in the next backup without a change here. Exceptions:
--
--   a game is identified by its number, in the column "game"; a user by name; the tournament is not
--   a game that is being played is pending
--   what belongs to one farm stays there: ids, workers, epochs, tallies, links, shared knowledge
--   a passcode of a DAIDE client stays as long as no other game has it
--   derived data is recreated: a user from its name, what init fills in of a map
--
-- A file is never trusted. Its rows go into temporary tables, by COPY, so each value is read as its
-- column's type. Names of parts and columns that the file has are looked up, and never become part
-- of a statement. Rows then go into the tables of the farm by the checks and keys that these have,
-- and by farm.restore_close.
--
-- Older files: a column that a file lacks gets the default of the table's column. If you rename or
-- remove a column, or change the meaning of its values, farm.restore_copy must convert the old one.

-- The parts of a tournament in the order in which they are written: the source of the rows of each,
-- and the columns that sort them. Without a source they are the rows of the part's table that
-- belong to the tournament's games, if sorted by game, or to the tournament. %1$s is its id.
--
-- Boards are read game by game by their key, so no sort has to hold them all.
create or replace function farm.archive_sources()
returns table (place int, part text, source text, sorted text) language sql immutable as $$
	select v.place, v.part,
	       case when v.source is not null then v.source
	            when v.sorted like 'g.%' then 'farm.games g join farm.' || v.part
	                 || ' x on x.game_id = g.id where g.tournament_id = %1$s'
	            else 'farm.' || v.part || ' x where x.tournament_id = %1$s' end, v.sorted
	from (values
		(1, 'tournaments', 'x.id', 'farm.tournaments x where x.id = %1$s'),
		(2, 'maps', 'x.id',
		 'farm.maps x join farm.tournaments t on t.map_id = x.id where t.id = %1$s'),
		(3, 'areas', 'x.id',
		 'farm.areas x join farm.tournaments t on t.map_id = x.map_id where t.id = %1$s'),
		(4, 'users', 'x.name collate "C"', 'farm.users x where x.id in (
			select s.user_id from farm.seats s join farm.games g on g.id = s.game_id
			where g.tournament_id = %1$s
			union select o.given_by from farm.pending_orders o join farm.games g on g.id = o.game_id
			      where g.tournament_id = %1$s
			union select unnest(array[o.given_by, o.stand_in])
			      from farm.taken_orders o join farm.games g on g.id = o.game_id
			      where g.tournament_id = %1$s
			union select t.substitute from farm.tournaments t where t.id = %1$s
			union select s.user_id from farm.stops s where s.tournament_id = %1$s
			union select unnest(u.others) from farm.tunings u where u.tournament_id = %1$s
			union select unnest(array[s.plus_id, s.minus_id]) from farm.tuning_steps s
			      where s.tournament_id = %1$s)'),
		(5, 'games', 'x.number', null),
		(6, 'seats', 'g.number, x.power', null),
		(7, 'turns', 'g.number, x.power, x.phase', null),
		(8, 'pending_orders', 'g.number, x.power, x.phase', null),
		(9, 'taken_orders', 'g.number, x.power, x.phase', null),
		(10, 'stops', 'x.rule', null),
		(11, 'tunings', 'x.asked', null),
		(12, 'tuning_settings', 'x.place', null),
		(13, 'tuning_steps', 'x.step', null),
		(14, 'lookups', 'x.kind, x.phase', null),
		(15, 'boards', 'g.number, x.phase', 'farm.games g cross join lateral (
				select b.* from farm.boards b where b.tournament_id = %1$s and b.game_id = g.id
				order by b.phase offset 0) x where g.tournament_id = %1$s'),
		(16, 'summaries', 'g.number', 'farm.games g cross join lateral (
				select s.* from farm.summaries s
				where s.tournament_id = %1$s and s.game_id = g.id offset 0) x
			where g.tournament_id = %1$s'),
		(17, 'recorded', 'g.number', null),
		(18, 'faults', 'g.number, x.phase, x.power', null),
		(19, 'votes', 'g.number, x.power, x.wish, x.powers', null),
		(20, 'daide_seats', 'g.number, x.power', null),
		(21, 'messages', 'g.number, x.phase, x.sent_at, x.sender', null),
		(22, 'branches', 'x.origin', null),
		(23, 'branch_arms', 'x.arm', null),
		(24, 'costs', 'g.number, x.phase, x.power', null),
		(25, 'absences', 'g.number, x.power', null)) v (place, part, sorted, source);
$$;

-- The parts of a tournament, each with its columns, and the query that gives its rows in a fixed
-- order.
create or replace function farm.archive_parts(tournament int)
returns table (place int, part text, columns text[], query text) language sql stable as $$
	with p as (select * from farm.archive_sources()),
	col as (
		select p.part, a.attnum as n,
		       case a.attname when 'game_id' then 'game' else a.attname end as name,
		       case when a.attname = 'game_id' then 'g.number'
		            when p.part = 'games' and a.attname = 'state'
		            then 'case x.state when ''claimed'' then ''pending'' else x.state end'
		            when p.part = 'games' and a.attname = 'claimed_at'
		            then 'case x.state when ''claimed'' then null else x.claimed_at end'
		            when p.part = 'tunings' and a.attname = 'others'
		            then 'array(select u.name from unnest(x.others) with ordinality o (id, place)
		                  join farm.users u using (id) order by place)'
		            when f.named
		            then format('(select u.name from farm.users u where u.id = x.%I)', a.attname)
		            else format('x.%I', a.attname) end as value
		from p
		join pg_attribute a on a.attrelid = to_regclass('farm.' || p.part) and a.attnum > 0
		                   and not a.attisdropped and a.attgenerated = ''
		cross join lateral (
			select exists (select from pg_constraint c
			               where c.conrelid = a.attrelid and c.contype = 'f'
			                 and c.confrelid = to_regclass('farm.users')
			                 and c.conkey = array[a.attnum]) as named) f
		where case p.part when 'users' then a.attname = 'name' else a.attname <> 'tournament_id' end
		  and (p.part, a.attname) not in (
			('tournaments', 'id'), ('tournaments', 'map_id'), ('tournaments', 'dropped'),
			('tournaments', 'dropped_at'), ('tournaments', 'sweep_at'),
			('maps', 'id'), ('maps', 'codes'), ('maps', 'centres'), ('maps', 'initials'),
			('maps', 'page_width'), ('maps', 'page_height'),
			('areas', 'map_id'), ('areas', 'unit_x'), ('areas', 'unit_y'), ('areas', 'label_x'),
			('areas', 'label_y'), ('areas', 'path'),
			('games', 'id'), ('games', 'worker_id'), ('games', 'epoch'), ('games', 'failed_worker'))
		union all
		select 'tournaments', 10000, 'taken_at', 'now()')
	select p.place, p.part, array_agg(c.name::text order by c.n),
	       format('select %2$s from ' || p.source || ' order by ' || p.sorted,
	              tournament, string_agg(
	           c.value || ' as ' || quote_ident(c.name), ', ' order by c.n))
	from p join col c using (part) group by p.place, p.part, p.source, p.sorted order by p.place;
$$;

-- A digest of what was played of a tournament, in hex: of its finished games. It is the same in
-- every farm. The name is not in it.
create or replace function farm.archive_digest(tournament int) returns text
language sql stable as $$
	select encode(sha256(coalesce(string_agg(farm.game_digest(g.id), ''::bytea
	                                         order by g.number), '')), 'hex')
	from farm.games g where g.tournament_id = tournament and g.state = 'finished';
$$;

-- ── restoring ──
--
-- In one transaction: restore_open, then restore_copy and a COPY for each part, then restore_close.

-- Creates an empty temporary table for each part. They are dropped when the transaction ends.
create or replace function farm.restore_open() returns void language plpgsql as $$
declare
	p record;
begin
	for p in select * from farm.archive_parts(0) loop
		execute format('create temporary table %I on commit drop as ', 'restored_' || p.part)
		        || p.query || ' with no data';
	end loop;
end $$;

-- The statement that copies a part of a file, with these columns. A column that the file lacks is
-- dropped from the temporary table, so restore_part leaves it to the table of the farm.
create or replace function farm.restore_copy(part text, columns text[]) returns text
language plpgsql as $$
declare
	known  text[];
	column_name text;
begin
	part := case part when 'draw_votes' then 'votes' else part end; -- before version 15
	select array_agg(a.attname::text order by a.attnum) into known from pg_attribute a
	where a.attrelid = to_regclass(format('pg_temp.%I', 'restored_' || part)) and a.attnum > 0
	  and not a.attisdropped;
	if known is null then
		raise exception 'there is no part % in a backup', part using errcode = '22023';
	end if;
	foreach column_name in array columns loop
		if column_name <> all (known) then
			raise exception 'this aresfarm knows no column % in part %', column_name, part
				using errcode = '22023';
		end if;
	end loop;
	foreach column_name in array known loop
		if column_name = any (columns) then
			continue;
		elsif column_name in ('game', 'name', 'number') then
			raise exception 'part % lacks the column %', part, column_name using errcode = '22023';
		end if;
		execute format('alter table pg_temp.%I drop column %I', 'restored_' || part, column_name);
	end loop;
	return format('copy pg_temp.%I (%s) from stdin', 'restored_' || part,
	              (select string_agg(quote_ident(c), ', ' order by n)
	               from unnest(columns) with ordinality u (c, n)));
end $$;

-- The user of that name; no name, no user.
create or replace function farm.restore_user(name text) returns int language plpgsql stable as $$
declare
	id int;
begin
	select u.id into id from farm.users u where u.name = restore_user.name;
	if id is null and name is not null then
		raise exception 'the user % is not among the users of the backup', name
			using errcode = '22023';
	end if;
	return id;
end $$;

-- Puts the rows of a part into its table. Each must find its game. Returns their number.
-- into_table: the table, if it is not that of the part.
create or replace function farm.restore_part(part text, tournament int,
                                             into_table text default null)
returns bigint language plpgsql set enable_mergejoin = off as $$
declare
	names text;
	vals  text;
	games boolean;
	put   bigint;
	given bigint;
begin
	select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
	       string_agg(case when a.attname = 'tournament_id' then tournament::text
	                       when a.attname = 'game_id' then 'g.id'
	                       when part = 'tunings' and a.attname = 'others'
	                       then 'array(select farm.restore_user(o) from unnest(r.others) with '
	                            'ordinality u (o, n) order by n)'
	                       when exists (select from pg_constraint c
	                                    where c.conrelid = a.attrelid and c.contype = 'f'
	                                      and c.confrelid = to_regclass('farm.users')
	                                      and c.conkey = array[a.attnum])
	                       then format('farm.restore_user(r.%I)', a.attname)
	                       else format('r.%I', a.attname) end, ', ' order by a.attnum),
	       bool_or(a.attname = 'game_id')
	into names, vals, games
	from pg_attribute a
	where a.attrelid = to_regclass('farm.' || part) and a.attnum > 0 and not a.attisdropped
	  and (a.attname in ('tournament_id', 'game_id') or exists (
	      select from pg_attribute f where f.attrelid = to_regclass('pg_temp.restored_' || part)
	      and f.attname = a.attname and f.attnum > 0 and not f.attisdropped));
	execute format('insert into farm.%I (', coalesce(into_table, part)) || names
		|| ') overriding system value select ' || vals
	        || format(' from pg_temp.%I r', 'restored_' || part)
	        || case when games
	                then format(' join farm.games g on g.tournament_id = %s and g.number = r.game',
	                            tournament)
	                when part = 'games' then ' order by r.number' else '' end;
	get diagnostics put = row_count;
	execute format('select count(*) from pg_temp.%I', 'restored_' || part) into given;
	if put <> given then
		raise exception '% of % rows of part % are of games that the backup does not have',
			given - put, given, part
			using errcode = '22023';
	end if;
	return put;
end $$;

-- The map of the backup. If the farm has a map of that name, it must be the same. made: the farm
-- had none of that name.
create or replace function farm.restore_map(out map int, out made boolean) language plpgsql as $$
declare
	given record;
	had   text[];
begin
	if (select count(*) from pg_temp.restored_maps) <> 1 then
		raise exception 'a backup has one map, not %', (select count(*) from pg_temp.restored_maps)
			using errcode = '22023';
	end if;
	select r.name, r.powers into given from pg_temp.restored_maps r;
	-- as of aresctl map add; a check of the table says which letters
	if length(given.name) > 31 then
		raise exception 'the map has a name of % letters: 31 are the most', length(given.name)
			using errcode = '22023';
	end if;
	select m.id, m.powers into map, had from farm.maps m where m.name = given.name;
	made := map is null;
	if made then
		insert into farm.maps (name, powers) values (given.name, given.powers)
		returning id into map;
		insert into farm.areas (map_id, id, province, code, name, type, centre, owner, start,
		                        army, fleet, alias)
		select map, r.id, r.province, r.code, r.name, r.type, r.centre, r.owner, r.start, r.army,
		       r.fleet, r.alias
		from pg_temp.restored_areas r;
	elsif had is distinct from given.powers or exists (
		with r as (
			select r.id, r.province, r.code, r.name, r.type, r.centre, r.owner, r.start, r.army,
			       r.fleet, r.alias
			from pg_temp.restored_areas r),
		a as (
			select a.id, a.province, a.code, a.name, a.type, a.centre, a.owner, a.start, a.army,
			       a.fleet, a.alias
			from farm.areas a where a.map_id = map)
		(table a except table r) union all (table r except table a)) then
		raise exception 'the farm has another map %: the games of the backup were not played on it',
			given.name
			using errcode = '22023';
	end if;
end $$;

-- Judges a tournament again as far as it is judged in the backup (farm.stop_judge). The result
-- depends only on its games, so it must be the same. Forged sums could also break the judging of
-- other tournaments.
create or replace function farm.restore_stop(tournament int) returns void language plpgsql as $$
declare
	given  farm.stops;
	judged farm.stops;
begin
	select s.* into given from farm.stops s where s.tournament_id = tournament;
	if not found then
		return;
	end if;
	update farm.stops s
	set (blocks, shares, squares, expected, verdict, last_game, judged_at)
		= (0, 0, 0, 0, null, null, null)
	where s.tournament_id = tournament;
	perform farm.stop_judge(tournament, given.blocks);
	select s.* into judged from farm.stops s where s.tournament_id = tournament;
	if (judged.blocks, judged.verdict, judged.last_game)
	   is distinct from (given.blocks, given.verdict, given.last_game) then
		raise exception 'the games do not come to the verdict of the backup: % in % blocks, last '
		                'game %; not % in %, %',
			coalesce(judged.verdict, 'none'), judged.blocks, coalesce(judged.last_game, 0),
			coalesce(given.verdict, 'none'), given.blocks, coalesce(given.last_game, 0)
			using errcode = '22023';
	end if;
	update farm.stops s set judged_at = given.judged_at where s.tournament_id = tournament;
end $$;

-- Open games with a passcode that another open game already has wait for new DAIDE clients, because
-- clients reconnect by the passcode, which must identify the game. Until then no deadline runs.
create or replace function farm.restore_daide(tournament int) returns void language sql as $$
	delete from farm.daide_seats s using farm.games g
	where s.game_id = g.id and g.tournament_id = $1
	  and g.state not in ('finished', 'cancelled') and exists (
		select from farm.daide_seats own
		join farm.daide_seats other on (other.power, other.passcode) = (own.power, own.passcode)
		                           and other.game_id <> own.game_id
		join farm.games o on o.id = other.game_id and o.state not in ('finished', 'cancelled')
		where own.game_id = g.id);
	update farm.turns t set deadline = null
	from farm.games g where g.id = t.game_id and g.tournament_id = $1 and farm.daide_awaits(g.id);
	update farm.games g set look_at = null
	where g.tournament_id = $1 and g.look_at is not null and farm.daide_awaits(g.id);
$$;

-- Checks of the restored games that no table constraint covers. powers: of the map.
create or replace function farm.restore_check(tournament int, powers int) returns void
language plpgsql as $$
declare
	problem text;
begin
	select case
		when (select (count(*), min(g.number), max(g.number))
		             is distinct from (t.games::bigint, 1, t.games)
		      from farm.games g where g.tournament_id = tournament)
		then format('it does not have its %s games', t.games)
		when (select count(*) from farm.seats s join farm.games g on g.id = s.game_id
		      where g.tournament_id = tournament and s.power < powers) <> t.games::bigint * powers
		     or exists (select from farm.seats s join farm.games g on g.id = s.game_id
		                where g.tournament_id = tournament and s.power >= powers)
		then format('its games do not have a seat for each of %s powers', powers)
		when exists (select from farm.daide_seats d join farm.games g on g.id = d.game_id
		             left join farm.seats s on s.game_id = d.game_id and s.power = d.power
		             left join farm.users u on u.id = s.user_id
		             where g.tournament_id = tournament and u.role is distinct from 'daide')
		then 'a DAIDE client has the seat of another player'
		when exists (select from farm.messages m join farm.games g on g.id = m.game_id
		             where g.tournament_id = tournament
		               and (m.sender >= powers or m.recipients >> powers > 0))
		then 'a message is of a power that its map does not have'
		when exists (select from farm.tunings u join farm.tuning_settings s using (tournament_id)
		             where u.tournament_id = tournament
		               and (u.player !~ '^[a-z]+$' or s.name !~ '^[a-z]+$'))
		then 'the player that it tunes is none'
		else (select format('game %s is %s, and its row does not say how it came to that',
		                    g.number, g.state)
		      from farm.games g
		      where g.tournament_id = tournament and (
		          g.state = 'claimed'
		          or g.state = 'finished'
		          and (cardinality(g.centres) <> powers or cardinality(g.units) <> powers
		               or g.winner not between 0 and powers - 1 or g.phase < 0
		               or g.phases not between 0 and g.phase
		              or not exists (select from farm.boards b where b.tournament_id = tournament
		                             and b.game_id = g.id and b.phase = g.phase
		                             and b.orders is null))
		          or g.state = 'waiting' and not exists (
		              select from farm.turns u where u.game_id = g.id and u.phase = g.asked))
		      order by g.number limit 1)
		end
	into problem from farm.tournaments t where t.id = tournament;
	if problem is not null then
		raise exception 'the backup makes no tournament: %', problem using errcode = '22023';
	end if;
end $$;

-- Creates the tournament of the temporary tables, under a name. Its users already exist. Returns
-- its id, its map, and whether the map is new: then the caller must check it.
--
-- The time that it spent in a file does not count: deadlines are moved by it. A game with boards
-- counts as claimed once, so that the next worker looks for them. It is unknown which workers
-- finished its games: worker 0 has the tally. The partition is attached last: until then other
-- sessions do not wait for this.
create or replace function farm.restore_close(name text, out tournament int, out map int,
                                              out made boolean)
language plpgsql as $$
declare
	away interval;
	part text;
	had  int := (select count(*) from pg_temp.restored_tournaments);
begin
	if had <> 1 then
		raise exception 'a backup has one tournament, not %', had using errcode = '22023';
	end if;
	select m.map, m.made into map, made from farm.restore_map() m;
	tournament := nextval(pg_get_serial_sequence('farm.tournaments', 'id'));
	select greatest('0', now() - min(r.taken_at)) into away from pg_temp.restored_tournaments r;
	update pg_temp.restored_tournaments r set name = restore_close.name;
	-- its id and its map are no columns of the file
	alter table pg_temp.restored_tournaments add column id int, add column map_id int;
	update pg_temp.restored_tournaments r set id = tournament, map_id = map;
	perform farm.restore_part('tournaments', tournament);
	-- created now: an old one must not be pruned as soon as it is restored
	update farm.tournaments t set created_at = now() where t.id = tournament;
	for part in select p.part from farm.archive_parts(0) p
	            where p.part not in ('tournaments', 'maps', 'areas', 'users') order by p.place loop
		if part = 'boards' then
			perform farm.boards_table(tournament);
		end if;
		perform farm.restore_part(part, tournament,
		                          case part when 'boards' then 'boards_' || tournament end);
	end loop;
	perform farm.boards_attach(tournament);
	update farm.turns u set deadline = u.deadline + away
	from farm.games g where g.id = u.game_id and g.tournament_id = tournament;
	-- a fault's key has the epoch that it happened in
	update farm.games g
	set look_at = g.look_at + away, stopped_at = g.stopped_at + away,
	    epoch = greatest(
	        exists (select from farm.boards b
	                where b.tournament_id = tournament and b.game_id = g.id)::int,
	        (select max(f.epoch) from farm.faults f where f.game_id = g.id))
	where g.tournament_id = tournament;
	perform farm.restore_daide(tournament);
	insert into farm.tallies (tournament_id, worker_id, finished, phases)
	select tournament, 0, count(*), sum(g.phases)
	from farm.games g where g.tournament_id = tournament and g.state = 'finished'
	having count(*) > 0;
	perform farm.restore_check(tournament,
	                           (select cardinality(m.powers) from farm.maps m where m.id = map));
	perform farm.restore_stop(tournament);
	perform farm.hint('farm');
end $$;
