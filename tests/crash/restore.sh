#!/bin/bash
# restore: proves what deploy/backup.md says. A farm that plays is restored to a moment from a base backup and archived WAL, after
# everything was lost. One tournament is dumped and put into another farm. Both are then played to the end and come out the
# same.
#
# Does each step on a cluster of its own. SEED=1 draws the games.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/restore
games=48
# a place where the server's user can write
vault=$(mktemp -d)
mkdir -p "$ARESFARM_HOME" "$vault/wal"
[ "$(id -u)" -ne 0 ] || chown -R postgres "$vault"
trap 'ctl down; rm -rf "$ARESFARM_HOME" "$vault"' EXIT
ctl up
# pg_basebackup and psql connect as aresctl does
exec 8<"$ARESFARM_HOME/pg"
server="host=/proc/self/fd/8 port=5432 user=$(id -un)"
tools=$(dirname "$(readlink "/proc/$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")/exe")")
ctl init >/dev/null

tournament() { ctl tournament create "$1" --games $games --seats 'ares(depth=2,age=40),random' --seed "$SEED"; }
tournament undisturbed
undisturbed=$(play undisturbed)

start() {
	"$B/aresd" --batch 4 --lease 3600 "$@" 2>>"$ARESFARM_HOME/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

boards() {
	query "select count(*) from farm.boards b join farm.tournaments t on t.id = tournament_id where t.name = '$1'"
}
# Freezes the farm, so that counts are exact on any machine.
pause() {
	players=$(query "select pid from farm.workers where gone_at is null")
	kill -STOP $daemon $players
}
resume() { kill -CONT $players $daemon; }

more_boards() { [ "$(boards "$1")" -ge "$2" ]; }

# The server archives every full segment of its WAL.
archive() {
	query "alter system set archive_mode = on"
	query "alter system set archive_command =
		'test ! -f $vault/wal/%f && cp %p $vault/wal/.%f && mv $vault/wal/.%f $vault/wal/%f'"
	ctl down
	ctl up
}

# restore_until TIME: puts the backup in the place of the lost data folder.
restore_until() {
	local owner
	owner=$(stat -c %U:%G "$ARESFARM_HOME/pg")
	rm -rf "$ARESFARM_HOME/pg"
	mv "$vault/base" "$ARESFARM_HOME/pg"
	cat >>"$ARESFARM_HOME/pg/postgresql.auto.conf" <<-END
		archive_mode = off
		restore_command = 'cp $vault/wal/%f %p'
		recovery_target_time = '$1'
		recovery_target_action = promote
	END
	touch "$ARESFARM_HOME/pg/recovery.signal"
	chown -R "$owner" "$ARESFARM_HOME/pg"
	chmod 700 "$ARESFARM_HOME/pg"
	ctl up
	wait_for 20 holds "not pg_is_in_recovery()"
}

test_point_in_time() {
	local segment at_base least moment most lost restored
	archive
	exec 8<"$ARESFARM_HOME/pg"
	tournament lived
	start --workers 1
	wait_for 20 more_boards lived 40
	at_base=$(boards lived)
	"$tools/pg_basebackup" -d "$server dbname=postgres" -D "$vault/base" --checkpoint=fast -X none --no-sync
	pause
	"$tools/pg_verifybackup" --no-parse-wal "$vault/base"
	least=$(boards lived)
	resume
	wait_for 20 more_boards lived $((least + 100))
	pause
	least=$(boards lived)
	moment=$(query "select clock_timestamp()")
	sleep 0.2
	most=$(boards lived)
	resume
	wait_for 20 more_boards lived $((most + 100))
	pause
	tournament afterwards
	segment=$(query "select pg_walfile_name(pg_switch_wal())")
	wait_for 20 test -e "$vault/wal/$segment"
	lost=$(boards lived)
	holds "count(*) > 0 from farm.games where state = 'claimed'"
	[ "$(query "select finished from farm.progress where tournament = 'lived'")" -lt $games ]
	# everything dies at once; restore_until removes the disk, too
	kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")" $players $daemon
	wait $daemon || true

	restore_until "$moment"
	restored=$(boards lived)
	echo "boards: $at_base in the base backup, $restored restored ($least to $most), $lost when it was lost"
	[ "$at_base" -lt "$least" ] && [ "$least" -le "$restored" ] && [ "$restored" -le "$most" ] && [ "$most" -lt "$lost" ]
	same "tournaments made after that moment" \
		"$(query "select count(*) from farm.tournaments where name = 'afterwards'")" 0
	holds "count(*) > 0 from farm.games where state = 'claimed'"
	start --until-done
	wait $daemon
	same digests "$(digests lived)" "$undisturbed"
	same boards "$(boards lived)" "$(boards undisturbed)"
	same "games that were finished before" "$(digests undisturbed)" "$undisturbed"
}

dump() { ctl psql -XqAt -v t="$1" -f deploy/dump.sql; }

# elsewhere COMMAND...: runs the command on another farm, in a database of the same server.
elsewhere() { (PGHOST=/proc/self/fd/8 PGPORT=5432 PGDATABASE=elsewhere "$@"); }

test_one_tournament() {
	local last
	exec 8<"$ARESFARM_HOME/pg"
	tournament amid
	start
	wait_for 20 holds "finished > 0 and claimed > 0 from farm.progress where tournament = 'amid'"
	dump amid >"$vault/amid.sql"
	kill -TERM $daemon
	wait $daemon
	dump undisturbed >"$vault/undisturbed.sql"
	query "create database elsewhere"
	elsewhere "$B/aresctl" init
	elsewhere psql -Xq -f "$vault/undisturbed.sql" >/dev/null
	elsewhere psql -Xq -f "$vault/amid.sql" >/dev/null
	same "digest of what was finished" "$(elsewhere digests undisturbed)" "$undisturbed"
	same "games" "$(elsewhere query "select pending > 0, claimed, finished > 0, games from farm.progress
		where tournament = 'amid'")" "t|0|t|$games"
	elsewhere "$B/aresd" --until-done
	same "digest of what was played here and there" "$(elsewhere digests amid)" "$undisturbed"
	last=$(elsewhere query "select max(id) from farm.games")
	elsewhere ctl tournament create fresh --games 1 --seats random,random
	holds "$(elsewhere query "select min(g.id) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'fresh'") > $last"
}

# A role that may not read everything dumps nothing, and is told so in one line.
test_dump_without_rights() {
	local role status
	exec 8<"$ARESFARM_HOME/pg"
	query "create role looks in role farm_reader; create role nobody_here"
	for role in looks nobody_here; do
		status=0
		as $role -v t=undisturbed -f deploy/dump.sql >"$vault/none.sql" 2>"$vault/said" || status=$?
		same "status as $role" $status 3
		same "bytes dumped as $role" "$(wc -c <"$vault/none.sql")" 0
		same "what it said" "$(sed 's/^[^E]*ERROR:  //' "$vault/said")" \
			"this role cannot read the whole farm, so nothing is dumped: dump as the role $(id -un)"
	done
}

# A dump that stops anywhere is refused, and changes nothing.
test_dump_that_stopped() {
	local size part lines status
	exec 8<"$ARESFARM_HOME/pg"
	query "create database stumps"
	(export PGHOST=/proc/self/fd/8 PGPORT=5432 PGDATABASE=stumps; "$B/aresctl" init)
	dump undisturbed >"$vault/whole.sql"
	same "last line" "$(tail -1 "$vault/whole.sql")" '\endif'
	size=$(wc -c <"$vault/whole.sql") lines=$(wc -l <"$vault/whole.sql")
	for part in 20 500 $((size / 4)) $((size / 2)) $((size * 9 / 10)) $((size - 400)) \
		$(head -$((lines - 3)) "$vault/whole.sql" | wc -c); do
		status=0
		head -c $part "$vault/whole.sql" | PGHOST=/proc/self/fd/8 PGPORT=5432 PGDATABASE=stumps psql -Xq -v ON_ERROR_STOP=1 >/dev/null \
			2>"$vault/said" || status=$?
		[ $status -ne 0 ] || same "a dump of $part bytes of $size" restored refused
		same "tournaments after $part bytes of $size" "$(CONNINFO="$server dbname=stumps" query \
			"select count(*) from farm.tournaments")" 0
	done
	PGHOST=/proc/self/fd/8 PGPORT=5432 PGDATABASE=stumps psql -Xq -f "$vault/whole.sql" >/dev/null
	same digests "$(CONNINFO="$server dbname=stumps" digests undisturbed)" "$undisturbed"
}

test_whole_farm() {
	exec 8<"$ARESFARM_HOME/pg"
	query "create database whole"
	"$tools/pg_dump" -Fc -n farm -n api -d "$server dbname=aresfarm" >"$vault/farm.dump"
	"$tools/pg_restore" -d "$server dbname=whole" "$vault/farm.dump"
	same digests "$(CONNINFO="$server dbname=whole" digests undisturbed)" "$undisturbed"
	same "output of init" "$(CONNINFO="$server dbname=whole" ctl init)" ""
}

# A dump does nothing when its tournament is there already, when the schema differs, or when it is of no tournament.
test_dump_that_does_not_fit() {
	local before
	exec 8<"$ARESFARM_HOME/pg"
	before=$(elsewhere query "select count(*), sum(games) from farm.tournaments")
	! elsewhere psql -Xq -f "$vault/amid.sql" 2>"$vault/said" || same "a second time" "done" "refused"
	grep -q 'already exists' "$vault/said"
	sed 's/^\(do .*from\) [0-9]* or/\1 999 or/' "$vault/amid.sql" >"$vault/other.sql"
	! elsewhere psql -Xq -f "$vault/other.sql" 2>"$vault/said" || same "another schema" "done" "refused"
	grep -q 'the farm must have schema version [0-9]* and map standard' "$vault/said"
	same "tournaments, games" "$(elsewhere query "select count(*), sum(games) from farm.tournaments")" "$before"
	! dump nowhere >/dev/null 2>"$vault/said" || same "a dump of nothing" "done" "refused"
	grep -q 'no tournament nowhere' "$vault/said"
}

run_tests
