#!/bin/bash
# backup: proves that aresctl backup and restore keep all of a tournament, whatever it is, in this farm and in another one; that
# games which are cut off in the middle come out as if nothing had been; and that what fails leaves nothing behind.
# hostile/backups has what is done to the file.
#
# There is a tournament of each kind, so that each part of a backup (farm.archive_parts) has rows in one of them. SEED=1 draws
# the games.
. tests/suite.sh

folder=$(mktemp -d) role=backed_$$ here=${CONNINFO:-} elsewhere=aresfarm_backup_$$
kinds='played wide stops starts tuned imported faulty half seat client branched'

tournament() {
	ctl tournament create "$1-$$" --games "${2:-12}" --seats "${seats_of:-random,dumbbot}" --rules standard --rounds 12 --seed "$SEED" "${@:3}" \
		2>/dev/null
}

# begin: starts an aresd that continues until end_it.
begin() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers "${1:-1}" --batch 3 --config "$folder/settings" 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}
end_it() {
	kill -TERM $daemon
	wait $daemon
}

# game NAME: the id of the tournament's first game.
game() { query "select min(g.id) from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$1-$$'"; }
waiting() { holds "count(*) = $2 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$1-$$' and state = 'waiting'"; }

clean_up() {
	local name
	CONNINFO=$here
	query "drop database if exists $elsewhere with (force)" 2>/dev/null
	for name in seat seat-copy; do
		ctl tournament drop $name-$$ --yes
	done
	ctl role drop $role --yes
	rm -rf "$folder"
} 2>/dev/null
trap clean_up EXIT

# A tournament of each kind is played, or waits; each has rows that others have not.
test_every_kind() {
	local game
	echo "bot.absent-$$ = python3 tests/hostile/liar.py none backup" >"$folder/settings"
	ctl map add tests/maps/wide.csv
	ctl role create agent $role
	tournament played
	ctl tournament create wide-$$ --games 4 --seats random,random --map wide --rules standard --rounds 5 --seed "$SEED"
	tournament stops 24 --until 20%
	tournament starts 2 --start "tests/starts/endgames.cases:$(sed -n 's/^case //p' tests/starts/endgames.cases | head -1)" \
		--diplomatic-time 90s --retreat-time 5m --adjustment-time 3d --draw-after 3
	ctl tune create tuned-$$ --player 'dumbbot(fallattack=0)' --tune 'fallattack=0..1000' --games 16 --batch 8 --rules standard \
		--rounds 5 --seed "$SEED"
	sed -n '6p;10p' tests/saved/package.jsonl >"$folder/saved.jsonl"
	ctl import "$folder/saved.jsonl" --name imported-$$ >/dev/null
	seats_of=bot:absent-$$,holdbot tournament faulty 1
	tournament whole 1
	tournament half 1
	seats_of=@$role,random tournament seat 2 --press private
	seats_of=@daide,@ tournament client 1
	begin 2
	wait_for 60 holds "count(*) filter (where g.state in ('pending', 'claimed')) = 0 and count(*) filter (where g.state = 'waiting') = 3
		and (select ending is not null from farm.tunings order by tournament_id desc limit 1)
		from farm.games g join farm.tournaments t on t.id = tournament_id where t.name like '%-$$'"
	# a role has submitted, and its orders were taken; then it submits again, and others vote
	game=$(game seat)
	as $role -c "select api.submit_orders($game, '{}', power => power, final => true) from api.my_turns where game = $game" >/dev/null
	wait_for 20 holds "count(*) > 0 from farm.taken_orders where game_id = $game and played_at is not null"
	wait_for 20 waiting seat 2
	as $role -c "select api.submit_orders($game, legal[1:1], power => power) from api.my_turns where game = $game limit 1" >/dev/null
	query "select farm.draw_vote(game_id, power, phase, 0::smallint, true) from farm.turns where game_id = $game limit 1" >/dev/null
	query "insert into farm.absences select game_id, power, 1 from farm.turns where game_id = $game limit 1" >/dev/null
	as $role -c "select api.send_message($game, null, 'a message', power) from api.my_turns where game = $game limit 1" >/dev/null
	ctl invite client-$$/1 "$(query "select m.powers[s.power + 1] from farm.seats s join farm.users u on u.id = s.user_id and u.name = '@',
		farm.maps m where s.game_id = $(game client) and m.name = 'standard' limit 1")" >/dev/null
	query "select daide.begin(g.id, array_agg(s.power), string_agg('Bot ' || s.power, E'\\n'), string_agg('1.' || s.power, E'\\n'))
		from farm.games g join farm.seats s on s.game_id = g.id join farm.users u on u.id = s.user_id and u.role = 'daide'
		where g.id = $(game client) group by g.id" >/dev/null
	end_it
	query "select farm.knowledge_give('{}', array[(t.id, 'squares', 3, 9, 7)::farm.written_lookup]) from farm.tournaments t
		where t.name = 'played-$$'" >/dev/null
	# a game that is cut off: some of its boards are there, and nothing of its end
	query "with g as (select g.id, g.tournament_id from farm.games g join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'half-$$'),
		gone as (delete from farm.boards b using g where b.tournament_id = g.tournament_id and b.game_id = g.id and b.phase > 11),
		last as (delete from farm.summaries s using g where s.game_id = g.id and s.tournament_id = g.tournament_id),
		tally as (delete from farm.tallies y using g where y.tournament_id = g.tournament_id)
		update farm.games x set state = 'pending', worker_id = null, claimed_at = null, finished_at = null, ending = null, winner = null,
			phase = null, phases = null, centres = null, units = null, digest = null from g where x.id = g.id"
	ctl branch played-$$/1 S1901M --times 2 --name branched-$$ --order 'FRA: A par H' >/dev/null
	query "insert into farm.costs select g.id, 0, 1, t.id, 'small', 10, 2, 0.001 from farm.games g
		join farm.tournaments t on t.id = g.tournament_id and t.name = 'played-$$' and g.number = 1"
	ctl backup --all --output "$folder/all" >/dev/null
	same "files" "$(basename -s .backup -a "$folder"/all/*)" \
		"$(query "select name from farm.tournaments where not dropped order by name collate \"C\"")"
	for name in $kinds; do
		mv "$folder/all/$name-$$.backup" "$folder/$name.backup"
	done
}

# A part that no tournament here has rows of is not tried: then this list of kinds lacks one.
test_every_part_has_rows() {
	same "parts with rows" "$(sed -n 's/^rows \(.*\) [1-9][0-9]*$/\1/p' "$folder"/*.backup | LC_ALL=C sort -u)" \
		"$(query "select part from farm.archive_parts(0) order by part collate \"C\"")"
}

# Every table with rows of a game or a tournament is a part, or stands here with the reason why not.
left_out='links       a link is a secret of this farm: people get new ones
tallies     worker 0 of the other farm has their sums'
test_every_table_is_a_part() {
	same "tables that no backup has" "$(query "
		with recursive own as (
			select c.oid from pg_class c
			where relnamespace = 'farm'::regnamespace and relkind in ('r', 'p') and not relispartition
			  and (relname in ('games', 'tournaments') or exists (select from pg_attribute a
			       where a.attrelid = c.oid and attname ~ '^(tournament|game)(_id)?$' and not attisdropped))
			union
			select k.conrelid from pg_constraint k join own on own.oid = k.confrelid where k.contype = 'f' and k.conparentid = 0)
		select relname from pg_class join own using (oid)
		where relname not in (select part from farm.archive_parts(0)) order by 1")" "$(sed 's/ .*//' <<<"$left_out")"
}

# stored: a line for each part and each tournament: how many rows its table has, and a digest of them. It reads them by other
# means than a backup does. A game stands by its number.
stored() {
	query "$(query "select string_agg(format('select %L, t.name, count(*), md5(string_agg(r.row::text, '','' order by r.row::text))
			from farm.tournaments t cross join lateral (select to_jsonb(x) - %L::text[] || jsonb_build_object(''game'', %s) as row from %s) r
			where t.name like ''%%-$$'' group by t.name', part,
			array['tournament_id', 'game_id'] || case when part in ('games', 'tournaments')
				then array['id', 'name', 'created_at', 'worker_id', 'failed_worker', 'epoch', 'queue'] end,
			case when part = 'games' then 'x.number' when game then 'g.number' else '0' end,
			case when part = 'tournaments' then 'farm.tournaments x where x.id = t.id'
			     when own then format('farm.%I x %s where x.tournament_id = t.id', part, case when game then 'join farm.games g on g.id = x.game_id' end)
			     else format('farm.games g join farm.%I x on x.game_id = g.id where g.tournament_id = t.id', part) end), ' union all ')
		from farm.archive_parts(0) cross join lateral (
			select bool_or(attname = 'game_id') as game, bool_or(attname = 'tournament_id') as own
			from pg_attribute where attrelid = to_regclass('farm.' || part) and not attisdropped) a
		where part not in ('maps', 'areas', 'users')")"
}

# seen: a line for each view that shows tournaments, and each tournament: how many rows it shows, and a digest of them. Numbers
# are the farm's. Orders, units and centres follow from the rows of boards. A sum of floating-point numbers depends on the sequence of its rows in the last digits.
seen() {
	PGOPTIONS='-c extra_float_digits=-3 -c jit=off' query "$(query "select string_agg(format('select %L, v.tournament, count(*), md5(string_agg(row::text, '','' order by row::text))
			from farm.%1\$I v cross join lateral (select to_jsonb(v) - ''{tournament,tournament_id,game,user_id}''::text[] as row) r
			where tournament like ''%%-$$'' group by 2', table_name), ' union all ')
		from information_schema.columns join information_schema.views using (table_schema, table_name)
		where table_schema = 'farm' and column_name = 'tournament' and table_name not in ('orders', 'units', 'centres')") union all select 'digest', name, games, farm.tournament_digest(name)
		from farm.tournaments where name like '%-$$'"
}

# originals, copies: the lines of the tournaments here, and of those that came back under another name, as if it were theirs.
originals() { grep -v -e "-copy-$$|" -e "|whole-$$|" "$1" | LC_ALL=C sort; }
copies() { grep -e "-copy-$$|" "$1" | sed "s/-copy-$$|/-$$|/" | LC_ALL=C sort; }

# Under another name in the same farm: each row of each table, and what each view shows. Passcodes that another game has open here
# stay with that one: test_clients_begin_anew.
test_comes_back() {
	local name
	for name in $kinds; do
		ctl restore "$folder/$name.backup" --name $name-copy-$$
	done
	stored >"$folder/stored"
	seen >"$folder/seen"
	[ "$(copies "$folder/stored" | wc -l)" -gt 50 ]
	[ "$(copies "$folder/seen" | wc -l)" -gt 80 ]
	same "rows" "$(copies "$folder/stored")" "$(originals "$folder/stored" | grep -v '^daide_seats|')"
	diff <(originals "$folder/seen") <(copies "$folder/seen")
	ctl verify played-copy-$$ >/dev/null
	# numbers are new, and go up
	holds "min(c.id) > max(p.id) from farm.games p join farm.tournaments t on t.id = p.tournament_id and t.name = 'played-$$',
		farm.games c join farm.tournaments u on u.id = c.tournament_id and u.name = 'played-copy-$$'"
	same "orders" "$(viewed played-copy-$$ 3 S1902M)" "$(viewed played-$$ 3 S1902M)"
	same "ratings" "$(ctl rate played-copy-$$ | tail -n +3)" "$(ctl rate played-$$ | tail -n +3)"
	same "links" "$(query "select count(*) from farm.links l join farm.games g on g.id = l.game_id join farm.tournaments t on t.id = tournament_id
		where t.name like 'client-%$$'")" 1
}

# A game whose passcodes another one has waits for its clients anew, without a deadline.
test_clients_begin_anew() {
	holds "count(*) = 0 from farm.daide_seats where game_id = $(game client-copy)"
	holds "count(*) > 0 and count(deadline) = 0 from farm.turns where game_id = $(game client-copy)"
	same "the lobby" "$(query "select game from daide.lobby('client-copy-$$')")" "$(game client-copy)"
}

# In another farm: the files come back, byte by byte but for what says when and where; a map that it lacks comes along; what each
# view shows is the same; all of it verifies. Play continues there as here.
test_another_farm() {
	local name
	other_database $elsewhere
	CONNINFO=$conninfo ctl init >/dev/null
	undisturbed=$(digests whole-$$)
	CONNINFO=$conninfo
	open_session
	for name in $kinds; do
		ctl restore "$folder/$name.backup"
	done
	holds "count(*) = 3 from pg_stat_user_tables
		where relname in ('games', 'seats', 'summaries') and last_analyze is not null"
	ctl backup --all --output "$folder/again" >/dev/null
	for name in $kinds; do
		cmp <(rows "$folder/$name.backup") <(rows "$folder/again/$name-$$.backup")
	done
	seen >"$folder/seen.elsewhere"
	# which of two equal players a comparison names first depends on the farm's numbers of users
	diff <(originals "$folder/seen" | grep -vE '^([a-z_]*comparisons|compared)\|') \
		<(originals "$folder/seen.elsewhere" | grep -vE '^([a-z_]*comparisons|compared)\|')
	ctl verify >/dev/null
	same "passcodes" "$(query "select array_agg(power order by power) = array_agg(power order by power) filter (where daide.find(null, power, passcode) = game_id)
		from farm.daide_seats")" t
	same "whose turn it is" "$(as $role -c "select count(*) > 0 from api.my_turns")" t
	query "select count(farm.tournament_cancel(name)) from farm.tournaments
		where name in ('seat-$$', 'client-$$')" >/dev/null
	same "what is played on" "$(play half-$$)" "$undisturbed"
	same "codes" "$(query "select cardinality(codes) > 0 from farm.maps where name = 'wide'")" t
	ctl tournament create after-$$ --games 1 --seats random,random --map wide --rounds 3
	query "update farm.areas set name = 'Elsewhere' where id = 1 and map_id = (select id from farm.maps where name = 'wide')"
	refused "the farm has another map wide" ctl restore "$folder/wide.backup" --name again-$$
	holds "count(*) = 0 from farm.tournaments where name = 'again-$$'"
}

# rows FILE: what two backups of the same tournament share: all but when, which, and its own name and time.
rows() { sed -e '2,/^rows /{/^rows /!d}' -e '/^part tournaments /,/^\\\.$/d' -e '/^sha256 /d' "$1"; }

# A game that has boards and is not over is played on from its last board.
test_half_a_game() {
	holds "max(b.phase) between 5 and 11 and max(g.epoch) = 1 from farm.boards b join farm.games g on g.id = b.game_id
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'half-copy-$$'"
	query "select count(farm.tournament_cancel(name)) from farm.tournaments
		where name ~ '^(seat|client)(-copy)?-$$'" >/dev/null
	same "digests" "$(play half-copy-$$)" "$(digests whole-$$)"
	cancel half-$$
}

# Games are cut off in the middle, backed up while workers play, dropped, restored and played on. Those that nobody had begun are
# cancelled then, and in the other tournament.
test_cut_off_in_the_middle() {
	local name=middle-$$
	tournament middle 200
	begin
	wait_for 20 holds "finished > 2 and claimed > 0 from farm.progress where tournament = '$name'"
	ctl backup "$name" --output "$folder/moving.backup"
	# its workers stand still with games in hand, so that there are such games in the backup
	kill -STOP $daemon $(pgrep -P $daemon)
	ctl backup "$name" --output "$folder/middle.backup"
	kill -KILL $daemon $(pgrep -P $daemon) 2>/dev/null || true
	wait $daemon 2>/dev/null || true
	ctl tournament drop "$name" --yes
	tournament calm 200
	query "update farm.tournaments set paused = true where name = 'calm-$$'"
	ctl restore "$folder/moving.backup" --name moving-$$
	ctl restore "$folder/middle.backup"
	holds "pending > 0 and claimed = 0 and finished > 2 from farm.progress where tournament = '$name'"
	query "update farm.games g set state = 'cancelled', finished_at = now()
		from farm.tournaments t where t.id = g.tournament_id and t.name in ('calm-$$', 'middle-$$', 'moving-$$') and g.number > (
			select max(h.number) from farm.games h join farm.tournaments m on m.id = h.tournament_id and m.name = 'middle-$$'
			where exists (select from farm.boards b where b.tournament_id = m.id and b.game_id = h.id));
		update farm.tournaments set paused = false where name = 'calm-$$'"
	aresd --until-done
	for name in middle moving; do
		same "digests of $name" "$(digests $name-$$)" "$(digests calm-$$)"
	done
	ctl verify middle-$$ --players >/dev/null
}

# A deadline does not come nearer while a tournament is in a file: it was taken an hour ago.
test_deadlines_wait() {
	local file=$folder/old.backup
	ctl tournament create late-$$ --games 1 --seats @$(query "select current_user"),random --rules standard --rounds 4 \
		--diplomatic-time 10m --seed "$SEED" 2>/dev/null
	trap "ctl tournament cancel late-$$; ctl tournament cancel later-$$" EXIT
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	wait_for 20 holds "count(*) = 1 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'late-$$' and g.state = 'waiting'"
	kill -TERM $daemon
	wait $daemon
	query "update farm.turns x set deadline = x.deadline - interval '1 hour', asked_at = asked_at - interval '1 hour'
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where g.id = x.game_id and t.name = 'late-$$'"
	ctl backup late-$$ -o "$file"
	# the row of the tournament says when, in its last column
	awk -F'\t' -v OFS='\t' -v then="$(query "select now() - interval '1 hour'")" \
		'/^part /{part = $0} part ~ /^part tournaments / && NF > 9 {$NF = then} !/^sha256 /' "$file" >"$file.then"
	echo "sha256 $(sha256sum <"$file.then" | cut -c-64)" >>"$file.then"
	ctl restore "$file.then" --name later-$$
	holds "bool_and(x.deadline between now() + interval '5 min' and now() + interval '11 min') from farm.turns x
		join farm.games g on g.id = x.game_id join farm.tournaments t on t.id = g.tournament_id where t.name = 'later-$$'"
}

# Through a pipe, and past a name that is taken.
test_pipe_and_names() {
	ctl backup played-$$ --output - | ctl restore - --name piped-$$
	same digest "$(ctl tournament digest piped-$$)" "$(ctl tournament digest played-$$)"
	same "said" "$(loud backup played-$$ --output - | head -1)" "aresfarm backup 1"
	refused "a tournament played-$$ exists already: give another name by --name" ctl restore "$folder/played.backup"
	refused "a tournament piped-$$ exists already" ctl restore - --name piped-$$ <"$folder/played.backup"
	refused "no tournament none-$$" ctl backup none-$$ --output "$folder/none"
	refused "no tournament ../x" ctl backup ../x
	refused "--name -x: must be at most 63 letters" ctl restore "$folder/played.backup" --name -x
	[ ! -e "$folder/none" ]
}

# A backup has the seed and orders of phases that are open: nobody else may read it, also in the place of a file that
# others may read.
test_is_secret() {
	: >"$folder/open.backup"
	chmod 644 "$folder/open.backup"
	ctl backup played-$$ --output "$folder/open.backup"
	ctl backup played-$$ --output "$folder/new.backup"
	same "modes" "$(stat -c %a "$folder/open.backup" "$folder/new.backup")" $'600\n600'
}

# A file of before is as it was when the new one cannot be written; no part of the new one stays.
test_nowhere_to_write() {
	local status=0 said
	mkdir "$folder/full"
	echo before >"$folder/full/played.backup"
	said=$( (trap '' XFSZ; ulimit -f 16; ctl backup played-$$ --output "$folder/full/played.backup") 2>&1) || status=$?
	same "status, on a disk that is full" $status 2
	same "said" "$said" "aresctl: $folder/full/played.backup: File too large"
	same "files" "$(ls "$folder/full")" played.backup
	same "the file of before" "$(cat "$folder/full/played.backup")" before
	refused "/dev/full: No space left on device" ctl backup played-$$ --output /dev/full
	refused "$folder/none/x: No such file or directory" ctl backup played-$$ --output "$folder/none/x"
	refused "none.backup: No such file" ctl restore none.backup
	refused "$folder: Is a directory" ctl restore "$folder"
}

# waits FOR: whether a session of aresctl waits for a lock.
waits() { holds "count(*) > 0 from pg_stat_activity where application_name = 'aresctl' and wait_event_type = 'Lock'"; }

# ^C, while it waits: the status says so, and nothing is left. After kill -9, at most a file is left that says what it is.
test_interrupted() {
	local signal status file=$folder/interrupted
	mkdir "$folder/stopped"
	for signal in INT TERM KILL; do
		held "lock table farm.boards in access exclusive mode"
		# a job of a shell that is not a terminal's ignores SIGINT: so it is given back
		env --default-signal=INT "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} backup played-$$ \
			--output "$folder/stopped/x" 2>"$file" &
		wait_for 10 waits
		kill -$signal $!
		status=0
		wait $! || status=$?
		let_go
		same "status after $signal" $status $((128 + $(kill -l $signal)))
		[ $signal != KILL ] || break
		same "files after $signal" "$(ls "$folder/stopped")" ""
		same "said after $signal" "$(cat "$file")" "aresctl: $folder/stopped/x: interrupted: nothing is written"
	done
	# what has no name until it is whole is gone; a filesystem that lacks such files keeps what says what it is
	case $(ls "$folder/stopped") in '' | x.unfinished.??????) ;; *) same "files after KILL" "$(ls "$folder/stopped")" none ;; esac
	held "lock table farm.tournaments in exclusive mode"
	env --default-signal=INT "$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} restore "$folder/played.backup" \
		--name stopped-$$ 2>"$file" &
	wait_for 10 waits
	kill -INT $!
	status=0
	wait $! || status=$?
	let_go
	same "status of restore" $status 130
	same "said by restore" "$(cat "$file")" "aresctl: $folder/played.backup: interrupted: nothing is restored"
	held "lock table farm.tournaments in exclusive mode"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} restore "$folder/played.backup" --name stopped-$$ &
	wait_for 10 waits
	kill -KILL $!
	wait $! 2>/dev/null || true
	let_go
	wait_for 10 holds "count(*) = 0 from pg_stat_activity where application_name = 'aresctl' and query like '%restore_close%'
		and pid <> pg_backend_pid()"
	same "tournaments" "$(query "select count(*) from farm.tournaments where name = 'stopped-$$'")" 0
}

# Only the owner may: a backup has seeds and orders that nobody else sees.
test_rights() {
	local role=looks_$$ who
	query "create role $role in role farm_reader, farm_worker; create role nobody_$$"
	trap "query 'drop role $role; drop role nobody_$$'" EXIT
	PGOPTIONS="-c role=nobody_$$" refused ", role nobody_$$): use a role that aresctl role create has made, or the owner" \
		ctl backup played-$$ --output "$folder/rights"
	who=$(query "select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'farm'")
	PGOPTIONS="-c role=$role" refused "backup: only the owner of the farm may read all of it: do it as the role $who" \
		ctl backup played-$$ --output "$folder/rights"
	PGOPTIONS="-c role=$role" refused "restore: only the owner of the farm may make a tournament: do it as the role $who" \
		ctl restore "$folder/played.backup" --name rights-$$
	[ ! -e "$folder/rights" ]
	PGOPTIONS="-c role=$role" refused "connect as the owner of the farm, the role $who" ctl tournament cancel played-$$
	refused "name a tournament, or give --all" ctl backup
	refused "name a tournament, or give --all" ctl backup played-$$ --all
}

# Two restores, and a tournament that is made, do not wait for each other; play continues meanwhile.
test_nobody_waits() {
	local name
	for name in one two three; do
		ctl restore "$folder/played.backup" --name $name-$$ &
	done
	within 20 ctl tournament create beside-$$ --games 1 --seats random,random
	wait
	same "tournaments and their digests" "$(query "
		select count(*), count(distinct farm.tournament_digest(name)) from farm.tournaments
		where name in ('one-$$', 'two-$$', 'three-$$', 'played-$$')")" "4|1"
}

# What was restored together is in order, and can be dropped.
test_drop() {
	ctl tournament drop one-$$ --yes
	ctl verify three-$$
}

run_tests
