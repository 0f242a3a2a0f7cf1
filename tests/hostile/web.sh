#!/bin/bash
# web: proves that visitors of aresweb who are slow keep nobody else waiting: who sends or reads byte by byte, or nothing at all,
# is cut off, and others are served meanwhile and afterwards.
. tests/suite.sh
. tests/hostile.sh
. tests/serve.sh

ctl init >/dev/null
ctl tournament create slow-$$ --games 2 --seats randbot,random --rules standard --rounds 200 --seed "$SEED"
aresd --until-done 2>/dev/null
game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = 'slow-$$' and number = 1")
folder=$(mktemp -d)

stop() {
	serve_end
	same "what went wrong" "$(cat "$folder/log")" ""
}
status() { curl -sg --max-time "${2:-60}" -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port$1" || true; }

# slow KIND COUNT [ADDRESS]: so many slow visitors; sets slow, their process.
slow() {
	: >"$folder/$1"
	python3 tests/hostile/slow.py "$port" "$@" >"$folder/$1" &
	slow=$!
	wait_for 10 grep -q ready "$folder/$1"
}

# Others are served while as many as may be are slow, and wait only where there is no room.
test_others_are_served() {
	local kind all=()
	serve --rate 0 --quiet --patience 3600 --connections 100
	for kind in silent head body chunks "reader /g/$game/replay" "stream /t/slow-$$/events" "idle /healthz"; do
		slow ${kind%% *} 10 ${kind#* }
		all+=($slow)
	done
	for kind in / "/t/slow-$$" "/g/$game" /wall "/g/$game/replay" /healthz; do
		same "$kind" "$(status "$kind")" 200
	done
	kill "${all[@]}"
	wait "${all[@]}" || true
	stop
}

# cut_off KIND [ADDRESS]: eight who are slow in this way take all connections that there are. The ninth is served once they
# are cut off. It would wait for ever.
cut_off() {
	serve --rate 0 --quiet --patience 1 --connections 8
	slow "$1" 8 "${@:2}"
	same "the ninth, behind $1" "$(status /healthz 100)" 200
	stop
	kill "$slow" 2>/dev/null || true
	wait "$slow" || true
}
test_silent() { cut_off silent; }
test_head() { cut_off head; }
test_body() { cut_off body /seat/orders; }
test_chunks() { cut_off chunks /seat/orders; }
test_reader() { cut_off reader "/g/$game/replay"; }
test_idle() { cut_off idle /healthz; }

# The test sees who is not cut off.
test_can_fail() {
	serve --rate 0 --quiet --patience 3600 --connections 8
	slow reader 8 "/g/$game/replay"
	same "the ninth" "$(status /healthz 3)" 000
	kill "$slow"
	wait "$slow" || true
	stop
}

run_tests
