#!/bin/bash
# locks: tournaments are made and dropped, and init runs, while other sessions hold what they can: readers with open
# transactions, an external player with its turn. Play goes on, and nobody waits for long.
. tests/suite.sh
. tests/hostile.sh

reader=locks_reader_$$ agent=locks_agent_$$
ctl init >/dev/null
role_make farm_reader "$reader"
role_make farm_agent "$agent"
query "select farm.sweep(100000)" >/dev/null # those of other suites

create() { ctl tournament create "$1-$$" --games "$2" --seats "${3:-random,random}" --seed "$SEED" "${@:4}"; }
boards() { query "select 'farm.boards_' || id from farm.tournaments where name = '$1-$$'"; }

# read_boards NAME: a reader's transaction reads boards, of one partition at most, and stays open. NAME: of the session.
read_boards() {
	session_open $1 "$reader"
	session_say $1 "begin; select count(*) > 0 from farm.boards where tournament_id = 0" >/dev/null
}

# play_on: starts aresd on a tournament that lasts.
play_on() {
	create busy 6000 random,random --rounds 40
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>"$hostile_dir/aresd.log" &
	echo $! >"$hostile_dir/aresd.pid"
	trap 'kill "$(cat "$hostile_dir/aresd.pid")" 2>/dev/null || true' EXIT
	wait_for 10 holds "count(*) > 500 from $(boards busy)"
}

# play_off: stops it.
play_off() {
	local daemon
	daemon=$(cat "$hostile_dir/aresd.pid")
	kill -TERM "$daemon"
	wait "$daemon"
	rm "$hostile_dir/aresd.pid"
	same "what aresd says" "$(went_wrong "$hostile_dir/aresd.log" | grep -v 'was taken from worker' || true)" ""
	ctl tournament drop --yes busy-$$
}

# swept: sweeps, and says whether nothing is left of dropped tournaments.
swept() {
	query "select farm.sweep(100000)" >/dev/null
	holds "not exists (select from farm.tournaments where dropped)"
}

# longest_wait SECONDS: the longest time, in ms, that aresd waited for a table meanwhile. It keeps no snapshot.
longest_wait() {
	ctl psql -XqAt -v ON_ERROR_STOP=1 <<-SQL
		create temporary table longest (ms int);
		do \$\$
		declare
			till timestamptz := clock_timestamp() + interval '$1 s';
			longest interval := '0';
		begin
			while clock_timestamp() < till loop
				perform pg_sleep(0.005), pg_stat_clear_snapshot();
				longest := greatest(longest, (select max(clock_timestamp() - l.waitstart) from pg_locks l
					where not l.granted and l.locktype = 'relation'
					and l.pid in (select pid from pg_stat_activity where application_name = 'aresd worker')));
				commit;
			end loop;
			insert into longest values (extract(epoch from longest) * 1000);
		end \$\$;
		select ms from longest;
	SQL
}

# at_most MS FILE: the figure in the file.
at_most() { [ "$(cat "$2")" -le "$1" ] || same "ms that a worker waited" "$(cat "$2")" "at most $1"; }

# ── partitions ──

# A partition is as "create table ... partition of" makes it: columns, constraints, indexes, storage, comments.
test_partition_is_as_ever() {
	local made what
	create made 1
	made=$(boards made)
	query "create table farm.boards_1000000 partition of farm.boards for values in (1000000)"
	described() {
		query "select attnum, attname, atttypid, attnotnull, atthasdef, attgenerated, attstorage, attcompression, attislocal,
				attinhcount, attoptions, attstattarget, pg_get_expr(adbin, adrelid)
			from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
			where attrelid = '$1'::regclass and attnum > 0 order by attnum"
		query "select conname, contype, convalidated, conislocal, coninhcount, connoinherit and contype <> 'p', conparentid,
				pg_get_constraintdef(oid) from pg_constraint where conrelid = '$1'::regclass order by conname"
		query "select i.indexrelid::regclass, c.reloptions, i.indisprimary, i.indisvalid, c.relispartition, inhparent::regclass,
				pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = indexrelid
			join pg_inherits on inhrelid = c.oid where indrelid = '$1'::regclass order by 1"
		query "select relkind, relpersistence, relreplident, reloptions, relacl, relispartition, relhassubclass, relowner,
				pg_get_expr(relpartbound, oid), reltoastrelid > 0, relam, inhparent::regclass,
				(select count(*) from pg_description d where d.objoid = c.oid),
				(select count(*) from pg_depend d where d.objid = c.oid),
				(select count(*) from pg_statistic_ext where stxrelid = c.oid)
			from pg_class c join pg_inherits on inhrelid = oid where oid = '$1'::regclass"
	}
	what=$(described farm.boards_1000000)
	query "drop table farm.boards_1000000"
	same "the partition" "$(described "$made" | sed "s/boards_${made##*_}/boards_1000000/g; s/(${made##*_})/(1000000)/;
		s/'${made##*_}'/'1000000'/g; s/= ${made##*_}/= 1000000/g")" "$what"
	ctl tournament drop --yes made-$$
}

# A reader has read boards and leaves its transaction open. A tournament is made at once, and played.
test_create_under_a_reader() {
	local watcher
	read_boards early
	play_on
	longest_wait 3 >"$hostile_dir/wait" &
	watcher=$!
	within 1 create small 4
	within 1 create large 1000
	wait_for 10 holds "finished = 4 from farm.progress where tournament = 'small-$$'" || true
	wait $watcher
	at_most 2000 "$hostile_dir/wait"
	session_close early
	play_off
	ctl tournament drop --yes small-$$
	ctl tournament drop --yes large-$$
}

# Several are made at once, while boards are analyzed again and again.
test_creates_at_once() {
	local i pids=()
	wait_for 10 swept
	(for i in {1..8}; do query "analyze farm.boards"; query "vacuum farm.boards"; done) &
	for i in {1..6}; do
		create many$i 50 &
		pids+=($!)
	done
	for i in "${pids[@]}"; do wait "$i"; done
	wait
	for i in {1..6}; do ctl tournament drop --yes many$i-$$; done
}

# A tournament is made while a claim is under way: the claim waits for its worker's row, and takes games that its statement
# did not see when it began. The worker plays them.
test_create_while_a_claim_waits() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>"$hostile_dir/aresd.log" &
	daemon=$!
	trap 'kill $daemon 2>/dev/null || true' EXIT
	wait_for 10 holds "count(*) = 1 from farm.workers where gone_at is null"
	session_open holder "$(query "select current_user")"
	session_say holder "begin; select id from farm.workers where gone_at is null for update" >/dev/null
	create woken 1
	wait_for 10 holds "count(*) = 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'games_claim'"
	create unseen 8
	session_say holder commit >/dev/null
	wait_for 10 holds "sum(finished) = 9 from farm.progress where tournament in ('woken-$$', 'unseen-$$')"
	kill $daemon
	ends 2 $daemon
	session_close holder
	ctl tournament drop --yes woken-$$
	ctl tournament drop --yes unseen-$$
}

# ── drop ──

# The reader can hold the boards of a dropped tournament, but nobody waits for it: its name is free, play goes on. The
# boards go when the reader does, without anybody's help.
test_drop_under_a_reader() {
	local gone watcher
	create gone 50
	play_on
	gone=$(boards gone)
	read_boards late
	longest_wait 4 >"$hostile_dir/wait" &
	watcher=$!
	within 1 ctl tournament drop --yes gone-$$
	create gone 4
	wait $watcher
	at_most 2000 "$hostile_dir/wait"
	holds "to_regclass('$gone') is not null and (select count(sweep_at) from farm.tournaments where dropped) > 0"
	session_close late
	wait_for 12 holds "to_regclass('$gone') is null"
	ctl tournament drop --yes gone-$$
	play_off
}

# Who saw the tournament before it was dropped sees all of it, as long as its snapshot lasts. Others see nothing at once.
test_drop_is_whole_for_everybody() {
	local before gone
	create seen 4 random,random --rounds 5
	aresd --until-done
	before=$(ctl tournament digest seen-$$) gone=$(boards seen)
	session_open old "$reader"
	session_say old "begin isolation level repeatable read; select 1" >/dev/null
	ctl tournament drop --yes seen-$$
	same "rows in views" "$(query "select (select count(*) from farm.results where tournament ~ '^~'),
		(select count(*) from farm.orders where tournament_id = ${gone##*_})")" "0|0"
	sleep 1.2
	query "select farm.sweep(1000)" >/dev/null
	same "the digest in an older snapshot" "$(session_say old "select farm.tournament_digest('seen-$$')")" "$before"
	session_close old
	wait_for 10 swept
}

# An external player holds its turn of one game and refers to another. The sweep leaves these two, and takes the others.
test_sweep_passes_over_what_is_held() {
	local ids
	create asked 6 "random,random,random,random,random,random,@$agent" --rules standard
	query "insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal)
		select g.id, 6, s.user_id, 0, '{1}', '.', 1, '{}' from farm.games g join farm.tournaments t on t.id = tournament_id
		join farm.seats s on s.game_id = g.id and s.power = 6 where t.name = 'asked-$$';
		update farm.games g set state = 'waiting' from farm.tournaments t where t.id = tournament_id and t.name = 'asked-$$'"
	mapfile -t ids < <(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'asked-$$' order by number")
	session_open player "$(query "select current_user")"
	session_say player "begin; select 1 from farm.turns where game_id = ${ids[0]} for update;
		select 1 from farm.games where id = ${ids[1]} for key share;
		insert into farm.pending_orders (game_id, power, phase, orders) values (${ids[2]}, 6, 0, '{}')" >/dev/null
	within 1 ctl tournament drop --yes asked-$$
	same "turns that the player sees" "$(as "$agent" -c "select count(*) from api.my_turns")" 0
	same "games swept" "$(query "set statement_timeout = '2s'; select farm.sweep(1000)")" 3
	session_say player "rollback" >/dev/null
	same "games swept then" "$(query "select farm.sweep(1000)")" 3
	session_close player
	wait_for 5 swept
	query "delete from farm.users where role = '$agent'"
}

# ── commands and init ──

# A command that gets no lock says who holds it.
test_command_says_who_holds() {
	create held 2
	session_open holder "$(query "select current_user")"
	session_say holder "begin; select 1 from farm.tournaments where name = 'held-$$' for update" >/dev/null
	sleep 1
	export PGOPTIONS='-c lock_timeout=300ms'
	refused "role $(query "select current_user"), since 20" ctl tournament drop --yes held-$$
	refused "a lock was not to be had in time; process " ctl tournament pause held-$$
	unset PGOPTIONS
	session_close holder
	wait_for 5 ctl tournament drop --yes held-$$
}

# A reader has read a view and keeps its transaction. init gives up in time and names it. Others who read the view wait for
# a moment at most. Then init succeeds while such readers come and go.
test_init_under_a_reader() {
	local longest=0 begun took initing
	session_open viewer "$reader"
	session_say viewer "begin; select count(*) >= 0 from farm.progress" >/dev/null
	sleep 1
	(refused "of role $(query "select session_user"), since 20" ctl init --wait 6) &
	initing=$!
	while kill -0 $initing 2>/dev/null; do
		begun=$EPOCHREALTIME
		query "select count(*) from farm.progress" >/dev/null
		took=$(((${EPOCHREALTIME/./} - ${begun/./}) / 1000))
		[ $took -le $longest ] || longest=$took
	done
	wait $initing
	[ $longest -le 4000 ] || same "ms that a reader waits" $longest "at most 4000"
	ctl init --wait 20 &
	sleep 0.5
	session_say viewer "commit" >/dev/null
	wait $!
	session_close viewer
}

# No lock that an agent can take keeps init from going on.
test_init_under_an_agent() {
	session_open squatter "$agent"
	session_say squatter "select count(pg_advisory_lock(n)) from generate_series(-50, 50) n;
		select pg_advisory_lock(hashtext('aresfarm schema'));
		begin; select count(*) from api.my_games; commit" >/dev/null
	within 5 ctl init
	session_close squatter
}

# Fifteen inits begin at once on an empty database. All succeed, and one of them makes everything.
test_fifteen_inits() {
	local i pids=() here=${CONNINFO:-}
	other_database locks_$$
	trap "CONNINFO='$here' query 'drop database locks_$$ with (force)'" EXIT
	CONNINFO=$conninfo
	for i in {1..15}; do
		ctl init >"$hostile_dir/init.$i" 2>&1 &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i" || { cat "$hostile_dir"/init.*; return 1; }
	done
	same "what they say" "$(cat "$hostile_dir"/init.* | grep -v 'a statement has waited for [0-9]* s for ')" "$(ls schema/[0-9]*.sql | sed 's/.*\/\([0-9]*\)_.*/\1/' |
		sort -u | wc -l) migrations applied"
	ctl tournament list
}

run_tests
