#!/bin/bash
# restore: proves what deploy/backup.md says of the whole farm. A farm that plays is restored to a moment from a base backup and
# archived WAL, after everything was lost. It is then played to the end and comes out the same. tests/db/backup.sh has backups of
# a tournament.
#
# Does each step on a cluster of its own. SEED=1 draws the games.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/restore
games=1000 # so that there are some left, however slow the base backup is
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

tournament() { ctl tournament create "$1" --games "${2:-$games}" --seats 'ares(depth=2,age=40),random' --rounds 12 --seed "$SEED"; }
tournament earlier 2
earlier=$(play earlier)

start() {
	"$B/aresd" --batch 2 --lease 3600 "$@" 2>>"$ARESFARM_HOME/aresd.log" &
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
	wait_for 20 more_boards lived $((least + 40))
	pause
	least=$(boards lived)
	moment=$(query "select clock_timestamp()")
	sleep 0.2
	most=$(boards lived)
	resume
	wait_for 20 more_boards lived $((most + 40))
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
	same "what was finished before" "$(digests earlier)" "$earlier"
	# games that nobody has begun tell nothing
	query "update farm.games g set state = 'cancelled', finished_at = now()
		from farm.tournaments t where t.id = g.tournament_id and t.name = 'lived' and g.state = 'pending'"
	start --until-done
	wait $daemon
	tournament undisturbed
	query "update farm.games g set state = 'cancelled', finished_at = now()
		from farm.tournaments t, farm.games h join farm.tournaments l on l.id = h.tournament_id and l.name = 'lived'
		where t.id = g.tournament_id and t.name = 'undisturbed' and h.number = g.number and h.state = 'cancelled'"
	same digests "$(digests lived)" "$(play undisturbed)"
	same boards "$(boards lived)" "$(boards undisturbed)"
	holds "finished >= 4 from farm.progress where tournament = 'lived'"
}

test_whole_farm() {
	exec 8<"$ARESFARM_HOME/pg"
	query "create database whole"
	"$tools/pg_dump" -Fc -n farm -n api -d "$server dbname=aresfarm" >"$vault/farm.dump"
	"$tools/pg_restore" -d "$server dbname=whole" "$vault/farm.dump"
	same digests "$(CONNINFO="$server dbname=whole" digests earlier)" "$earlier"
	same "output of init" "$(CONNINFO="$server dbname=whole" ctl init)" ""
}

run_tests
