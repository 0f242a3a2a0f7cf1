#!/bin/bash
# chaos: proves that no game is lost, none is played twice and all come out the same, while faults of every kind happen on
# several hosts.
#
# Draws faults while tournaments are played; then plays the same tournaments undisturbed and compares digests. It goes on
# until KILLS processes were killed, or for LAST=8 seconds. SEED=1 draws the faults and the games. When a fault happens
# depends on the machine, so one seed does not give the same history twice.
. tests/suite.sh
. tests/hosts.sh
kills_wanted=${KILLS:-0} seconds=${LAST:-8} lease=3
RANDOM=$SEED

# The faults and their weights.
faults=(
	worker_killed 50          aresd_killed 10          host_killed 6
	backend_terminated 16     backend_killed 2         postmaster_killed 1      server_stopped 1
	worker_frozen 4           aresd_frozen 2           host_frozen 1
	link_cut 2                link_half_open 1         disk_full 1              log_full 3
	lock_held 6               flood 4
)
names=(one two three)
declare -A count pid_of until log_of
killed=0 lapses=0

now_ms() { echo $((${EPOCHREALTIME/./} / 1000)); }

# ── the farm ──

# start HOST: starts aresd there.
start() {
	at "$1"
	"${at_host[@]}" "$B/aresd" -d "$CONNINFO" --batch 4 --workers 2 --lease $lease 2>>"${log_of[$1]:-$data/aresd.log}" &
	pid_of[$1]=$!
	disown $! # so that bash does not report how it ended
	log_of[$1]=''
}

alive() { [ -n "${pid_of[$1]:-}" ] && kill -0 "${pid_of[$1]}" 2>/dev/null; }
workers_of() { pgrep -P "${pid_of[$1]:-0}" -x 'ares worker' || true; }

# pick WORD...: draws one of the words into `picked`. There must be one.
pick() {
	local at=$((RANDOM % $# + 1))
	picked=${!at}
}
pick_worker() {
	local all=()
	for name in "${names[@]}"; do
		all+=($(workers_of "$name"))
	done
	[ ${#all[@]} -gt 0 ] && pick "${all[@]}"
}
pick_backend() {
	local server all
	server=$(server_pid)
	all=($(pgrep -P "${server:-0}" -f 'postgres: .*(10\.0\.0\.|\[local\])' || true))
	[ ${#all[@]} -gt 0 ] && pick "${all[@]}"
}

# later MILLISECONDS COMMAND: the command that repairs a fault, and after what time.
later() {
	until[$2]=$(($(now_ms) + $1))
}
# set_right now: runs the repairs that are due, and starts the server and aresd where they do not run.
# set_right all: runs all repairs, and waits for the server.
set_right() {
	local command now
	now=$(now_ms)
	for command in "${!until[@]}"; do
		if [ "$1" = all ] || [ "${until[$command]}" -le "$now" ]; then
			unset "until[$command]"
			$command 2>/dev/null || true
		fi
	done
	# the server stays away for a while, by chance; and it cannot start while its disk is full
	server_runs || { [ "$1" = now ] && ((RANDOM % 3)); } || [ -n "${until[$room]:-}" ] || server_start
	[ "$1" = now ] || wait_for 60 answers
	for name in "${names[@]}"; do
		alive "$name" || { server_runs && start "$name"; }
	done
}

# Whether the server answers. A server that was just killed may still seem to run; so this starts it.
answers() {
	query "select" >/dev/null 2>&1 || { server_runs || server_try || true; false; }
}

# ── the faults; each returns success when it was done ──

kill_one() { kill -KILL "$1" 2>/dev/null && killed=$((killed + 1)); }

fault_worker_killed() { pick_worker && kill_one "$picked"; }
fault_aresd_killed() { pick "${names[@]}" && alive "$picked" && kill_one "${pid_of[$picked]}"; }
# kill_all_of HOST: stops aresd first, so that it starts no new workers.
kill_all_of() {
	local pid all
	kill -STOP "${pid_of[$1]}" 2>/dev/null || return
	all=(${pid_of[$1]} $(workers_of "$1"))
	for pid in "${all[@]}"; do
		kill_one "$pid" || true
	done
}
fault_host_killed() { pick "${names[@]}" && kill_all_of "$picked"; }
fault_backend_terminated() { pick_backend && query "select pg_terminate_backend($picked)" >/dev/null 2>&1; }
fault_backend_killed() { pick_backend && kill_one "$picked"; }
fault_postmaster_killed() { server_runs && kill_one "$(server_pid)"; }
fault_server_stopped() { server_runs && server_stop immediate; }

past_lease() { echo $((lease * 1000 + 500 + RANDOM % 2000)); }
fault_worker_frozen() {
	pick_worker && kill -STOP "$picked" 2>/dev/null && later "$(past_lease)" "kill -CONT $picked" && lapses=$((lapses + 1))
}
fault_aresd_frozen() {
	pick "${names[@]}"
	alive "$picked" && kill -STOP "${pid_of[$picked]}" && later "$(past_lease)" "kill -CONT ${pid_of[$picked]}"
}
fault_host_frozen() {
	pick "${names[@]}"
	alive "$picked" || return
	local all=(${pid_of[$picked]} $(workers_of "$picked"))
	kill -STOP "${all[@]}" 2>/dev/null || true
	later "$(past_lease)" "kill -CONT ${all[*]}"
	lapses=$((lapses + 1))
}

fault_link_cut() {
	[ "$hosts_real" = yes ] || return
	pick "${names[@]}"
	link_cut "$picked" 2>/dev/null && later "$(past_lease)" "link_heal $picked"
}
# The host dies while its link is cut. So the server hears nothing of it.
fault_link_half_open() {
	fault_link_cut && kill_all_of "$picked"
}

# The server's disk has no free room for a while.
fault_disk_full() {
	[ "$hosts_real" = yes ] && mount -o "remount,size=$(($(df -k --output=used "$data" | tail -1) + 64))k" "$data" &&
		later $((500 + RANDOM % 1500)) "$room"
}

# Starts aresd again with a log that it cannot write.
fault_log_full() {
	pick "${names[@]}"
	alive "$picked" && kill_one "${pid_of[$picked]}" && log_of[$picked]=/dev/full
}

# stranger ROLE SQL: has a session of that role run SQL behind the farm's back; it ends after some seconds.
stranger() {
	timeout -s KILL 6 "$bin/psql" -Xq -h "$data" -d postgres -U "$1" -c "$2" >/dev/null 2>&1 &
	disown $!
}

# A reader, or an external player, keeps a transaction open with what it may lock.
fault_lock_held() {
	local seconds="select pg_sleep(1 + $((RANDOM % 3)))"
	case $((RANDOM % 3)) in
	0) stranger voyeur "begin; select count(*) from farm.boards; select count(*) from farm.games; $seconds" ;;
	1) stranger mallory "begin; select * from api.my_turns t, api.submit_orders(t.game, '{}', false, t.power); $seconds" ;;
	2) stranger mallory "begin; select pg_advisory_lock(n), pg_advisory_lock(1, n) from generate_series(1, 300) n; $seconds" ;;
	esac
}

# An external player sends notifications, and submits orders that make no sense.
fault_flood() {
	stranger mallory "do \$\$ begin
		for i in 1 .. 40 loop
			perform pg_notify('farm', repeat('x', 7900 + n)), pg_notify('farm_turn_mallory', repeat('y', 7900 + n))
			from generate_series(1, 50) n;
			perform api.submit_orders(t.game, array_fill('A par - bur'::text, '{64}'), false, t.power) from api.my_turns t;
			commit;
		end loop;
	end \$\$"
}

# Draws a fault by weight, does it and counts it.
strike() {
	local i total=0 left
	for ((i = 1; i < ${#faults[@]}; i += 2)); do
		total=$((total + faults[i]))
	done
	left=$((RANDOM % total))
	for ((i = 0; (left -= faults[i + 1]) >= 0; i += 2)); do :; done
	if "fault_${faults[i]}"; then
		count[${faults[i]}]=$((${count[${faults[i]}]:-0} + 1))
	fi
}

# ── the tournaments ──

# make NAME NUMBER: makes a tournament with a seed of its own. The rule sets take turns.
make() {
	local rules=(--seats 'ares(depth=2,age=20),random' --rules thesis)
	(($2 % 2)) || rules=(--seats 'ares(depth=2,age=15),randbot' --rules standard --rounds 40)
	ctl tournament create "$1-$2" --games 24 "${rules[@]}" --seed $((SEED * 1000 + $2))
}

left() { query "select count(*) from farm.games where state in ('pending', 'claimed')" 2>/dev/null || echo unknown; }

enough() {
	if [ "$kills_wanted" -gt 0 ]; then
		[ "$killed" -ge "$kills_wanted" ]
	else
		[ $(($(now_ms) - begun)) -ge $((seconds * 1000)) ]
	fi
}

# Does faults until there were enough. Makes a new tournament whenever all games are played.
rage() {
	local begun strikes
	begun=$(now_ms)
	tournaments=0
	for ((strikes = 0; 1; strikes++)); do
		enough && break
		if ((strikes % 8 == 0)) && [ "$(left)" = 0 ]; then
			make chaos $((tournaments + 1)) >/dev/null 2>&1 || true
			# it may be there although its maker was told of a fault
			! holds "exists (select from farm.tournaments where name = 'chaos-$((tournaments + 1))')" 2>/dev/null ||
				tournaments=$((tournaments + 1))
		fi
		strike
		set_right now
		sleep 0.0$((RANDOM % 9 + 1))
	done
	set_right all
	took=$(($(now_ms) - begun))
}

# The longest time in which no game was finished, in milliseconds, while strangers do what they can, and tournaments are
# made and dropped. Games are short, and there are always some to play.
measure_gap() {
	local i=0 end
	ctl tournament create short --games 60000 --seats random,random --rounds 6 --seed "$SEED" >&2
	wait_for 20 holds "count(*) > 100 from chaos.finished f join farm.games g on g.id = game_id
		where tournament_id = (select id from farm.tournaments where name = 'short')"
	query "select now()" >"$data/begun"
	end=$(($(now_ms) + 6000))
	while [ "$(now_ms)" -lt $end ]; do
		fault_lock_held
		fault_flood
		{ ctl tournament create "extra-$((++i))" --games 1 --seats random,random && ctl tournament drop --yes "extra-$i"; } >/dev/null 2>&1 &
		sleep 0.5
	done
	query "with played as (
			select at, at - lag(at) over (order by at) as gap from chaos.finished where at > '$(cat "$data/begun")')
		select (extract(epoch from greatest(max(gap), now() - max(at))) * 1000)::int from played"
	ctl tournament cancel short >/dev/null
}

play_undisturbed() {
	local number
	for name in "${names[@]}"; do
		kill -TERM "${pid_of[$name]}" 2>/dev/null || true
	done
	wait_for 20 holds "count(*) = 0 from pg_stat_activity where application_name like 'aresd%'"
	for ((number = 1; number <= tournaments; number++)); do
		make undisturbed $number >/dev/null
	done
	host one "$B/aresd" -d "$CONNINFO" --workers 2 --until-done 2>>"$data/aresd.log"
}

report() {
	echo "        SEED=$SEED: $killed processes killed in $((took / 1000)) s, $(query "select count(*) || ' games of ' ||
		count(distinct tournament_id) || ' tournaments, ' || sum(epoch) || ' claims' from farm.games"), $(
		query "select sum(refused_writes) from farm.workers") writes refused, $(
		grep -c 'deadlock detected' "$data/log" || true) deadlocks, $(
		grep -c 'No space left' "$data/log" || true) times no space left"
}

hosts_make "${names[@]}"
room="mount -o remount,size=4g $data"
ctl init >/dev/null
# A trigger notes every time that a game is finished, in the same transaction.
ctl psql -Xq <<'END'
	create schema chaos;
	create table chaos.finished (game_id bigint, epoch int, at timestamptz default now());
	create function chaos.note() returns trigger language plpgsql as $$
	begin
		insert into chaos.finished (game_id, epoch) values (new.id, new.epoch);
		return null;
	end $$;
	create trigger note after update on farm.games for each row when (new.state = 'finished') execute function chaos.note();
END
query "create role mallory login in role farm_agent; create role voyeur login in role farm_reader"
ctl tournament create mallory --games 3 --rules standard --seats '@mallory,random,@mallory,random,random,random,random' --seed 1 2>/dev/null
set_right all
gap=$(measure_gap)
rage
ctl tournament cancel mallory >/dev/null
exec 3>&1

test_strangers_stop_nobody() {
	echo "        $gap ms without a finished game, at most, while strangers hold locks and flood" >&3
	[ "$gap" -lt 2000 ]
}

test_all_games_end() {
	report >&3
	wait_for 120 holds "count(*) = 0 from farm.games where state not in ('finished', 'cancelled')" || {
		query "select state, count(*), max(epoch) from farm.games group by state"
		query "select * from farm.workers where gone_at is null"
		tail -20 "$data/aresd.log" "$data/log"
		return 1
	}
}

test_nothing_is_doubled() {
	same "games finished more than once" "$(query "select count(*) from (
		select from chaos.finished group by game_id having count(*) > 1) g")" 0
	# every phase but the last has orders, and no movement phase is missing
	same "games whose phases have gaps or doubles" "$(query "select count(*) from farm.games g
		cross join lateral (
			select count(b.orders) as played, count(*) as boards, count(distinct b.phase) as phases,
			       max(b.phase) filter (where b.orders is null) as last, min(b.phase) as first,
			       count(*) filter (where b.phase % 5 in (0, 2) and b.orders is not null) as moves
			from farm.boards b where b.tournament_id = g.tournament_id and b.game_id = g.id) b
		where g.state = 'finished' and (g.phases, g.phases + 1, g.phases + 1, g.phase, 0,
		       g.phase / 5 * 2 + (g.phase % 5 > 0)::int + (g.phase % 5 > 2)::int)
		      is distinct from (b.played, b.boards, b.phases, b.last, b.first, b.moves)")" 0
}

test_digests_are_those_of_undisturbed_runs() {
	local number
	[ "$tournaments" -gt 0 ]
	play_undisturbed
	for ((number = 1; number <= tournaments; number++)); do
		same "digest of $number" "$(ctl tournament digest chaos-$number)" "$(ctl tournament digest undisturbed-$number)"
	done
}

test_every_fault_was_done() {
	local kind
	for kind in "${!count[@]}"; do
		echo "        ${count[$kind]} $kind"
	done | sort -k 2 >&3
	[ "$hosts_real" = yes ] || echo "        no link_cut, link_half_open, disk_full: $no_hosts" >&3
	[ "$kills_wanted" -lt 500 ] || [ ${#count[@]} -eq $((${#faults[@]} / 2)) ] || [ "$hosts_real" = no ]
}

# A refused batch holds several writes. A worker may be killed between logging a refusal and counting its writes.
test_late_writes_were_counted() {
	local said
	said=$(grep -c 'write refused' "$data/aresd.log" || true)
	holds "sum(refused_writes) >= $said from farm.workers"
	[ $lapses -le 20 ] || [ "$said" -gt 0 ]
}

run_tests
