#!/bin/bash
# wal_full: proves that a farm goes on by itself when the disk of the server's WAL was full: PostgreSQL panics, cannot recover,
# gets room and starts again. What was finished stays, and the games come out the same.
#
# Needs root and the right to make namespaces (tests/hosts.sh): the WAL is on a file system of its own. SEED=1 draws the games.
. tests/suite.sh
. tests/hosts.sh
games=32

wal_size() { mount -o "remount,size=$1k" "$data/wal"; }
wal_used() { df -k --output=used "$data/wal" | tail -1; }
finished() { query "select finished from farm.progress where tournament = '$1'"; }
tournament() { ctl tournament create "$1" --games $games --seats 'ares(depth=2,age=20),random' --seed "$SEED"; }

if [ "$hosts_real" = yes ]; then
	hosts_make near
	server_stop fast
	mkdir "$data/wal"
	mount -t tmpfs -o size=1g tmpfs "$data/wal"
	chown postgres "$data/wal"
	mv "$data"/pg/pg_wal/* "$data/wal/"
	rmdir "$data/pg/pg_wal"
	ln -s ../wal "$data/pg/pg_wal"
	server_start
	ctl init >/dev/null
	tournament undisturbed
	undisturbed=$(host near "$B/aresd" -d "$CONNINFO" --until-done 2>/dev/null; digests undisturbed)
fi

# play_until_panic: fills the WAL's disk while the farm plays. A slot that nobody reads keeps all WAL. sure is how many games
# were finished before.
play_until_panic() {
	query "select pg_create_physical_replication_slot('forgotten', true)" >/dev/null
	wait_for 20 holds "finished > 0 from farm.progress where tournament = 'full'"
	wal_size $(($(wal_used) + 64))
	sure=$(finished full)
	query "checkpoint" >/dev/null 2>&1 || true
	while server_runs; do
		query "select pg_switch_wal()" >/dev/null 2>&1 || true
		sleep 0.05
	done
}

test_wal_full() {
	[ "$hosts_real" = yes ] || skip "$no_hosts"
	local sure after
	tournament full
	host near "$B/aresd" -d "$CONNINFO" --until-done --workers 2 --batch 4 2>"$data/near.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	play_until_panic
	grep -q 'PANIC: .*No space left on device' "$data/log"
	server_try && return 1 # no room yet
	sleep 1
	kill -0 $daemon
	wal_size 1048576
	server_start
	after=$(finished full)
	[ "$after" -ge "$sure" ]
	[ "$sure" -lt $games ]
	query "select pg_drop_replication_slot('forgotten')" >/dev/null
	wait $daemon
	same digests "$(digests full)" "$undisturbed"
	ctl verify --players full | grep -q 'all agree'
	same "what it logged else" "$(went_wrong "$data/near.log" | grep -v -e 'trying again: ' -e 'connection given up: ' -e 'because of crash of another server process$' \
		-e 'was taken from worker' -e 'all claims are dropped$' || true)" ""
}

run_tests
