#!/bin/bash
# operator: walks through section 6 of README.md, deploy/README.md, doc/operating.md and deploy/backup.md as somebody who runs the
# farm as a service. Only the first line that is typed needs the sources. After that the installed documents are followed.
set -eu
cd "$(dirname "$0")/../.."
. tests/suite.sh
. tests/walks.sh
. tests/machine.sh
walk_begin
walk_build >/dev/null
place=$(mktemp -d)
machine_make "$place"
trap 'on_machine "sudo systemctl stop aresd postgresql" >/dev/null 2>&1 || true' EXIT
documents=$prefix/share/doc/aresfarm
service_readme=$documents/deploy/README.md backup=$documents/deploy/backup.md operating=$documents/doc/operating.md

owner() { on_machine "sudo -u aresfarm aresctl $1"; }
digest() { owner "tournament digest $1"; }
asks() { on_machine "sudo -u aresfarm aresctl psql -XqAtc \"$1\""; }
answers() { [ "$(asks "$1")" = "$2" ]; }

test_install() {
	local steps said
	steps=$(block README.md '6. Run it as a service' 1)
	said=$(walk "$(head -1 <<<"$steps")" "${machine[@]}") || { echo "$said"; return 1; }
	on_machine "$(tail -n +2 <<<"$steps")"
	said=$(on_machine "$(block "$documents/README.md" '6. Run it as a service' 2)")
	grep -q '128 of 128 games' <<<"$said" || { echo "$said"; return 1; }
	contains ' begins: .* workers on host ' "$place/log/aresd"
}

# Questions and cases are where README says.
test_questions() {
	on_machine "cd /usr/local/share/aresfarm
		sudo -u aresfarm aresctl psql -v t=first -f sql/standings.sql | grep -q '^ ares  *|'
		aresctl judge --rules standard --judge decisions tests/cases/math.cases | grep -q ' 0 failed'"
}

# one_again: whether the machine's own service is the only aresd, with one worker.
one_again() { answers "select count(*) from farm.workers where gone_at is null" 1; }

test_environment_file() {
	same "what is edited" "$(block "$service_readme" 'As a service' 1 | head -1)" "sudoedit $place/etc/aresfarm/aresd.env"
	on_machine "sed -i 's/^ARESD_OPTIONS=.*/ARESD_OPTIONS=--workers 1/' /etc/aresfarm/aresd.env"
	on_machine "$(block "$service_readme" 'As a service' 1 | tail -n +2)"
	wait_for 10 one_again
	on_machine "$(block "$service_readme" 'As a service' 2)"
	wait_for 10 one_again
	cmp deploy/aresd-local.conf "$place/etc/systemd/system/aresd.service.d/local.conf"
}

test_roles() {
	local heading='A server of your own' daemon said
	echo secret >"$place/home/FILE"
	on_machine "$(block "$service_readme" "$heading" 1)"
	same "init, again" "$(on_machine "$(block "$service_readme" "$heading" 2)")" \
		"the schema is up to date; functions, views and rights were made anew"
	on_machine "$(block "$service_readme" "$heading" 3)"
	on_machine "$(inline "$service_readme" "$heading" 'tournament list')" | contains '^first '
	on_machine "$(block "$service_readme" "$heading" 4)"
	said=$(owner 'role list')
	contains '^aresd .*worker' <<<"$said"
	contains '^analyst .*reader' <<<"$said"
	contains '^alice .*agent' <<<"$said"
	# another host
	daemon=$(block "$operating" 'Several hosts' 1)
	on_machine "echo '*:*:*:aresd:secret' >passwords; chmod 600 passwords; export PGPASSFILE=\$PWD/passwords
		${daemon/SERVER//run/postgresql} --workers 2 2>other.log & echo \$! >other.pid"
	wait_for 10 answers "select count(*) from farm.workers where gone_at is null" 3
	owner workers
	kill "$(cat "$place/home/other.pid")"
	wait_for 10 one_again
	on_machine "sudo -u postgres psql -Xq aresfarm <<'END'
$(block "$operating" 'Roles and rights' 1)
END"
}

# cron does what the file says, each minute.
test_monitor() {
	local heading='Watching it' line file=$place/etc/cron.d/aresfarm
	on_machine "$(block "$service_readme" "$heading" 1)" >/dev/null
	line=$(grep '^\*' "$file")
	same "user" "$(awk '{print $6}' <<<"$line")" aresfarm
	on_machine "sudo -u aresfarm env $(grep -v '^\*' "$file") sh -c '$(cut -d' ' -f7- <<<"$line")'"
	grep -qx 'aresfarm_games{state="finished",tournament="first"} 128' "$place/var/lib/aresfarm/farm.prom" ||
		{ cat "$place/var/lib/aresfarm/farm.prom"; return 1; }
	on_machine "$(inline "$service_readme" "$heading" 'aresctl alive')"
	on_machine "$(inline "$service_readme" "$heading" 'aresctl workers')" | contains -w "$(hostname)"
	line=$(inline "$service_readme" "$heading" 'tournament status')
	on_machine "${line/NAME/first}" | contains '128'
}

# control COMMAND: what the table under "Control" has for it, on the tournament second.
control() {
	local line
	line=$(inline "$operating" Control "aresctl tournament ${1%% *}") && on_machine "sudo -u aresfarm ${line/NAME/second} ${1#* }"
}

test_control() {
	owner "tournament create second --games 2000 --seats ares,random"
	control 'pause '
	answers "select paused from farm.tournaments where name = 'second'" t
	line=$(inline "$operating" Control 'resume NAME')
	owner "tournament ${line/NAME/second}"
	answers "select paused from farm.tournaments where name = 'second'" f
	control 'cancel '
	control 'drop --yes'
	on_machine 'aresctl tournament list' | fails grep second
}

# What is typed for the moment and the night is of today.
test_restore() {
	local heading='The whole farm, to any moment: base backup and WAL' first afterwards moment segment base step
	first=$(digest first)
	on_machine "$(block "$backup" "$heading" 1)"
	owner "tournament create lived --games 20 --seats 'ares(age=40),random'"
	on_machine "$(block "$backup" "$heading" 2)"
	base=$(basename "$place"/vault/base-*)
	wait_for 20 answers "select finished > 0 from farm.progress where tournament = 'lived'" t
	moment=$(asks "select clock_timestamp()")
	owner "tournament create afterwards --games 4 --seats random,random --seed 1"
	owner "watch afterwards" >/dev/null
	afterwards=$(digest afterwards)
	# archive_timeout does this in time
	segment=$(on_machine "sudo -u postgres psql -XAtc 'select pg_walfile_name(pg_switch_wal())'")
	wait_for 20 test -e "$place/vault/wal/$segment"

	on_machine "$(block "$backup" "$heading" 3)"
	step=$(block "$backup" "$heading" 4)
	step=${step/base-2026-01-31/$base}
	on_machine "${step/2026-01-31 12:00:00+00/$moment}"
	step=$(block "$backup" "$heading" 5)
	on_machine "$(head -1 <<<"$step")"
	wait_for 20 eval "[ \"\$(on_machine '$(tail -n +2 <<<"$step" | sed "s/'/'\\\\''/g")')\" = f ]"
	on_machine "$(block "$backup" "$heading" 6)"
	same "what was played" "$(digest first)" "$first"
	answers "select count(*) from farm.tournaments where name = 'afterwards'" 0
	owner "tournament create afterwards --games 4 --seats random,random --seed 1"
	owner "watch afterwards" >/dev/null
	same "what was made again" "$(digest afterwards)" "$afterwards"
	owner "watch lived" >/dev/null
	owner "verify lived" | contains 'all agree'
}

test_tournament_in_a_file() {
	local heading='A tournament in a file'
	on_machine "$(block "$backup" "$heading" 1)" | contains '^tournament first: backed up to .*: 128 games, '
	on_machine "$(block "$backup" "$heading" 2)" | contains '^128 games, .*: all agree$'
	same "restored" "$(digest first-again)" "$(digest first)"
	owner "tournament drop first-again --yes"
	on_machine "$(block "$backup" "$heading" 3)" >/dev/null
	same "elsewhere" "$(owner '-d dbname=elsewhere tournament digest first')" "$(digest first)"
	on_machine "$(block "$backup" "$heading" 4)"
	answers "select count(*) from farm.tournaments where name = 'first'" 1
}

test_copy() {
	local found
	on_machine "$(block "$backup" 'A copy of the whole farm, to look at' 1)"
	found=$(inline "$backup" 'A copy of the whole farm, to look at' 'aresctl -d')
	same "in the copy" "$(on_machine "sudo -u aresfarm $found tournament digest first")" "$(digest first)"
}

# The newer version is one with a change of the schema more.
test_upgrade() {
	local steps first
	first=$(digest first)
	steps=$(block "$service_readme" 'A newer version' 1)
	same "how it is built" "$(head -1 <<<"$steps")" 'make -j4 programs && sudo make install'
	on_machine "sudo install '$walk_tree/build/aresd_later' /usr/local/bin/aresd
		sudo install '$walk_tree/build/aresctl_later' /usr/local/bin/aresctl"
	on_machine "$(tail -n +2 <<<"$steps")"
	answers "select count(*) from farm.moods" 1
	owner "tournament create newer --games 4 --seats random,random"
	owner "watch newer" >/dev/null
	same "what was played before" "$(digest first)" "$first"
	owner "verify first" | contains 'all agree'
}

run_tests
