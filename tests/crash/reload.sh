#!/bin/bash
# reload: proves that aresd reads its settings file again at SIGHUP, and that no phase is lost by it.
#
# Changes the file of a running aresd: more workers, fewer, another batch size, mistakes. SEED=1 draws the games.
. tests/suite.sh

ctl init >/dev/null
settings=$ARESFARM_HOME/aresd.conf
log=$ARESFARM_HOME/reload.log

set_to() { printf '%s\n' "# settings" "" "$@" >"$settings"; }
alive() { query "select count(*) from farm.workers where gone_at is null"; }
alive_are() { [ "$(alive)" = "$1" ]; }

start() {
	"$B/aresd" --config "$settings" "$@" 2>"$log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

test_workers_come_and_go() {
	local first refused
	refused=$(query "select coalesce(sum(refused_writes), 0) from farm.workers")
	set_to "workers = 2" "batch = 4 # small"
	ctl tournament create same-$$ --games 48 --seats 'ares(age=40),random' --seed "$SEED"
	aresd --until-done --workers 2
	ctl tournament create come-$$ --games 48 --seats 'ares(age=40),random' --seed "$SEED"
	start --until-done
	wait_for 10 alive_are 2
	first=$(query "select min(pid) from farm.workers where gone_at is null")
	set_to "workers = 5" "batch = 4"
	kill -HUP $daemon
	wait_for 10 alive_are 5
	[ -d "/proc/$first" ]
	set_to "workers = 1" "batch = 4"
	kill -HUP $daemon
	wait_for 10 alive_are 1
	set_to "workers = 3" "batch = 16"
	kill -HUP $daemon
	wait_for 10 alive_are 3
	[ ! -d "/proc/$first" ] # another batch size takes new workers
	wait $daemon
	same digest "$(ctl tournament digest come-$$)" "$(ctl tournament digest same-$$)"
	same "times it was said" "$(grep -c 'settings read anew' "$log")" 3
	same "writes refused" "$(query "select sum(refused_writes) from farm.workers")" "$refused"
}

# Mistakes in the file are reported, and no setting changes.
test_wrong_settings() {
	local wrong
	set_to "workers = 2"
	start --lease 5
	wait_for 10 alive_are 2
	for wrong in "workers = 0" "workers = many" "wokers = 3" "workers 3" "workers = 3 4"; do
		set_to "$wrong"
		kill -HUP $daemon
		wait_for 5 grep -q "aresd.conf:3: " "$log"
		: >"$log"
		same "workers after $wrong" "$(alive)" 2
	done
	rm "$settings"
	kill -HUP $daemon
	wait_for 5 grep -q "No such file" "$log"
	kill -TERM $daemon
	wait $daemon
	refused "aresd.conf: No such file" aresd --config "$settings"
	set_to "lease = 1"
	refused "aresd.conf:3: lease 1: must be a whole number from 2 to 86400" aresd --config "$settings"
}

# An option of the command line counts more than the file.
test_command_line_first() {
	set_to "workers = 4"
	start --workers 1
	wait_for 10 alive_are 1
	kill -HUP $daemon
	wait_for 5 grep -q 'settings read anew: 1 workers' "$log"
	same workers "$(alive)" 1
	kill -TERM $daemon
	wait $daemon
}

run_tests
