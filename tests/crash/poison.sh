#!/bin/bash
# poison: proves that a game which breaks its worker three times in one phase is put aside with the reason, and that other
# games go on.
#
# Makes games whose players think too long or need too much memory, and kills workers with several signals. SEED=1 draws
# the games. Tests of memory are skipped under the sanitizers (SAN), which need memory of
# their own.
. tests/suite.sh

ctl init >/dev/null
no_room="a sanitizer needs more memory than the limit"
forever='ares(depth=8,age=1000,cycles=20000,islands=16,keep=0)'

start() {
	"$B/aresd" --workers 2 --until-done "$@" 2>"$ARESFARM_HOME/poison.log" &
	daemon=$!
	trap 'kill -KILL $daemon 2>/dev/null || true' EXIT
}

# stop_after BOARDS NAME: plays until that tournament has so many boards, and stops.
stop_after() {
	start --batch 1
	wait_for 20 holds "count(*) >= $1 from farm.boards b join farm.tournaments t on t.id = b.tournament_id
		where t.name = '$2-$$'"
	kill -TERM $daemon
	wait $daemon
}

# tournaments NAME PLAYER: one game that breaks its worker, and 24 that do not.
tournaments() {
	ctl tournament create "poison-$1-$$" --games 1 --seats "$2,$2" --seed "$SEED"
	ctl tournament create "good-$1-$$" --games 24 --seats random,random --seed "$SEED" --rounds 30
}

# put_aside NAME REASON: that game was put aside with this reason, and the others were finished.
put_aside() {
	same "reason" "$(query "select g.reason from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'poison-$1-$$'")" "3 times in S1901M: $2"
	same "the others" "$(query "select finished from farm.progress where tournament = 'good-$1-$$'")" 24
}

test_decision_too_long() {
	tournaments long "$forever"
	start --decision 1
	wait $daemon
	put_aside long "a decision took too long"
	same "times it was claimed" "$(query "select epoch from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'poison-long-$$'")" 3
}

# A worker is stopped for longer than the limit while its players think, again and again. It must not be killed when it goes on:
# a stopped worker does not think.
test_stopped_worker() {
	local pid round
	ctl tournament create stopped-$$ --games 50 --seats 'ares(age=1000,cycles=1500),ares(age=1000,cycles=1500)' --seed "$SEED"
	start --decision 2 --workers 1
	wait_for 10 holds "exists (select from farm.boards b join farm.tournaments t on t.id = b.tournament_id
		where t.name = 'stopped-$$')"
	pid=$(query "select pid from farm.workers where gone_at is null")
	for round in 1 2 3; do
		kill -STOP "$pid"
		sleep 2.5
		kill -CONT "$pid"
		sleep 0.5
	done
	same "decisions that took too long" "$(grep -c 'took too long' "$ARESFARM_HOME/poison.log" || true)" 0
	holds "count(*) = 1 from farm.workers where gone_at is null and pid = $pid"
	kill -TERM $daemon
	wait $daemon
	cancel stopped-$$
}

# Only faults of the worker itself count. A kill from outside is no game's fault, however often it happens.
test_worker_dies() {
	local signal
	export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0 # else a sanitizer makes exits of these signals
	tournaments dies "$forever"
	start
	for signal in KILL SEGV KILL KILL ABRT KILL BUS; do
		wait_for 20 holds "exists (select from farm.games g join farm.tournaments t on t.id = g.tournament_id
			where t.name = 'poison-dies-$$' and g.state = 'claimed')"
		kill -$signal "$(query "select w.pid from farm.games g join farm.workers w on w.id = g.worker_id
			join farm.tournaments t on t.id = g.tournament_id where t.name = 'poison-dies-$$'")"
		wait_for 20 holds "not exists (select from farm.games g join farm.workers w on w.id = g.worker_id
			join farm.tournaments t on t.id = g.tournament_id where t.name = 'poison-dies-$$' and g.state = 'claimed'
			and w.gone_at is not null)"
		sleep 0.3
	done
	wait $daemon
	put_aside dies "its worker died: Bus error"
}

test_memory() {
	[ -z "${SAN:-}" ] || skip "$no_room"
	tournaments memory 'ares(cycles=20000,islands=16)'
	start --memory 200
	wait $daemon
	put_aside memory "its worker ran out of memory"
}

# The reason names the phase that was played when the worker died, not the game's first. 48 MiB are more than a worker
# needs, and less than its players do.
test_phase() {
	[ -z "${SAN:-}" ] || skip "$no_room"
	ctl tournament create phase-$$ --games 1 --seats 'ares(age=1000,cycles=20000),ares(age=1000,cycles=19999)' --seed "$SEED" --rounds 10000
	stop_after 3 phase
	start --memory 48
	wait $daemon
	same "the phase it is put aside in" "$(query "select substring(g.reason from '^3 times in (\S+): ')
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'phase-$$'")" \
		"$(query "select farm.phase_name((p / 5 * 5 + case p % 5 when 0 then 2 else 5 end)::smallint) from (
			select max(phase) as p from farm.boards b join farm.tournaments t on t.id = b.tournament_id
			where t.name = 'phase-$$') last")"
}

# A worker that has no memory for what the server sends does not wait for it with its claims: its game is put aside, too.
test_memory_for_what_is_stored() {
	[ -z "${SAN:-}" ] || skip "$no_room"
	ctl tournament create long-$$ --games 1 --seats holdbot,holdbot --seed "$SEED" --rounds 10000
	stop_after 1000 long
	start --memory 8
	ends 20 $daemon
	same "reason" "$(query "select g.reason from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'long-$$'")" "3 times in S1901M: its worker ran out of memory"
}

# Without the limit, a game that is retried goes on where it was, and comes out the same.
test_retry() {
	[ -z "${SAN:-}" ] || skip "$no_room"
	ctl tournament create calm-$$ --games 1 --seats 'ares(cycles=20000),random' --seed "$SEED" --rounds 6
	ctl tournament create tried-$$ --games 1 --seats 'ares(cycles=20000),random' --seed "$SEED" --rounds 6
	ctl tournament pause calm-$$
	start --memory 16
	wait $daemon
	holds "count(*) = 1 from farm.games where reason like '3 times in S1901M: %'
		and tournament_id = (select id from farm.tournaments where name = 'tried-$$')"
	ctl game retry tried-$$/1
	ctl tournament resume calm-$$
	aresd --until-done
	same digest "$(ctl tournament digest tried-$$)" "$(ctl tournament digest calm-$$)"
	same "failures" "$(query "select failures from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'tried-$$'")" 0
}

# A worker's death is told twice, because the first answer was lost. It counts once, and both answers are the same.
test_death_counts_once() {
	local game worker
	ctl tournament create twice-$$ --games 1 --seats random,random
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = 'twice-$$'")
	for worker in $(query "insert into farm.workers (host, pid, supervisor, gone_at)
		select 'nowhere', 1, 1, now() from generate_series(1, 3) returning id"); do
		query "update farm.games set state = 'claimed', worker_id = $worker where id = $game"
		query "select farm.game_failed($game, $worker, 0::smallint, 'x') from generate_series(1, 2)"
	done | xargs >"$ARESFARM_HOME/answers"
	same "put aside" "$(cat "$ARESFARM_HOME/answers")" "f f f f t t"
	same failures "$(query "select failures from farm.games where id = $game")" 3
}

run_tests
