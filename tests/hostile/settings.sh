#!/bin/bash
# settings: proves that aresd takes all of a settings file or nothing of it, and says in one line what is wrong. It neither
# hangs nor spins, whatever the file is. A SIGHUP that finds a wrong file changes nothing.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
settings=$hostile_dir/aresd.conf
log=$hostile_dir/log

# repeat COUNT TEXT
repeat() { printf "$2%.0s" $(seq "$1"); }

# taken PRINTF-FORMAT: aresd accepts the file.
taken() {
	printf "$1" >"$settings"
	timeout 10 "$B/aresd" --config "$settings" --until-done 2>"$log" || same "what aresd said to $1" "$(cat "$log")" ""
}

# wrong PATTERN PRINTF-FORMAT: aresd does not begin, and its line has the pattern.
wrong() {
	printf "$2" >"$settings"
	refused "$1" timeout 10 "$B/aresd" --config "$settings" --until-done
}

# wrong_file PATTERN PATH: the same of a file that is there.
wrong_file() { refused "aresd: $2: $1" timeout 10 "$B/aresd" --config "$2" --until-done; }

test_not_a_file() {
	mkdir "$hostile_dir/folder"
	mkfifo "$hostile_dir/fifo"
	ln -s loop "$hostile_dir/loop"
	wrong_file "must be an ordinary file, but is a folder" "$hostile_dir/folder"
	wrong_file "must be an ordinary file, but is a pipe" "$hostile_dir/fifo"
	wrong_file "must be an ordinary file, but is a device or a socket" /dev/zero
	wrong_file "must be an ordinary file, but is a device or a socket" /dev/null
	wrong_file "Too many levels of symbolic links" "$hostile_dir/loop"
	wrong_file "No such file or directory" "$hostile_dir/gone"
	wrong_file "Not a directory" /dev/null/aresd.conf
	rm "$hostile_dir/fifo"
}

test_large_file() {
	truncate -s 1G "$hostile_dir/large"
	wrong_file "must have at most 65536 bytes, but has more" "$hostile_dir/large"
	rm "$hostile_dir/large"
}

test_binary() {
	wrong "aresd.conf:2: must be text, but has a byte 0x00" '# x\nworkers = 2\0\n'
	wrong "aresd.conf:1: must be text, but has a byte 0x00" '# \0\nworkers = 2\n'
	wrong "aresd.conf:1: must be text, but has a byte 0x1b" 'workers = \033[2J\n'
	wrong "aresd.conf:1: must be text, but has a byte 0x0d" 'workers = 2\rworkers = 3\n'
	wrong "aresd.conf:1: must be text, but has a byte 0x00" '\377\376w\0o\0r\0\n\0'
}

# What stands behind a long comment is no setting.
test_long_lines() {
	taken "#$(repeat 254 x)\n"
	wrong "aresd.conf:1: a line must have at most 255 bytes" "#$(repeat 254 x)workers = 0\n"
	wrong "aresd.conf:2: a line must have at most 255 bytes" "\n$(repeat 256 ' ')\n"
	wrong "aresd.conf:1: workers $(repeat 100 9): must be a whole number from 1 to 256" "workers = $(repeat 200 9)\n"
}

test_other_editors() {
	taken 'workers = 2\r\n# comment\r\n\r\n\tbatch=3\r\n'
	taken '\357\273\277workers = 2\n'
	wrong "aresd.conf:1: must be a line such as" ' \357\273\277workers = 2\n'
	taken '# Grüße\nworkers = 2 # zwei ─ 2\n'
}

test_wrong_lines() {
	local line
	for line in 'workers' 'workers 2' 'workers =' '= 2' 'workers = 2 3' 'work ers = 2' 'workers == 2' 'workers = 2;' \
		'workers = 0x2' 'workers = 2.5' 'workers = -1' 'Workers = 2' 'log = json' 'until-done = 1' 'config = x' 'threads = 65'; do
		wrong "aresd.conf:2: " "lease = 20\n$line\n"
	done
	wrong "aresd.conf:3: workers stands in line 1 already" 'workers = 2\nbatch = 3\nworkers = 2\n'
}

# A file that is being written is empty, or ends within a line: "workers = 1" may be the begin of "workers = 16".
test_half_written() {
	wrong "aresd.conf: is empty: is it complete?" ''
	wrong "aresd.conf:2: the last line has no end: is the file complete?" '# settings\nworkers = 1'
	taken '\n'
}

start() {
	"$B/aresd" --config "$settings" "$@" 2>"$log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT # of this test's shell
}

workers() { query "select count(*) from farm.workers where gone_at is null and heartbeat_at > now() - interval '5 s'"; }
workers_are() { [ "$(workers)" = "$1" ]; }
said() { grep -qF -e "$1" "$log"; }

# stays PATTERN: SIGHUP changes nothing, and the log says why, in a line that is JSON.
stays() {
	: >"$log"
	kill -HUP $daemon
	wait_for 10 said "the settings stay as they are: $1"
	[ "$(grep -c '^{.*"level":"error".*}$' "$log")" = 1 ] || same "the log" "$(cat "$log")" "one line"
	sleep 0.3
	same "workers" "$(workers)" 2
}

# write_and_stay PATTERN PRINTF-FORMAT
write_and_stay() {
	printf "$2" >"$settings"
	stays "$settings:$1"
}

# Were a part of these files taken, there would be another number of workers.
test_hup_all_or_nothing() {
	printf 'workers = 2\n' >"$settings"
	start --log json
	wait_for 10 workers_are 2
	write_and_stay "2: batch 0: must be" 'workers = 1\nbatch = 0\n'
	write_and_stay "2: the last line has no end" 'workers = 3\nlease = 2'
	write_and_stay " is empty" ''
	write_and_stay "1: a line must have at most" "#$(repeat 254 x)workers = 1\n"
	write_and_stay "2: workers stands in line 1 already" 'workers = 3\nworkers = 1\n'
	rm "$settings"
	stays "$settings: No such file"
	mkfifo "$settings"
	stays "$settings: must be an ordinary file, but is a pipe"
	rm "$settings"
	ln -s aresd.conf "$settings"
	stays "$settings: Too many levels"
	rm "$settings"
	mkdir "$settings"
	stays "$settings: must be an ordinary file, but is a folder"
	rmdir "$settings"
	printf 'workers = 3\r\n' >"$settings"
	kill -HUP $daemon
	wait_for 10 workers_are 3
	kill -TERM $daemon
	wait $daemon
}

# What the environment says is refused in one line, too.
test_environment() {
	refused "ARESFARM_LOG a?b: must be text or json" env ARESFARM_LOG=$'a\nb' "$B/aresd"
	refused "ARESFARM_LOG ?[2J: must be text or json" env ARESFARM_LOG=$'\033[2J' "$B/aresd"
	refused "ARESFARM_HOME is a?b: it must be an absolute path" env ARESFARM_HOME=$'a\nb' "$B/aresctl" up
	refused "ARESFARM_HOME is a?b: it must be an absolute path" env ARESFARM_HOME=$'a\nb' "$B/aresd"
	refused "ARESFARM_HOME is : it must be an absolute path" env ARESFARM_HOME= "$B/aresctl" up
	refused "no tournament a?b" "$B/aresctl" tournament digest $'a\nb'
	OMP_NUM_THREADS='2,3' ARESFARM_LOG='' NOTIFY_SOCKET=x WATCHDOG_USEC=-1 "$B/aresd" --until-done --workers 1
}

# Case files of aresctl judge.
test_case_files() {
	mkdir -p "$hostile_dir/folder"
	refused "judge: $hostile_dir/folder: Is a directory" "$B/aresctl" judge "$hostile_dir/folder"
	refused "judge: /dev/zero:1: a line should be shorter than" timeout 10 "$B/aresctl" judge /dev/zero
	refused "judge: $hostile_dir/gone?: No such file" "$B/aresctl" judge "$hostile_dir/gone"$'\n'
	truncate -s 1G "$hostile_dir/large"
	refused "large:1: a line should be shorter than" timeout 10 "$B/aresctl" judge "$hostile_dir/large"
	rm "$hostile_dir/large"
	sed 's/$/\r/' tests/cases/thesis.cases >"$hostile_dir/dos.cases"
	same "cases with other line ends" "$("$B/aresctl" judge "$hostile_dir/dos.cases")" "$("$B/aresctl" judge tests/cases/thesis.cases)"
	{ printf '\357\273\277'; cat tests/cases/thesis.cases; } >"$hostile_dir/bom.cases"
	same "cases behind a byte order mark" "$("$B/aresctl" judge "$hostile_dir/bom.cases")" \
		"$("$B/aresctl" judge tests/cases/thesis.cases)"
	printf 'case a\0b\n' >"$hostile_dir/nul.cases"
	refused "nul.cases:1: " "$B/aresctl" judge "$hostile_dir/nul.cases"
}

run_tests
