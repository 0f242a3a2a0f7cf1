#!/bin/bash
# backup: proves that aresctl backup and restore keep all of a tournament, whatever it is; that games which are cut off in the
# middle come out as if nothing had been; and that what fails leaves nothing behind. tests/hostile/backups.sh has what is done
# to the file.
#
# SEED=1 draws the games.
. tests/suite.sh

ctl init >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
settings='random,dumbbot'

tournament() { ctl tournament create "$1-$$" --games "${2:-12}" --seats "$settings" --rules standard --rounds 12 --seed "$SEED" "${@:3}"; }

# rows FILE: what two backups of the same tournament share: all but when, which, and its own row.
rows() { sed -e '2,/^rows /{/^rows /!d}' -e '/^part tournaments /,/^\\\.$/d' -e '/^sha256 /d' "$1"; }

# terms NAME: its row, but for what is the farm's.
terms() {
	query "select to_jsonb(t) - array['id', 'name', 'map_id', 'created_at'] || jsonb_build_object('map', m.name)
		from farm.tournaments t join farm.maps m on m.id = t.map_id where t.name = '$1-$$'"
}

# copied NAME: backs it up, puts it in as NAME-copy, and compares all that there is of both.
copied() {
	local name=$1-$$ copy=$1-copy-$$
	ctl backup "$name" --output "$folder/$1.backup"
	ctl restore "$folder/$1.backup" --name "$copy"
	same "terms" "$(terms "$1-copy")" "$(terms "$1")"
	same "digests" "$(digests "$copy")" "$(digests "$name")"
	same "progress" "$(query "select p.* from farm.progress p where tournament = '$copy'")" \
		"$(query "select '$copy', games, pending + claimed, 0, waiting, finished, quarantined, cancelled, phases
			from farm.progress where tournament = '$name'")"
	ctl backup "$copy" --output "$folder/$1.again"
	# a deadline is later by the time in the file: rows with one differ
	cmp <(rows "$folder/$1.backup" | without "${2:-}") <(rows "$folder/$1.again" | without "${2:-}")
	[ $# -gt 1 ] || ctl verify "$copy" >/dev/null
}

# without PARTS: leaves out the rows of these parts.
without() { awk -v parts=" ${1:-} " '/^part / {skip = index(parts, " " $2 " ")} !skip'; }

test_finished_games() {
	tournament played
	play played-$$ >/dev/null
	copied played
	# numbers are new, and go up
	holds "min(c.id) > max(p.id) from farm.games p join farm.tournaments t on t.id = p.tournament_id and t.name = 'played-$$',
		farm.games c join farm.tournaments u on u.id = c.tournament_id and u.name = 'played-copy-$$'"
	# questions that read summaries, and those that read boards, say the same
	same "standings" "$(query "select player, games, solos, share from farm.standings where tournament = 'played-copy-$$' order by 1")" \
		"$(query "select player, games, solos, share from farm.standings where tournament = 'played-$$' order by 1")"
	same "orders" "$(viewed played-copy-$$ 3 S1902M)" "$(viewed played-$$ 3 S1902M)"
}

# Every kind of tournament has its own rows.
test_every_kind() {
	ctl map add tests/maps/wide.csv
	ctl tournament create wide-$$ --games 4 --seats random,random --map wide --rules standard --rounds 5 --seed "$SEED"
	tournament stops 24 --until 20%
	tournament starts 2 --start "tests/starts/endgames.cases:$(sed -n 's/^case //p' tests/starts/endgames.cases | head -1)"
	tournament turns 2 --diplomatic-time 90s --retreat-time 5m --adjustment-time 3d --draw-after 3
	ctl tune create tuned-$$ --player 'dumbbot(fallattack=0)' --tune 'fallattack=0..1000' --games 16 --batch 8 --rules standard \
		--rounds 5 --seed "$SEED"
	aresd --until-done
	copied wide
	copied stops
	copied starts
	copied turns
	copied tuned
	same "course of the tuning" "$(query "select step, last_game, theta, plus, minus, plus_id, plus_share, moved_to from farm.tuning_steps s
			join farm.tournaments t on t.id = tournament_id where name = 'tuned-copy-$$' order by step")" \
		"$(query "select step, last_game, theta, plus, minus, plus_id, plus_share, moved_to from farm.tuning_steps s
			join farm.tournaments t on t.id = tournament_id where name = 'tuned-$$' order by step")"
	same "verdict" "$(query "select said from farm.stopping_told where tournament = 'stops-copy-$$'")" \
		"$(query "select said from farm.stopping_told where tournament = 'stops-$$'")"
}

# A map that the other farm lacks comes with the backup, and is one there. Another map of that name is refused.
test_map_of_another_farm() {
	local here=${CONNINFO:-} digest
	digest=$(ctl tournament digest wide-$$)
	other_database aresfarm_backup_$$
	trap "CONNINFO='$here' query 'drop database aresfarm_backup_$$ with (force)'" EXIT
	CONNINFO=$conninfo
	ctl init >/dev/null
	ctl restore "$folder/wide.backup" --name wide
	same "digest" "$(ctl tournament digest wide)" "$digest"
	ctl verify wide >/dev/null
	same "codes" "$(query "select cardinality(codes) > 0 from farm.maps where name = 'wide'")" t
	ctl tournament create after --games 1 --seats random,random --map wide --rounds 3
	query "update farm.areas set name = 'Elsewhere' where id = 1 and map_id = (select id from farm.maps where name = 'wide')"
	refused "the farm has another map wide" ctl restore "$folder/wide.backup" --name again
	same "tournaments" "$(query "select string_agg(name, ' ' order by id) from farm.tournaments")" "wide after"
}

# The test that matters: games are cut off in the middle, backed up while workers play, dropped, restored and played on.
test_cut_off_in_the_middle() {
	local undisturbed name=middle-$$
	tournament calm 800
	tournament middle 800
	ctl tournament pause "$name"
	undisturbed=$(play calm-$$)
	ctl tournament resume "$name"
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 --batch 3 2>/dev/null &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 holds "finished > 2 and claimed > 0 from farm.progress where tournament = '$name'"
	# its workers stand still with games in hand, so that there are such games in the backup
	query "update farm.games set failures = failures where false" # the view below needs no lock
	kill -STOP $daemon
	ctl backup "$name" --output "$folder/middle.backup"
	kill -KILL $daemon $(pgrep -P $daemon) 2>/dev/null || true
	wait $daemon 2>/dev/null || true
	ctl tournament drop "$name" --yes
	ctl restore "$folder/middle.backup"
	holds "pending > 0 and claimed = 0 and finished > 0 from farm.progress where tournament = '$name'"
	same "digests" "$(play "$name" --workers 2)" "$undisturbed"
	ctl verify "$name" --players >/dev/null
}

# A game that has boards and is not over is played on from its last board.
test_half_a_game() {
	local undisturbed
	tournament whole 1
	tournament half 1
	undisturbed=$(play whole-$$)
	query "with g as (select g.id, g.tournament_id, g.phase from farm.games g join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'half-$$'),
		gone as (delete from farm.boards b using g where b.tournament_id = g.tournament_id and b.game_id = g.id and b.phase > 11),
		last as (delete from farm.summaries s using g where s.game_id = g.id and s.tournament_id = g.tournament_id),
		tally as (delete from farm.tallies y using g where y.tournament_id = g.tournament_id)
		update farm.games x set state = 'pending', worker_id = null, claimed_at = null, finished_at = null, ending = null, winner = null,
			phase = null, phases = null, centres = null, units = null, digest = null from g where x.id = g.id"
	copied half
	holds "max(b.phase) between 5 and 11 and max(g.epoch) = 1 from farm.boards b join farm.games g on g.id = b.game_id
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'half-copy-$$'"
	same "digests" "$(play half-copy-$$)" "$undisturbed"
}

# A role's seat: what it was asked, what it has submitted and what was taken come along. Its deadline is as far away as it was.
test_external_player() {
	local role=backed_$$ game copy
	ctl role create agent $role
	trap "ctl tournament cancel seat-copy-$$; ctl tournament drop seat-$$ --yes; ctl tournament drop seat-copy-$$ --yes; ctl role drop $role --yes" EXIT
	ctl tournament create seat-$$ --games 2 --seats "@$role,random" --rules standard --rounds 4 --diplomatic-time 1h --seed "$SEED" 2>/dev/null
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	trap "kill -KILL $daemon 2>/dev/null || true; $(trap -p EXIT | sed "s/^trap -- '//; s/' EXIT$//")" EXIT
	wait_for 20 holds "count(*) = 2 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'seat-$$' and g.state = 'waiting'"
	game=$(query "select min(g.id) from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'seat-$$'")
	as $role -c "select api.submit_orders($game, '{}', power => power, final => true) from api.my_turns where game = $game" >/dev/null
	wait_for 20 holds "count(*) > 0 from farm.taken_orders where game_id = $game and played_at is not null"
	wait_for 20 holds "state = 'waiting' from farm.games where id = $game"
	as $role -c "select api.submit_orders($game, legal[1:1], power => power) from api.my_turns where game = $game limit 1" >/dev/null
	kill -TERM $daemon
	wait $daemon
	query "update farm.turns set deadline = now() + interval '30 min' from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where g.id = game_id and t.name = 'seat-$$'"
	copied seat 'games turns'
	for part in turns pending_orders taken_orders; do
		holds "count(*) > 0 from farm.$part o join farm.games g on g.id = o.game_id join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'seat-copy-$$'"
	done
	holds "bool_and(c.deadline >= p.deadline) from farm.turns p join farm.games g on g.id = p.game_id
		join farm.tournaments t on t.id = g.tournament_id and t.name = 'seat-$$'
		join farm.games h on h.number = g.number join farm.tournaments u on u.id = h.tournament_id and u.name = 'seat-copy-$$'
		join farm.turns c on c.game_id = h.id and c.power = p.power"
	copy=$(query "select min(g.id) from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'seat-copy-$$'")
	same "whose turn it is there" "$(as $role -c "select count(*) from api.my_turns where game = $copy")" \
		"$(as $role -c "select count(*) from api.my_turns where game = $game")"
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
	ctl backup late-$$ --output "$file"
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

# ^C, while it waits: the status says so, and nothing is left.
test_interrupted() {
	local signal status file=$folder/interrupted
	mkdir "$folder/stopped"
	for signal in INT TERM; do
		held "lock table farm.boards in access exclusive mode"
		# a job of a shell that is no terminal's ignores SIGINT: so it is given back
		python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
			"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} backup played-$$ --output "$folder/stopped/x" 2>"$file" &
		wait_for 10 waits
		kill -$signal $!
		status=0
		wait $! || status=$?
		let_go
		same "status after $signal" $status $((128 + $(kill -l $signal)))
		same "files after $signal" "$(ls "$folder/stopped")" ""
		same "said after $signal" "$(cat "$file")" "aresctl: $folder/stopped/x: interrupted: nothing is written"
	done
	held "lock table farm.tournaments in exclusive mode"
	python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' \
		"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} restore "$folder/played.backup" --name stopped-$$ 2>"$file" &
	wait_for 10 waits
	kill -INT $!
	status=0
	wait $! || status=$?
	let_go
	same "status of restore" $status 130
	same "said by restore" "$(cat "$file")" "aresctl: $folder/played.backup: interrupted: nothing is restored"
	same "tournaments" "$(query "select count(*) from farm.tournaments where name = 'stopped-$$'")" 0
}

# Only the owner may: a backup has seeds and orders that nobody else sees.
test_rights() {
	local role=looks_$$ who
	query "create role $role in role farm_reader, farm_worker"
	trap "query 'drop role $role'" EXIT
	who=$(query "select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'farm'")
	PGOPTIONS="-c role=$role" refused "backup: only the owner of the farm may read all of it: do it as the role $who" \
		ctl backup played-$$ --output "$folder/rights"
	PGOPTIONS="-c role=$role" refused "restore: only the owner of the farm may make a tournament: do it as the role $who" \
		ctl restore "$folder/played.backup" --name rights-$$
	[ ! -e "$folder/rights" ]
}

# Every table with rows of a tournament is a part, but for what stays in its farm. So whoever adds one is told.
test_every_table_is_a_part() {
	same "tables of tournaments that no backup has" "$(query "
		select string_agg(relname, ' ' order by relname) from pg_class c
		where relnamespace = 'farm'::regnamespace and relkind in ('r', 'p') and not relispartition
		  and exists (select from pg_attribute a where a.attrelid = c.oid and attname in ('tournament_id', 'game_id'))
		  and relname not in (select part from farm.archive_parts(0))")" "daide_seats links tallies"
}

# Two restores, and a tournament that is made, do not wait for each other; play goes on meanwhile.
test_nobody_waits() {
	local name
	for name in one two three; do
		ctl restore "$folder/played.backup" --name $name-$$ &
	done
	within 20 ctl tournament create beside-$$ --games 1 --seats random,random
	wait
	same "restored" "$(query "select count(*) from farm.tournaments where name in ('one-$$', 'two-$$', 'three-$$')")" 3
	for name in one two three; do
		same "digest of $name" "$(ctl tournament digest $name-$$)" "$(ctl tournament digest played-$$)"
	done
}

# What was restored together is in order, and can be dropped.
test_drop() {
	ctl verify two-$$
	ctl tournament drop one-$$ --yes
	ctl verify three-$$
}

run_tests
