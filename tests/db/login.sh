#!/bin/bash
# login: seats of roles at the same table as those of links: by the functions of schema api; and that nobody logs in to aresweb
# where the database asks for no password.
#
# SEED=1 draws the games.
. tests/suite.sh
. tests/serve.sh

alice=alice_$$ bob=bob_$$ carol=carol_$$ web=web_$$
ctl init >/dev/null
query "create role $alice login in role farm_agent; create role $bob login in role farm_agent;
	create role $carol login in role farm_agent; create role $web login in role farm_web"
begun=()
trap 'query "drop role $alice, $bob, $carol, $web"' EXIT
end() {
	local tournament
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	query "select farm.workers_recover('1 hour')" >/dev/null
	for tournament in "${begun[@]}"; do cancel "$tournament"; done
}

# begin NAME SEATS [OPTION...]: makes a game, and starts aresd where it does not run.
begin() {
	name=$1-$$
	begun+=("$name")
	trap 'end' EXIT
	ctl -q game create "$name" --seats "$2" --seed "$SEED" "${@:3}" >/dev/null 2>&1
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'")
	[ -n "${daemon:-}" ] || { "$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>/dev/null & daemon=$!; }
}
asked() { holds "state = 'waiting' and farm.phase_name(asked) = '$1' from farm.games where id = $game"; }

# ask SECRET SQL: as the web server, with the key of a link as $1.
ask() { as $web <<<"prepare q (bytea) as $2; execute q ('\\x$(printf %s "${1#*#}" | sha256sum | cut -c-64)')" 2>&1; }
# give ROLE POWER ORDERS [ARGUMENT...]: submits orders at the table; prints what is wrong.
give() { as "$1" -c "select concat_ws(': ', text, problem) from api.seat_submit_orders($game, '$2', '$3' ${*:4}) where problem is not null"; }

none="ERROR:  you have no such seat"
gone="you have no such turn: its orders were taken, or it is not yours"

# ── a seat by SQL ──

# What a role is told of its seat is what a link to the same seat is told.
test_as_by_link() {
	local url function
	begin same "@$alice,random,@$bob,random,random,random,random"
	url=$(ctl -q invite "$name/1" AUS)
	for phase in S1901M F1901M; do
		wait_for 20 asked $phase
		same "the seat" "$(as $alice -c "select to_jsonb(x) - 'expires' from api.seat($game, 'aus') x")" \
			"$(ask "$url" "select to_jsonb(x) - 'expires' from web.seat(\$1) x")"
		for function in turn others history; do
			same "$function" "$(as $alice -c "select to_jsonb(x) from api.seat_$function($game, 'AUS') x")" \
				"$(ask "$url" "select to_jsonb(x) from web.$function(\$1) x")"
		done
		same "problems" "$(give $alice AUS '{}' ', true')$(give $bob FRA '{F bre H}' ', true')" ""
	done
	wait_for 20 asked S1902M
	same "from a phase on" "$(as $alice -c "select min(phase_number) from api.seat_history($game, 'AUS', 1)")" 2
	same "how long" "$(as $alice -c "select expires is null, host from api.seat($game, 'AUS')")" "t|f"
}

# The game waits until orders of the table are final, unlike those of api.submit_orders.
test_waits_for_final() {
	begin final "@$alice,random,random,random,random,random,random"
	wait_for 20 asked S1901M
	same "problem" "$(give $alice AUS '{A vie - mun}')" "A vie - mun: it cannot go to mun"
	same "problems" "$(give $alice AUS '{A vie - gal,A bud - ser,F tri - alb}')" ""
	same "kept" "$(as $alice -c "select submitted, final from api.my_turns where game = $game")" '{"A vie - gal","A bud - ser","F tri - alb"}|f'
	query "select farm.turns_lapse()" >/dev/null
	same "waited for" "$(as $alice -c "select power from api.seat_others($game, 'AUS') where awaited")" AUS
	same "another phase" "$(give $alice AUS '{A vie - gal}' ", phase => 'F1901M'")" "$gone"
	same "complete by SQL, and taken back" "$(query "begin; set local role $alice;
		select count(problem) from api.submit_orders($game, '{A vie - gal,A bud - ser,F tri - alb}');
		select awaited from api.seat_others($game, 'AUS') where mine; select api.seat_withdraw_final($game, 'AUS', 'S1901M');
		select awaited from api.seat_others($game, 'AUS') where mine; rollback")" $'0\nf\n\nt'
	same "problems" "$(give $alice AUS '{A vie - gal}' ", true, 'S1901M'")" ""
	wait_for 20 asked F1901M
	same "what was played" "$(query "select string_agg(text, '; ' order by text) from farm.orders
		where game = $game and phase = 0 and power = 'AUS'")" 'A bud H; A vie - gal; F tri H'
}

# A role has its own seats and no other, in its own games and in no other. Whoever it asks for, it is told the same.
test_other_seats() {
	local call said role place
	begin own "@$alice,random,@$bob,random,@$alice,random,random"
	wait_for 20 asked S1901M
	same "both of hers" "$(for place in AUS ITA; do as $alice -c "select power from api.seat_turn($game, '$place')"; done)" $'AUS\nITA'
	same "problems" "$(give $bob FRA '{A par - bur}')" ""
	for place in "$alice $game FRA" "$bob $game AUS" "$bob $game ENG" "$carol $game FRA" "$alice $((game + 1000000)) AUS" "$alice $game XYZ" \
		"$alice null AUS" "$alice $game "; do
		read -r role said call <<<"$place"
		place="$said, '$call'"
		for call in "seat($place)" "seat_turn($place)" "seat_others($place)" "seat_history($place)" \
			"seat_submit_orders($place, '{A par - pic}', true)" "seat_withdraw_final($place)"; do
			said=$(as "$role" -c "select * from api.$call" 2>&1) || true
			same "$call for $role" "$(head -1 <<<"$said" | sed 's/.*ERROR/ERROR/')" "$none"
		done
	done
	same "orders there" "$(query "select power, orders from farm.pending_orders where game_id = $game")" '2|{"A par - bur"}'
	# of what bob has submitted alice is told nothing; nor may a reader or the web server ask
	same "what is told" "$(for call in "seat($game, 'AUS')" "seat_turn($game, 'AUS')" "seat_others($game, 'AUS')" "seat_history($game, 'AUS')"; do
		as $alice -c "select to_jsonb(x) from api.$call x"; done | grep -c 'A par - bur' || true)" 0
	same "functions for others" "$(query "select count(*) from pg_proc p, unnest('{farm_daide,farm_reader,farm_web,farm_worker,public}'::text[]) r
		where pronamespace = 'api'::regnamespace and r <> 'public' and has_function_privilege(r, p.oid, 'execute')")" 0
	cancel "$name"
	same "a game that is over" "$(as $alice -c "select state, asked from api.seat($game, 'AUS')")" "cancelled|f"
	ctl tournament drop --yes "$name" >/dev/null
	begun=()
	said=$(as $alice -c "select * from api.seat($game, 'AUS')" 2>&1) || true
	same "a game that was dropped" "$(head -1 <<<"$said" | sed 's/.*ERROR/ERROR/')" "$none"
}

# ── by a browser ──

# The private server asks nobody for a password: whoever typed a name would be in. tests/crash/web_logins.sh has a server that
# asks.
test_private_server() {
	local code
	[ -z "${CONNINFO:-}${PGHOST:-}${PGDATABASE:-}" ] || skip "this is a server of its own"
	folder=$(mktemp -d)
	serve
	trap 'kill -KILL $web 2>/dev/null || true' EXIT
	curl -s "$url/login" | grep -q 'The database of this farm asks nobody for a password, so nobody can log in: play by a link'
	for code in "/login" "/me" "/login -d name=$alice&password=x -H Origin:$url" "/logout -d x -H Origin:$url"; do
		same "$code" "$(curl -s -o /dev/null -w '%{http_code}' "$url"$code)" 403
	done
	same "her sessions" "$(query "select count(*) from pg_stat_activity where usename = '$alice'")" 0
	serve_end
	rm -r "$folder"
}

run_tests
