#!/bin/bash
# notify: agents flood notifications: on the channels that they know, and until the server's queue is half full. No worker hears
# any of it, the same games are played, and no commit of the farm depends on the queue.
. tests/suite.sh
. tests/hostile.sh

ctl init >/dev/null
agent=shouter_$$ worker=player_$$
role_make farm_agent $agent
role_make farm_worker $worker

# flood CHANNEL COUNT BYTES: notifications that differ, in one transaction.
flood() { as $agent -c "select count(pg_notify('$1', n || repeat('x', $3))) from generate_series(1, $2) n" >/dev/null; }

# heard NAME: how many notifications a session has got since it was last asked.
heard() { session_say "$1" "select 1" | grep -c '^Asynchronous notification' || true; }

# 100,000 notifications, 200 MB, reach no worker.
test_flood() {
	local pids name most=0
	for name in calm stormy; do
		ctl tournament create $name-$$ --games 600 --seats random,random --seed "$SEED"
	done
	ctl tournament pause stormy-$$
	aresd --until-done --workers 2
	ctl tournament resume stormy-$$
	"$B/aresd" --until-done --workers 2 --batch 4 2>"$hostile_dir/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
	wait_for 20 holds "finished > 0 from farm.progress where tournament = 'stormy-$$'"
	pids=$(query "select pid from farm.workers where gone_at is null")
	flood farm 25000 7900
	for name in farm farm_turn_$agent farm_turn_alice; do flood "$name" 25000 10; done
	for name in $pids; do
		most=$(awk -v most="$most" '$1 == "VmHWM:" && $2 > most {most = $2} END {print most}' /proc/"$name"/status 2>/dev/null || echo "$most")
	done
	wait $daemon
	[ "$most" -lt 100000 ] || same "kilobytes of a worker" "$most" "fewer than 100000"
	same "what it said" "$(went_wrong "$hostile_dir/aresd.log")" ""
	same digest "$(digests stormy-$$ | cut -d' ' -f2)" "$(digests calm-$$ | cut -d' ' -f2)"
	holds "max(gap) < interval '2 s' from (select finished_at - lag(finished_at) over (order by finished_at) as gap
		from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'stormy-$$') g"
}

# A hint reaches who listens as the workers do. A stranger's notification does not, and no stranger learns the channel's name.
test_workers_channel() {
	local channel
	session_open ear $worker
	session_say ear "select farm.listen()"
	heard ear
	query "select farm.hint('farm')" >/dev/null
	same "hints" "$(heard ear)" 1
	flood farm 10 10
	same "notifications of strangers" "$(heard ear)" 0
	channel=$(query "select channel from farm.channels where name = 'farm'")
	same "bits of the name" "${#channel}" 37
	as $worker -c "select * from farm.channels" 2>&1 | grep -q 'permission denied'
	as $agent -c "select farm.listen()" 2>&1 | grep -q 'permission denied'
	same "what an agent sees of it" "$(as $agent -c "select count(*) from pg_stat_activity where query like '%$channel%'" \
		-c "select count(*) from pg_listening_channels()")" $'0\n0'
	session_close ear
}

# Another database has another channel.
test_channels_differ() {
	local channel other
	channel=$(query "select channel from farm.channels")
	other_database aresfarm_notify_$$
	trap "CONNINFO='${CONNINFO:-}' query 'drop database aresfarm_notify_$$ with (force)'" EXIT
	other=$(CONNINFO=$conninfo ctl init && CONNINFO=$conninfo query "select channel from farm.channels")
	[ "$other" != "$channel" ] || same "the channel of another farm" "$other" "another"
}

# An agent that listens and leaves its transaction open keeps the queue from being emptied. Hints are silent when it is half
# full. Here that bound is a parameter: a queue has room for 8 GB.
test_queue_that_fills() {
	session_open ear $agent
	session_open keeper $agent
	session_say ear "listen farm_turn_$agent"
	session_say keeper "listen anything"
	session_say keeper "begin"
	session_say keeper "select 1"
	flood anything 5000 7900
	holds "pg_notification_queue_usage() between 0.003 and 0.1"
	heard ear
	query "select farm.hint('farm_turn_$agent', 0.002)" >/dev/null
	same "hints above the bound" "$(heard ear)" 0
	query "select farm.hint('farm_turn_$agent')" >/dev/null
	same "hints below it" "$(heard ear)" 1
	session_close ear
	# who began to listen now would read all that is in the queue: the workers do without
	same "channels" "$(as $worker -c "select farm.listen()" -c "select count(*) from pg_listening_channels()" | tail -1)" 0
	ctl tournament create meanwhile-$$ --games 8 --seats random,random --seed "$SEED"
	aresd --until-done --workers 2
	holds "finished = games from farm.progress where tournament = 'meanwhile-$$'"
	session_close keeper
	flood anything 1 1 # empties the queue
	wait_for 10 holds "pg_notification_queue_usage() < 0.001"
	same "channels" "$(as $worker -c "select farm.listen()" -c "select count(*) from pg_listening_channels()" | tail -1)" 1
}

# Every notification of the farm goes through farm.hint.
test_all_are_hints() {
	same "functions that notify" "$(query "select string_agg(proname, ' ') from pg_proc
		where pronamespace in ('farm'::regnamespace, 'api'::regnamespace) and prosrc ~* 'pg_notify|\mnotify\M'")" hint
	! grep -rnE "pg_notify|[^_]notify '|\"notify" daemon schema --include=*.c --include=*.sql | grep -v 'functions/hints.sql'
}

run_tests
