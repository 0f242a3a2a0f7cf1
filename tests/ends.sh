# ends: ends processes by a mark that they carry in their environment, whatever session, group or parent they have. Their
# children inherit it. PostgreSQL's server keeps it; the server's children end with it.

# marked NAME=VALUE: the processes that carry the mark, apart from this shell and what runs this function.
marked() {
	local file process
	for file in $(grep -lzxF -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
		process=${file//[!0-9]/}
		[ "$process" = $$ ] || echo "$process"
	done
}

# marked_end NAME=VALUE: ends them: asks, interrupts (which a server takes for haste), then kills, some seconds apart. Prints
# the command of each that was there.
marked_end() {
	local process tries left signal=TERM
	for process in $(marked "$1"); do
		{ tr '\0' ' ' <"/proc/$process/cmdline" && echo; } 2>/dev/null || true
	done
	for ((tries = 0; tries < 100; tries++)); do
		left=$(marked "$1")
		[ -n "$left" ] || return 0
		[ $tries -ne 25 ] || signal=INT
		[ $tries -ne 50 ] || signal=KILL
		[ $((tries % 25)) -ne 0 ] && [ $signal != KILL ] || kill -$signal $left 2>/dev/null || true
		# a process that was stopped takes no signal but these
		kill -CONT $left 2>/dev/null || true
		sleep 0.1
	done
	echo "still there: $left"
	return 1
}

# guard_begin NAME=VALUE PATH...: starts a process that waits for the end of this shell, however it ends: by kill -9, too. Then
# it ends what carries the mark and removes the paths. A shell that has tidied up itself calls guard_end.
guard_begin() {
	setsid env -i PATH="$PATH" bash -c '
		. tests/ends.sh
		while kill -0 "$0"; do sleep 0.5; done
		marked_end "$1"
		shift
		rm -rf -- "$@"' $$ "$@" </dev/null >/dev/null 2>&1 &
	guard=$!
	disown $guard
}
guard_end() { kill -KILL -- -$guard 2>/dev/null || kill -KILL $guard 2>/dev/null || true; }

# contain NAME COMMAND...: runs the command and exits with its status. The command carries a mark, NAME=..., and has a TMPDIR of
# its own. However it ends, or this shell, what the command has started ends too, and TMPDIR is removed. A signal that asks
# this shell to stop asks the command first, so that it tidies up itself. Prints what the command had left.
contain() {
	local status=0 tries
	contain_mark=$1=$$.$(date +%s%N)
	shift
	export TMPDIR
	TMPDIR=$(mktemp -d)
	chmod 711 "$TMPDIR" # a server of root runs as another user
	guard_begin "$contain_mark" "$TMPDIR"
	trap 'contain_stop 130' INT
	trap 'contain_stop 143' TERM
	trap 'contain_stop 129' HUP
	env "$contain_mark" "$@" <&0 &
	contained=$!
	wait $contained || status=$?
	trap '' INT TERM HUP
	# what was killed a moment ago may end by itself
	for ((tries = 0; tries < 20; tries++)); do
		[ -n "$(marked "$contain_mark")" ] || break
		sleep 0.1
	done
	marked_end "$contain_mark" | sed 's/^/# ended, because a test had left it: /'
	contain_leave $status
}
contain_stop() {
	local tries
	set +e
	trap '' INT TERM HUP PIPE
	kill -TERM $contained 2>/dev/null
	for ((tries = 0; tries < 100; tries++)); do
		kill -0 $contained 2>/dev/null || break
		sleep 0.1
	done
	marked_end "$contain_mark" >/dev/null
	contain_leave "$1"
}
contain_leave() {
	rm -rf "$TMPDIR"
	guard_end
	exit "$1"
}
