#!/bin/bash
# kills: proves that games come out the same when a worker, aresd or PostgreSQL is killed in the middle of them.
#
# Plays a tournament undisturbed; then kills something in each test while the same games are played, and compares digests
# and boards. SEED=1 draws the games, the pauses, and the sessions
# that are ended.
. tests/suite.sh
games=56

# Slow players and small batches: there is time to kill in the middle of a game.
slow='ares(depth=2,age=40),random'
tournament() { ctl tournament create "$1-$$" --games $games --seats "$slow" --seed "$SEED"; }

ctl init >/dev/null
tournament undisturbed
undisturbed=$(play undisturbed-$$)

# start OPTION...: starts aresd in the background; daemon is its process.
start() {
	"$B/aresd" --batch 4 --workers 2 "$@" 2>>"$ARESFARM_HOME/aresd.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

# amid NAME: a game of the tournament is claimed and has boards.
amid() {
	holds "count(*) > 0 from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1-$$' and g.state = 'claimed'
		and exists (select from farm.boards b where b.tournament_id = t.id and b.game_id = g.id)"
}

# caught NAME: stops aresd and its workers and looks whether a worker is amid a game of the tournament; victim is its process.
# If none is, they go on. So however slow this shell is, the games do not end while it looks.
caught() {
	kill -STOP $daemon
	frozen=$(workers)
	kill -STOP $frozen 2>/dev/null
	for victim in $(query "select w.pid from farm.workers w join farm.games g on g.worker_id = w.id
		join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$' and g.state = 'claimed'
		and exists (select from farm.boards b where b.tournament_id = t.id and b.game_id = g.id)"); do
		! grep -q '^State:.Z' "/proc/$victim/status" || continue
		[ ! -d "/proc/$victim" ] || return 0
	done
	go_on
	return 1
}
go_on() { kill -CONT $frozen $daemon 2>/dev/null || true; }

# kill_workers NAME N: kills N workers, one after the other, each amid a game of the tournament.
kill_workers() {
	local round
	for round in $(seq "$2"); do
		wait_for 20 caught "$1"
		kill -KILL "$victim"
		go_on
	done
}

# kill_server: kills the server of all suites and starts it again.
kill_server() {
	kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
	sleep 0.3
	server_up
}

unfinished() { query "select games - finished from farm.progress where tournament = '$1-$$'"; }
boards() {
	query "select count(*) from farm.boards b join farm.tournaments t on t.id = b.tournament_id where t.name = '$1-$$'"
}
workers() { query "select pid from farm.workers where gone_at is null"; }

# ended_alike NAME: all games are played, no phase twice, and digests are those of the undisturbed tournament.
ended_alike() {
	same "games left" "$(unfinished "$1")" 0
	same digests "$(digests "$1-$$")" "$undisturbed"
	same boards "$(boards "$1")" "$(boards undisturbed)"
}

# Kills one worker after the other. The supervisor starts new ones at once.
test_workers_killed() {
	tournament workers
	start --until-done --lease 3600
	kill_workers workers 4
	wait $daemon
	holds "max(epoch) > 1 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'workers-$$'"
	ended_alike workers
}

# server_up: starts the server of all suites again. It stays when this suite ends, so it has no mark of it (tests/ends.sh).
server_up() { env -u ARESFARM_SUITE "$B/aresctl" --quiet up; }

# The server ends the workers' sessions again and again, at any moment. The workers go on with the games they have claimed: no
# game is claimed twice.
test_sessions_ended() {
	local ended=0
	RANDOM=$SEED
	tournament sessions
	start --until-done --lease 3600 --batch 16
	while kill -0 $daemon 2>/dev/null; do
		ended=$((ended + $(query "select setseed($RANDOM / 32768.0); select count(pg_terminate_backend(pid))
			from pg_stat_activity where application_name = 'aresd worker' and random() < 0.7" | tail -1)))
		sleep 0.1$((RANDOM % 10))
	done
	wait $daemon
	[ $ended -ge 4 ]
	same "epochs" "$(query "select distinct epoch from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'sessions-$$'")" 1
	ended_alike sessions
}

# Only aresd is killed. Its workers notice it, hand their games back and end.
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

# aresd and its workers are killed together. The next aresd sees that their lock is free, and does not wait for the
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

# The server is killed and starts again. aresd tries to connect until it succeeds.
test_postgresql_killed() {
	local round
	tournament server
	start --until-done --lease 3600
	for round in 1 2; do
		wait_for 20 caught server
		kill_server
		[ "$(unfinished server)" -gt 0 ]
		[ "$(boards server)" -lt "$(boards undisturbed)" ]
		go_on
	done
	wait $daemon
	ended_alike server
}

# Workers and server are killed while games with retreats and winters are played by the full rules.
test_standard_killed() {
	local name
	for name in standard-undisturbed standard; do
		ctl tournament create $name-$$ --games 16 --seats 'ares(depth=2,age=30),randbot' --rules standard --seed "$SEED" \
			--rounds 60
		[ $name = standard ] || play $name-$$ >/dev/null
	done
	start --until-done --lease 3600
	kill_workers standard 3
	wait_for 20 caught standard
	kill_server
	[ "$(boards standard)" -lt "$(boards standard-undisturbed)" ]
	go_on
	wait $daemon
	same digests "$(digests standard-$$)" "$(digests standard-undisturbed-$$)"
	same boards "$(boards standard)" "$(boards standard-undisturbed)"
}

# Every player, also one that remembers: what the next worker makes of the stored phases is what the killed one had. Six of them
# sit in each game; the other powers are played by a slow one, so that there is time to kill.
test_every_player_killed() {
	local group=0 players name
	sed -n 's/^PLAYER(\(.*\))$/\1/p' lib/players/players.def | xargs -n 6 >"$ARESFARM_HOME/groups"
	while read -r players; do
		group=$((group + 1))
		players=$(tr ' ' , <<<"$players"),$(yes 'slow=ares(depth=2,age=100)' | head -$((7 - $(wc -w <<<"$players"))) | paste -sd,)
		for name in every-undisturbed-$group every-$group; do
			ctl tournament create $name-$$ --games 7 --seats "$players" --rotate --rules standard --seed "$SEED" --rounds 50
			[ $name = every-$group ] || play $name-$$ >/dev/null
		done
		start --until-done --lease 3600
		kill_workers every-$group 4
		wait $daemon
		holds "max(epoch) > 1 from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'every-$group-$$'"
		same digests "$(digests every-$group-$$)" "$(digests every-undisturbed-$group-$$)"
		same boards "$(boards every-$group)" "$(boards every-undisturbed-$group)"
		ctl verify every-$group-$$ --players
	done <"$ARESFARM_HOME/groups"
}

# An external player plays while server and aresd are killed. Every order that was accepted counts, and no other.
test_outside_killed() {
	local name round pid player
	query "create role outsider login in role farm_agent"
	for name in outside-undisturbed outside; do
		ctl tournament create $name-$$ --games 6 --seats '@outsider,random' --rules standard --seed "$SEED" --rounds 10
		player outsider 2>/dev/null
		start --until-done --lease 3600
		trap 'kill $player 2>/dev/null || true; kill -KILL $daemon 2>/dev/null || true' EXIT
		for round in 1 2; do
			[ $name = outside ] || break
			wait_for 30 holds "count(*) > 20 * $round from farm.taken_orders where played_at is not null and game_id in
				(select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name-$$')"
			kill -KILL "$(head -1 "$ARESFARM_HOME/pg/postmaster.pid")"
			[ $round = 1 ] || kill -KILL $daemon
			sleep 0.3
			server_up
			[ "$(unfinished $name)" -gt 0 ]
			[ $round = 1 ] || start --until-done --lease 3600
		done
		wait $daemon
		kill $player
		wait $player
	done
	same digest "$(ctl tournament digest outside-$$)" "$(ctl tournament digest outside-undisturbed-$$)"
	same boards "$(boards outside)" "$(boards outside-undisturbed)"
	same "orders disregarded, or not played" "$(query "select count(*) from farm.taken_orders
		where (played_at is null or array_length(array_remove(problems, null), 1) > 0) and game_id in
			(select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name like 'outside-%$$')")" 0
}

# aresd stops within two seconds of a signal. No game stays claimed, and the phases played stay.
test_stop_in_two_seconds() {
	local signal
	tournament stop
	for signal in TERM INT; do
		start
		wait_for 20 amid stop
		kill -$signal $daemon
		ends 2 $daemon
		holds "not exists (select from farm.games where state = 'claimed')"
		[ "$(unfinished stop)" -gt 0 ]
	done
	start --until-done
	wait $daemon
	ended_alike stop
}

# A worker is frozen for longer than its lease. Other workers play its games. When it wakes up, its writes are refused and
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

# The server refuses the supervisor's statements for a while. The supervisor keeps its connection, and its workers keep their
# claims.
test_supervisor_is_refused() {
	local holder="select backend from farm.supervisors where id in (select farm.supervisors_connected())" pid
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

# A claim reaches the server after its worker has died and its supervisor has handed back the games it knew of.
test_claim_of_the_dead() {
	local supervisor="select farm.supervisor_attach(77)"
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

# A claim reaches the server over a session that its worker has given up for a new one.
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

# aresd still logs, but nobody reads its log any more.
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

# A worker whose claim has lapsed sends 10,000 batches: while the game is free, while another worker has it, while it is
# played, and when it is finished. All are refused, their writes are counted, and nothing of them is stored.
test_ten_thousand_late_writes() {
	local name said words
	for name in late-undisturbed late; do
		ctl tournament create $name-$$ --games 1 --seats random,random --seed "$SEED"
		[ $name = late ] || play $name-$$ >/dev/null
	done
	said=$("$B/late_writes" 10000 "'$B/aresd' --until-done --quiet --workers 1 2>&1")
	echo "$said"
	words=($said)
	same "accepted, refused, lost" "${words[1]} ${words[3]} ${words[5]}" "1 10000 0"
	same "phases and ends refused" "${words[7]}" $((2500 * 1 + 2500 * 4 + 2500 * 1 + 2500 * 5))
	same "refused_writes" "$(query "select refused_writes from farm.workers where id = ${words[9]}")" "${words[7]}"
	same digest "$(ctl tournament digest late-$$)" "$(ctl tournament digest late-undisturbed-$$)"
	same boards "$(boards late)" "$(boards late-undisturbed)"
}

run_tests
