#!/bin/bash
# service: proves what aresd tells the service manager that started it (sd_notify): ready, alive, its status, stopping.
#
# A script plays the manager and writes down what it hears, while the farm plays, loses its database, or ends. SEED=1 draws
# the games.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/service
mkdir -p "$ARESFARM_HOME"
socket=$ARESFARM_HOME/notify heard=$ARESFARM_HOME/heard
server=$ARESFARM_HOME/pg/postmaster.pid
trap 'ctl down; rm -rf "$ARESFARM_HOME"' EXIT
ctl up
ctl init >/dev/null

# manager ADDRESS: a process, $manager, that writes down what it hears on a socket, a variable a line. An address that begins
# with @ is abstract.
manager() {
	rm -f "$socket" "$heard"
	perl -MSocket -MIO::Handle -e '
		my $address = shift; $address =~ s/^\@/\0/;
		socket(my $in, PF_UNIX, SOCK_DGRAM, 0) or die $!;
		bind($in, pack("S a*", AF_UNIX, $address)) or die "$address: $!";
		STDOUT->autoflush(1); print "LISTENING\n"; alarm(60);
		while (defined recv($in, my $told, 4096, 0)) { print "$told\n" }' "$1" >"$heard" &
	manager=$!
	wait_for 5 grep -qs LISTENING "$heard"
}

# start ADDRESS OPTION...: starts a manager, and aresd under it; daemon is aresd's process.
start() {
	manager "$1"
	shift
	NOTIFY_SOCKET=${address:-$socket} "$B/aresd" --workers 2 "$@" 2>>"$ARESFARM_HOME/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon $manager 2>/dev/null || true' EXIT
}

told() { grep -c "^$1" "$heard" || true; }
has_told() { [ "$(told "$1")" -ge "${2:-1}" ]; }

# falls_silent: no ping comes within three times the watchdog's time. One that was on its way does not count.
falls_silent() {
	local before
	sleep 0.5
	before=$(told WATCHDOG)
	sleep 1.5
	same "pings to a database that does not answer" "$(told WATCHDOG)" "$before"
}

speaks_again() { wait_for 10 has_told WATCHDOG $(($(told WATCHDOG) + 3)); }

backends() { ps -o pid= --ppid "$(head -1 "$server")"; }

test_ready_pings_status_stopping() {
	ctl tournament create life-$$ --games 5000 --seats 'random,random' --seed "$SEED"
	WATCHDOG_USEC=500000 start "$socket"
	wait_for 10 has_told READY=1
	holds "count(*) > 0 from farm.workers where gone_at is null"
	wait_for 10 has_told WATCHDOG=1 8
	wait_for 10 has_told 'STATUS=2 workers, [1-9][0-9]* phases/s$'
	same "stopping, too early" "$(told STOPPING)" 0
	kill -TERM $daemon
	wait $daemon
	sleep 0.1
	same "ready, stopping" "$(told READY=1$) $(told STOPPING=1$)" "1 1"
	same "pings after stopping" "$(sed '1,/^STOPPING/d' "$heard" | grep -c WATCHDOG)" 0
	same "what else was told" "$(grep -cvE '^(LISTENING|READY=1|WATCHDOG=1|STOPPING=1|STATUS=.*)$' "$heard")" 0
	cancel life-$$
}

test_abstract_socket() {
	local address=@aresfarm-$$
	start "$address" --until-done
	wait $daemon
	sleep 0.1
	same "ready, then stopping" "$(grep -oE '^(READY|STOPPING|STATUS=all games are played)' "$heard" | paste -sd' ')" \
		"READY STOPPING STATUS=all games are played"
}

# pings: how many come in ten seconds, as two seconds or so show it.
pings() {
	local before begun
	wait_for 10 has_told READY
	before=$(told WATCHDOG) begun=${EPOCHREALTIME/./}
	sleep 2
	echo $((($(told WATCHDOG) - before) * 10000000 / (${EPOCHREALTIME/./} - begun)))
	kill -TERM $daemon
}

# A short watchdog gets its pings in time. A watchdog for another process does not change the pace.
test_pace() {
	WATCHDOG_USEC=400000 start "$socket"
	[ "$(pings)" -ge 20 ]
	wait $daemon
	kill $manager
	WATCHDOG_USEC=400000 WATCHDOG_PID=1 start "$socket"
	[ "$(pings)" -le 15 ]
	wait $daemon
}

# The pings stop when the server hangs, and when it dies. They begin again when it answers.
test_no_pings_without_a_database() {
	local stopped
	WATCHDOG_USEC=500000 start "$socket"
	wait_for 10 has_told WATCHDOG 3
	stopped=$(backends)
	kill -STOP "$(head -1 "$server")" $stopped
	falls_silent
	kill -CONT "$(head -1 "$server")" $stopped
	speaks_again
	kill -KILL "$(head -1 "$server")"
	falls_silent
	has_told 'STATUS=no database: '
	ctl up
	speaks_again
	same "ready" "$(told READY)" 1
	kill -TERM $daemon
	wait $daemon
}

# The farm plays on when nobody listens at the address, and when the address is nonsense.
test_no_manager() {
	local address
	for address in "$ARESFARM_HOME/nobody" relative / @ "$(printf 'long%.0s' {1..40})"; do
		NOTIFY_SOCKET=$address WATCHDOG_USEC=nonsense aresd --workers 1 --until-done
	done
}

# installed: make install into $root, with the unit as it is there. systemd reads its drop-in beside it.
root=$ARESFARM_HOME/root unit=$ARESFARM_HOME/units/aresd.service
installed() {
	make -s install SAN="$(grep -q '/san$' <<<"$B" && echo 1)" DESTDIR="$root" PREFIX=/usr
	mkdir -p "$unit.d"
	sed "s|/usr/local/bin|$root/usr/bin|" deploy/aresd.service >"$unit"
}

# named ROOT: what installed documents lead to or name, and is not there.
named() {
	local file link
	cd "$1/usr/share/doc/aresfarm"
	find . -name '*.md' | while read -r file; do
		grep -o '](\([^)#]*\)' "$file" | sed 's/^](//' | while read -r link; do
			case $link in '' | http*) continue ;; esac
			[ -e "$(dirname "$file")/$link" ] || echo "$file: $link"
		done
	done
	grep -ohE '/usr/(share|lib/systemd|lib/sysusers)[a-z/_.-]*[a-z]' -r . "$1/usr/lib" | sort -u | while read -r file; do
		[ -e "$1$file" ] || echo "$file"
	done
}

# make install puts the files in their places.
test_install() {
	installed
	"$root/usr/bin/aresd" --help | grep -q '^usage: aresd'
	grep -q '^.TH ARESCTL 1 ' "$root/usr/share/man/man1/aresctl.1"
	grep -q '^.TH ARESD 8 ' "$root/usr/share/man/man8/aresd.8"
	grep -q '^complete ' "$root"/usr/share/bash-completion/completions/{aresctl,aresd}
	[ "$(find "$root/usr/share/aresfarm/sql" -name '*.sql' | wc -l)" = "$(find sql -name '*.sql' | wc -l)" ]
	same "what the unit starts" "$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/aresd.service")" \
		'/usr/bin/aresd $ARESD_OPTIONS'
	[ -s "$root/usr/share/doc/aresfarm/examples/aresd-local.conf" ]
	same "documents that name another prefix" "$(grep -rl /usr/local "$root/usr/share/doc/aresfarm" "$root/usr/lib")" ""
	same "files that are named and not there" "$(named "$root")" ""
}

# exposure MOST: systemd accepts the unit, and finds it no more exposed than this, in tenths.
exposure() {
	systemd-analyze verify --man=no "$unit"
	systemd-analyze security --no-pager --offline=true --threshold="$1" "$unit"
}

test_unit_is_a_sandbox() {
	command -v systemd-analyze >/dev/null || skip "systemd is not here"
	installed
	exposure 11
	cp deploy/aresd-local.conf "$unit.d/local.conf"
	exposure 2
}

# The sandbox lets through each system call that aresd makes: with threads, with a limit of memory, at a reload, at its end.
test_system_calls() {
	local wanted allowed
	command -v strace >/dev/null && command -v systemd-analyze >/dev/null || skip "strace or systemd is not here"
	ctl tournament create calls-$$ --games 4 --seats 'ares(age=10,islands=2),random' --seed "$SEED"
	strace -f -qq -o "$ARESFARM_HOME/calls" "$B/aresd" --workers 2 --threads 2 --memory 500 --until-done 2>/dev/null
	wanted=$(sed -nE 's/^[0-9]+ +(<\.\.\. )?([a-z0-9_]+)[( ].*/\2/p' "$ARESFARM_HOME/calls" | sort -u)
	grep -qx prlimit64 <<<"$wanted"
	allowed=$(calls_of @system-service | sort -u)
	same "system calls outside @system-service" "$(comm -23 <(echo "$wanted") <(echo "$allowed"))" ""
	same "system calls forbidden" "$(comm -12 <(echo "$wanted") <(calls_of @privileged @resources @keyring | sort -u))" ""
}

# calls_of GROUP...: the system calls in these groups of systemd's and the groups in them.
calls_of() {
	local group name
	for group; do
		systemd-analyze syscall-filter "$group" | awk 'NR > 1 && $1 !~ /^#/ {print $1}' | while read -r name; do
			case $name in @*) calls_of "$name" ;; *) echo "$name" ;; esac
		done
	done
}

run_tests
