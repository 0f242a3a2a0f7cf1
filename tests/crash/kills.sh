#!/bin/bash
# kills: worker, aresd and PostgreSQL killed in mid-game; what is played in the end is what would have been played.
. tests/suite.sh
games=32

# Slow players and small batches, so that there is a middle to kill in.
slow='ares(depth=2,age=40),random'
tournament() { ctl tournament create "$1-$$" --games $games --seats "$slow" --seed "$SEED"; }

ctl init >/dev/null
tournament undisturbed
undisturbed=$(play undisturbed-$$)

# start OPTION...: in the background; daemon is its process.
start() {
	"$B/aresd" --batch 4 --workers 2 "$@" 2>>"$ARESFARM_HOME/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

# SQL for: of tournament NAME, some games are being played that have boards, and some are not finished.
amid() {
	holds "count(*) > 0 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1-$$' and g.state = 'claimed'
		and exists (select from farm.boards b where b.tournament_id = t.id and b.game_id = g.id)"
}

unfinished() { query "select games - finished from farm.progress where tournament = '$1-$$'"; }
boards() {
	query "select count(*) from farm.boards b join farm.tournaments t on t.id = b.tournament_id where t.name = '$1-$$'"
}
workers() { query "select pid from farm.workers where gone_at is null"; }

# ended_alike NAME: all is played, none of it twice, and it is what it would have been.
ended_alike() {
	same "games left" "$(unfinished "$1")" 0
	same digests "$(digests "$1-$$")" "$undisturbed"
	same boards "$(boards "$1")" "$(boards undisturbed)"
}

# Kills one worker after the other; the supervisor starts others, at once.
test_workers_killed() {
	local pid killed=0
	tournament workers
	start --until-done --lease 3600
	while [ $killed -lt 4 ]; do
		wait_for 20 amid workers
		pid=$(workers | head -1)
		kill -KILL "$pid"
		killed=$((killed + 1))
		wait_for 5 holds "not exists (select from farm.workers where pid = $pid and gone_at is null)"
		[ "$(unfinished workers)" -gt 0 ]
	done
	wait $daemon
	holds "max(epoch) > 1 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'workers-$$'"
	ended_alike workers
}

# The workers' sessions are ended again and again, at whatever they are: they go on with what they have in hand, and no game is
# claimed twice.
test_sessions_ended() {
	local ended=0
	RANDOM=$SEED
	tournament sessions
	start --until-done --lease 3600 --batch 16
	while kill -0 $daemon 2>/dev/null; do
		ended=$((ended + $(query "select count(pg_terminate_backend(pid)) from pg_stat_activity
			where application_name = 'aresd worker' and random() < 0.7")))
		sleep 0.1$((RANDOM % 10))
	done
	wait $daemon
	[ $ended -ge 4 ]
	same "epochs" "$(query "select distinct epoch from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'sessions-$$'")" 1
	ended_alike sessions
}

# aresd alone is killed: its workers notice, hand back and end.
test_aresd_killed() {
	tournament aresd
	start
	wait_for 20 amid aresd
	kill -KILL $daemon
	wait $daemon || true
	wait_for 2 holds "not exists (select from farm.games where state = 'claimed')"
	[ "$(unfinished aresd)" -gt 0 ]
	[ "$(boards aresd)" -gt 0 ]
	start --until-done --lease 3600
	wait $daemon
	ended_alike aresd
}

# aresd and its workers are killed together: the next one sees that nobody holds the lock, and need not wait for the
# lease.
test_all_killed() {
	tournament all
	start
	wait_for 20 amid all
	kill -STOP $daemon
	kill -KILL $(workers) $daemon
	wait $daemon || true
	amid all
	[ "$(unfinished all)" -gt 0 ]
	start --until-done --lease 3600
	wait $daemon
	ended_alike all
}

# The server is killed, and starts again under a daemon that has not stopped trying.
test_postgresql_killed() {
	local round
	tournament server
	start --until-done --lease 3600
	for round in 1 2; do
		wait_for 20 amid server
		kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
		sleep 0.3
		ctl up
		[ "$(unfinished server)" -gt 0 ]
		[ "$(boards server)" -lt "$(boards undisturbed)" ]
	done
	wait $daemon
	ended_alike server
}

# The full rules, resumed amid retreats and winters: worker and server are killed.
test_standard_killed() {
	local name round
	for name in standard-undisturbed standard; do
		ctl tournament create $name-$$ --games 16 --seats 'ares(depth=2,age=30),randbot' --rules standard --seed "$SEED" \
			--rounds 60
		[ $name = standard ] || play $name-$$ >/dev/null
	done
	start --until-done --lease 3600
	for round in 1 2 3; do
		wait_for 20 amid standard
		kill -KILL "$(workers | head -1)"
		sleep 0.2
	done
	kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
	sleep 0.3
	ctl up
	[ "$(boards standard)" -lt "$(boards standard-undisturbed)" ]
	wait $daemon
	same digests "$(digests standard-$$)" "$(digests standard-undisturbed-$$)"
	same boards "$(boards standard)" "$(boards standard-undisturbed)"
}

# Somebody outside plays, and loses server and daemon meanwhile: no order is lost that was taken, none counts that was not.
test_outside_killed() {
	local name round pid player
	query "create role outsider login in role farm_agent"
	trap 'kill -- -$player 2>/dev/null || true; kill -KILL $daemon 2>/dev/null || true' EXIT
	for name in outside-undisturbed outside; do
		ctl tournament create $name-$$ --games 6 --seats '@outsider,random' --rules standard --seed "$SEED" --rounds 10
		PGOPTIONS='-c role=outsider' setsid bash -c 'until perl doc/player.pl 1 "$B/aresctl" psql; do sleep 0.1; done' \
			2>/dev/null &
		player=$!
		start --until-done --lease 3600
		for round in 1 2; do
			[ $name = outside ] || break
			wait_for 30 holds "count(*) > 20 * $round from farm.pending_orders where played_at is not null and game_id in
				(select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name-$$')"
			kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
			[ $round = 1 ] || kill -KILL $daemon
			sleep 0.3
			ctl up
			[ "$(unfinished $name)" -gt 0 ]
			[ $round = 1 ] || start --until-done --lease 3600
		done
		wait $daemon
		kill -- -$player
		wait $player || true
	done
	same digest "$(ctl tournament digest outside-$$)" "$(ctl tournament digest outside-undisturbed-$$)"
	same boards "$(boards outside)" "$(boards outside-undisturbed)"
	same "orders disregarded, or not played" "$(query "select count(*) from farm.pending_orders
		where (played_at is null or array_length(array_remove(problems, null), 1) > 0) and game_id in
			(select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name like 'outside-%$$')")" 0
}

# Asked to stop, it has stopped within two seconds and left no game claimed; what it played is kept.
test_stop_in_two_seconds() {
	local signal begun
	tournament stop
	for signal in TERM INT; do
		start
		wait_for 20 amid stop
		begun=${EPOCHREALTIME/./}
		kill -$signal $daemon
		wait $daemon
		[ $((${EPOCHREALTIME/./} - begun)) -lt 2000000 ]
		holds "not exists (select from farm.games where state = 'claimed')"
		[ "$(unfinished stop)" -gt 0 ]
	done
	start --until-done
	wait $daemon
	ended_alike stop
}

# A worker sleeps through its lease: its games are played by others, and what it writes on waking is refused and
# counted.
test_sleeper_is_fenced() {
	local sleeper
	tournament sleeper
	start --lease 2
	wait_for 20 amid sleeper
	sleeper=$(query "select w.pid from farm.workers w join farm.games g on g.worker_id = w.id
		where g.state = 'claimed' limit 1")
	kill -STOP "$sleeper"
	wait_for 10 holds "gone_at is not null from farm.workers where pid = $sleeper order by id desc limit 1"
	kill -CONT "$sleeper"
	wait_for 10 holds "refused_writes > 0 from farm.workers where pid = $sleeper order by id desc limit 1"
	grep -q 'write refused: worker .* no longer holds game' "$ARESFARM_HOME/aresd.log"
	kill -TERM $daemon
	wait $daemon
	start --until-done
	wait $daemon
	ended_alike sleeper
}

# What the server refuses a supervisor for a while costs it neither its connection nor its workers' claims.
test_supervisor_is_refused() {
	local holder="select pid from pg_locks where locktype = 'advisory' and objsubid = 2" pid
	tournament refusal
	start --workers 1
	wait_for 20 amid refusal
	pid=$(query "$holder")
	query "create function farm.refuse() returns trigger language plpgsql as 'begin raise disk_full; end';
		create trigger refuse before update on farm.workers for each row
		when (current_setting('application_name') = 'aresd') execute function farm.refuse()"
	wait_for 5 grep -q 'aresd: the database failed, trying again: 53100' "$ARESFARM_HOME/aresd.log"
	query "drop function farm.refuse() cascade"
	wait_for 5 holds "now() - heartbeat_at < interval '0.5 s' from farm.workers where gone_at is null"
	same "who holds the lock" "$(query "$holder")" "$pid"
	kill -TERM $daemon
	wait $daemon
	cancel refusal-$$
}

# A claim that came in after its worker had died, and after its supervisor had handed back what it knew of.
test_claim_of_the_dead() {
	local supervisor="select pg_advisory_lock_shared('farm.workers'::regclass::oid::int, 77)"
	local claim="with mine as (
			select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'dead-$$' and g.number = 1),
		w as (
			insert into farm.workers (host, pid, supervisor, backend, claims)
			select 'dead', 1, 77, pg_backend_pid(), array[id] from mine returning id)
		update farm.games g set state = 'claimed', worker_id = w.id, epoch = 1 from w, mine where g.id = mine.id"
	local recover="select farm.workers_recover('1 hour')"
	tournament dead
	same "handed back while it lives" "$(query "$supervisor; $claim; $recover" | tail -1)" 0
	same "handed back when it may come back" "$(query "$supervisor; $recover" | tail -1)" 0
	query "update farm.workers set heartbeat_at = now() - interval '4 s' where host = 'dead'"
	same "handed back when it is dead" "$(query "$supervisor; $recover" | tail -1)" 1
	cancel dead-$$
}

# A claim that comes in over a session which its worker has given up for another.
test_claim_of_a_left_session() {
	local worker claim said=$ARESFARM_HOME/left
	tournament left
	worker=$(query "insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
	claim="select count(*) from farm.games_claim($worker, 1)"
	ctl psql -XqAt -c "$claim" -c 'select pg_sleep(1)' -c "$claim" >"$said" 2>&1 &
	wait_for 10 holds "exists (select from pg_stat_activity where wait_event = 'PgSleep')"
	query "select * from farm.games_resume($worker, '{}', '{}')"
	wait $! || true
	same "claims" "$(grep -c '^1$' "$said")" 1
	grep -q "worker $worker is not of this session" "$said"
	same "what it has" "$(query "select claims from farm.workers where id = $worker")" "{}"
	holds "count(*) = 0 from farm.games where state = 'claimed'"
	cancel left-$$
}

# Nobody reads its log any more, and it still has something to say.
test_log_unread() {
	local pid
	tournament unread
	exec 4> >(exec true)
	wait $!
	"$B/aresd" --batch 4 --workers 2 --until-done --lease 3600 2>&4 &
	daemon=$!
	exec 4>&-
	wait_for 20 amid unread
	pid=$(workers | head -1)
	kill -KILL "$pid"
	wait_for 5 holds "not exists (select from farm.workers where pid = $pid and gone_at is null)"
	wait $daemon
	ended_alike unread
}

# 10,000 batches of a worker whose claim has lapsed, while the game is nobody's, another's, being played and finished:
# all are refused, what they held is counted, and nothing of it is stored.
test_ten_thousand_late_writes() {
	local name said words
	for name in late-undisturbed late; do
		ctl tournament create $name-$$ --games 1 --seats random,random --seed "$SEED"
		[ $name = late ] || play $name-$$ >/dev/null
	done
	said=$("$B/late_writes" 10000 "'$B/aresd' --until-done --workers 1 2>&1")
	echo "$said"
	words=($said)
	same "accepted, refused, lost" "${words[1]} ${words[3]} ${words[5]}" "1 10000 0"
	same "phases and ends refused" "${words[7]}" $((2500 * 1 + 2500 * 4 + 2500 * 1 + 2500 * 5))
	same "refused_writes" "$(query "select refused_writes from farm.workers where id = ${words[9]}")" "${words[7]}"
	same digest "$(ctl tournament digest late-$$)" "$(ctl tournament digest late-undisturbed-$$)"
	same boards "$(boards late)" "$(boards late-undisturbed)"
}

run_tests
