#!/bin/bash
# seat: people with links play by HTTP: a whole game, and each request as it should be and as it should not: wrong links,
# bodies that are none, phases that are over, orders of others. Nobody is told what others have submitted. aresweb is killed
# while orders come, and the database goes away.
#
# SEED=1 draws the games.
. tests/suite.sh
. tests/serve.sh

folder=$(mktemp -d)
ctl init >/dev/null
begun=()
end() {
	local tournament
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	[ -z "${web:-}" ] || kill -KILL "$web" 2>/dev/null || true
	query "select farm.workers_recover('1 hour')" >/dev/null
	for tournament in "${begun[@]}"; do cancel "$tournament"; done
}
trap 'rm -rf "$folder"' EXIT

# begin NAME SEATS [OPTION...]: a server, a farm and a game; $links has its links, "POWER LINK" a line each.
begin() {
	name=$1-$$
	begun+=("$name")
	trap 'end' EXIT
	links=$(ctl -q game create "$name" --seats "$2" --seed "$SEED" "${@:3}" 2>/dev/null)
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = '$name'")
	[ -n "${daemon:-}" ] || { "$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>/dev/null & daemon=$!; }
	[ -n "${web:-}" ] || serve --rate 0
}
# secret POWER: of its link.
secret() { sed -n "s/^$1 .*#//p" <<<"$links"; }

# ask SECRET ADDRESS [CURL-OPTION...]: what is answered. post SECRET ADDRESS BODY [CURL-OPTION...]. status: the same, and prints
# "STATUS ANSWER".
ask() { curl -sg --max-time 100 -H "Seat: $1" "${@:3}" "$url$2"; }
post() { ask "$1" "$2" -H 'Content-Type: application/json' -d "$3" "${@:4}"; }
status() { "$@" -o "$folder/answer" -w '%{http_code} '; cat "$folder/answer"; }
# get EXPRESSION: of the JSON x on standard input.
get() { python3 -c 'import json, sys
x = json.load(sys.stdin)
print(eval(sys.argv[1]))' "$1"; }

asked() { holds "state = 'waiting' and farm.phase_name(asked) = '$1' from farm.games where id = $game"; }
closed='{"error":"This link opens no seat: it is unknown, expired or withdrawn"}'

# ── a whole game ──

test_whole_game() {
	begin whole 'anna=@,dumbbot,dumbbot,dumbbot,dumbbot,@,dumbbot' --rounds 12
	wait_for 20 asked S1901M
	within 100 python3 tests/db/seat.py "$port" "$SEED" "x#$(secret AUS)" "x#$(secret RUS)" >"$folder/played"
	cat "$folder/played"
	holds "state = 'finished' from farm.games where id = $game"
	same "phases" "$(ask "$(secret AUS)" /seat/state | get '" ".join(x["phases"])')" \
		"$(query "select string_agg(farm.phase_name(phase), ' ' order by phase) from farm.boards where game_id = $game")"
	same "the end" "$(ask "$(secret RUS)" /seat/state | get 'x["seat"]["state"], x["seat"]["fate"] is not None, x["turn"], len(x["others"])')" \
		"('finished', True, None, 7)"
	same "the last board" "$(ask "$(secret RUS)" /seat/board | get 'x["phase"], "data-o" in x["shapes"]')" \
		"('$(query "select farm.phase_name(max(phase)) from farm.boards where game_id = $game")', False)"
	same "orders" "$(query "select count(*) from farm.taken_orders where game_id = $game and power in (0, 5) and orders is not null")" \
		"$(($(sed 's/ /+/' "$folder/played")))"
	same "disregarded" "$(query "select count(*) from farm.taken_orders, unnest(problems) p where game_id = $game and p is not null")" 0
	ctl verify --players "$name" | grep -q 'all agree'
	grep -q "POST /seat/orders 200" "$folder/log"
	! grep -F -e "$(secret AUS)" -e "$(secret RUS)" "$folder/log" || same "the log" "a secret" "none"
}

# ── a phase ──

test_orders() {
	begin orders '@,random,@,random,random,random,random'
	wait_for 20 asked S1901M
	same "the turn" "$(ask "$(secret FRA)" /seat/state | get 'x["turn"]["phase"], x["turn"]["power"], x["turn"]["due"], x["turn"]["submitted"], x["seat"]["host"]')" \
		"('S1901M', 'FRA', 3, None, False)"
	same "names" "$(ask "$(secret FRA)" /seat/state | get '[(o["power"], o["mine"], o["awaited"], o["name"]) for o in x["others"]][:3]')" \
		"[('AUS', False, True, 'person'), ('ENG', False, False, 'random'), ('FRA', True, True, 'person')]"
	same "one is wrong" "$(post "$(secret FRA)" /seat/orders '{"orders":["a par-bur","F bre - mun"]}')" \
		'{"orders":[{"text" : "A par - bur", "problem" : null}, {"text" : "F bre - mun", "problem" : "it cannot go to mun"}],"board":null}'
	same "kept" "$(ask "$(secret FRA)" /seat/state | get 'x["turn"]["submitted"]')" None
	same "all are right" "$(post "$(secret FRA)" /seat/orders '{"orders":["A par - bur","A mar S par - bur"],"phase":"S1901M"}' |
		get '[o["text"] for o in x["orders"]], x["board"]["phase"], x["board"]["shapes"].count("data-o=\"0\"") > 0')" \
		"(['A par - bur', 'A mar S A par - bur'], 'S1901M', True)"
	same "kept" "$(ask "$(secret FRA)" /seat/state | get 'x["turn"]["submitted"], x["turn"]["final"]')" "(['A par - bur', 'A mar S A par - bur'], False)"
	same "drawn" "$(ask "$(secret FRA)" /seat/board | sed 's/\\//g' | grep -o 'data-o="[0-9]*"' | sort -u | tr '\n' ' ')" 'data-o="0" data-o="1" '
	same "none" "$(post "$(secret FRA)" /seat/orders '{"orders":[]}' | get 'x["orders"]')" "[]"
	same "a phase that is over" "$(status post "$(secret FRA)" /seat/orders '{"orders":["A par - bur"],"phase":"W1900A"}')" \
		'409 {"error":"you have no such turn: its orders were taken, or it is not yours"}'
	same "another's order" "$(post "$(secret FRA)" /seat/orders '{"orders":["A vie - gal"]}' | get 'x["orders"][0]["problem"]')" "the unit in vie is not yours but AUS's"
	same "final" "$(post "$(secret FRA)" /seat/orders '{"orders":["A par - bur"],"final":true}' | get 'x["orders"][0]["problem"]')" None
	same "taken back" "$(post "$(secret FRA)" /seat/reopen '{"phase":"S1901M"}')" '{"problem":null}'
	same "final" "$(ask "$(secret FRA)" /seat/state | get 'x["turn"]["final"]')" False
	same "taken back later" "$(post "$(secret FRA)" /seat/reopen '{"phase":"F1901M"}')" \
		'{"problem":"you have no such turn: its orders were taken, or it is not yours"}'
	ask "$(secret FRA)" /seat/state -D - -o /dev/null | tr -d '\r' >"$folder/head"
	grep -qx 'Cache-Control: no-store' "$folder/head"
	grep -qx 'Content-Type: application/json' "$folder/head"
	grep -q '^Content-Security-Policy: ' "$folder/head"
}

# What Austria submits changes nothing that France is told, until it is final: then only that nobody waits for it.
test_nothing_early() {
	local before told
	begin early '@,random,@,random,random,random,random'
	wait_for 20 asked S1901M
	told() { ask "$(secret FRA)" /seat/state | sed 's/"now":"[^"]*"//'; ask "$(secret FRA)" /seat/board; }
	before=$(told)
	ask "$(secret FRA)" "/seat/state?seen=$(get 'x["tag"]' <<<"$(ask "$(secret FRA)" /seat/state)")" >"$folder/waited" &
	local waiting=$!
	post "$(secret AUS)" /seat/orders '{"orders":["A vie - gal","F tri - alb","A bud - ser"]}' | get 'x["board"]["shapes"].count("data-o")' >"$folder/drawn"
	[ "$(cat "$folder/drawn")" -ge 3 ]
	same "what France is told" "$(told)" "$before"
	! grep -q 'data-o' <<<"$before" || same "France's board" "an order" none
	sleep 1
	kill -0 "$waiting"
	post "$(secret AUS)" /seat/orders '{"orders":["A vie - gal"],"final":true}' >/dev/null
	within 10 eval "! kill -0 $waiting 2>/dev/null || { while kill -0 $waiting 2>/dev/null; do sleep 0.05; done; }"
	same "who is awaited" "$(get '[o["power"] for o in x["others"] if o["awaited"]]' <"$folder/waited")" "['FRA']"
	same "but that" "$(sed 's/"now":"[^"]*"//; s/"tag":"[^"]*"//; s/"awaited":[a-z]*//g' "$folder/waited")" \
		"$(head -1 <<<"$before" | sed 's/"tag":"[^"]*"//; s/"awaited":[a-z]*//g')"
	# spectators are told nothing
	for address in "/g/$game" "/g/$game/board.svg" /wall "/t/$name"; do
		! curl -s "$url$address" | grep -i 'vie - gal' || same "$address" "an order" none
	done
}

# Who waits is told at once; who waits for nothing, after 20 s the same.
test_waiting() {
	local tag began
	begin waiting '@,holdbot,holdbot,holdbot,holdbot,holdbot,holdbot' --rounds 2
	wait_for 20 asked S1901M
	tag=$(ask "$(secret AUS)" /seat/state | get 'x["tag"]')
	began=$EPOCHSECONDS
	same "nothing new" "$(ask "$(secret AUS)" "/seat/state?seen=$tag" | get 'x["tag"]')" "$tag"
	[ $((EPOCHSECONDS - began)) -ge 19 ] && [ $((EPOCHSECONDS - began)) -lt 60 ]
	same "another tag" "$(ask "$(secret AUS)" "/seat/state?seen=0" --max-time 15 | get 'x["tag"]')" "$tag"
	ask "$(secret AUS)" "/seat/state?seen=$tag" >"$folder/waited" &
	began=$!
	sleep 0.2
	post "$(secret AUS)" /seat/orders '{"orders":[],"final":true}' >/dev/null
	within 10 eval "while kill -0 $began 2>/dev/null; do sleep 0.05; done"
	[ "$(get 'x["tag"]' <"$folder/waited")" != "$tag" ]
	# the end of the game, too
	while [ "$(ask "$(secret AUS)" /seat/state | get 'x["seat"]["state"]')" != finished ]; do
		tag=$(ask "$(secret AUS)" /seat/state | get 'x["tag"]')
		post "$(secret AUS)" /seat/orders '{"orders":[],"final":true}' >/dev/null
		ask "$(secret AUS)" "/seat/state?seen=$tag" --max-time 15 >/dev/null
	done
}

# ── a host ──

test_host() {
	local key
	begin host '@,holdbot,@,holdbot,holdbot,holdbot,holdbot' --host
	wait_for 20 asked S1901M
	same "France's links" "$(ask "$(secret FRA)" /seat/links)" '{"links":[]}'
	same "France invites" "$(post "$(secret FRA)" /seat/invite '{"power":"AUS"}' | get 'x["address"], x["problem"]')" "(None, 'only whoever made the game may invite')"
	key=$(post "$(secret AUS)" /seat/invite '{"power":"FRA"}' | get 'x["address"]')
	same "the new link" "$(ask "${key#*#}" /seat/state | get 'x["seat"]["power"], x["seat"]["host"]')" "('FRA', False)"
	same "links" "$(ask "$(secret AUS)" /seat/links | get '[(l["power"], l["mine"], l["host"]) for l in x["links"]]')" \
		"[('AUS', True, True), ('FRA', False, False), ('FRA', False, False)]"
	same "to a player" "$(post "$(secret AUS)" /seat/invite '{"power":"ENG"}' | get 'x["address"], x["link"], "is played by holdbot" in x["problem"]')" "(None, 0, True)"
	local link
	link=$(ask "$(secret AUS)" /seat/links | get 'x["links"][2]["link"]')
	same "France unlinks" "$(post "$(secret FRA)" /seat/unlink "{\"link\":$link}")" '{"done":false}'
	same "unlinked" "$(post "$(secret AUS)" /seat/unlink "{\"link\":$link}")" '{"done":true}'
	same "withdrawn" "$(status ask "${key#*#}" /seat/state)" "403 $closed"
	same "again, with others" "$(post "$(secret AUS)" /seat/again '{"power":"TUR"}' | get 'x["address"], x["game"], x["problem"]')" \
		"(None, 0, 'others play this game, and it is not over')"
	begin alone '@,holdbot,holdbot,holdbot,holdbot,holdbot,holdbot' --host
	post "$(secret AUS)" /seat/again '{"power":"TUR"}' >"$folder/again"
	key=$(get 'x["address"]' <"$folder/again")
	same "the new game" "$(ask "${key#*#}" /seat/state | get 'x["seat"]["power"], x["seat"]["host"], x["seat"]["game"]')" \
		"('TUR', True, $(get 'x["game"]' <"$folder/again"))"
	begun+=("$(query "select t.name from farm.games g join farm.tournaments t on t.id = g.tournament_id where g.id = $(get 'x["game"]' <"$folder/again")")")
	same "no host any more" "$(post "$(secret AUS)" /seat/again '{"power":"TUR"}' | get 'x["problem"]')" "only whoever made the game may play again"
}

# A hint is what may be ordered, as many as are due, and the same each time. It depends on nothing that was submitted.
test_hints() {
	local hint
	begin hints '@,random,random,random,random,random,random' --hints
	wait_for 20 asked S1901M
	hint=$(post "$(secret AUS)" /seat/hint '{"phase":"S1901M"}')
	same "the player" "$(get 'x["player"], len(x["orders"])' <<<"$hint")" "('ares', 3)"
	post "$(secret AUS)" /seat/orders '{"orders":["A vie - boh"]}' >/dev/null
	same "another time" "$(post "$(secret AUS)" /seat/hint '{}')" "$hint"
	same "a phase that is over" "$(status post "$(secret AUS)" /seat/hint '{"phase":"W1900A"}')" '409 {"error":"This phase is over"}'
	same "it may be ordered" "$(post "$(secret AUS)" /seat/orders "$(get 'json.dumps({"orders": x["orders"], "final": True})' <<<"$hint")" |
		get '[o["problem"] for o in x["orders"]]')" "[None, None, None]"
	begin plain '@,random,random,random,random,random,random'
	wait_for 20 asked S1901M
	same "where there are none" "$(status post "$(secret AUS)" /seat/hint '{}')" '403 {"error":"This game gives no hints"}'
	same "unknown" "$(status post "AAAAAAAAAAAAAAAAAAAAAAAA" /seat/hint '{}')" "403 $closed"
}

# ── requests that are none ──

# raw TEXT: sends these bytes; prints the first line of what comes, and the last one.
raw() {
	exec 7<>"/dev/tcp/127.0.0.1/$port"
	printf '%b' "$1" >&7
	timeout 100 cat <&7 | tr -d '\r' | sed -n '1p;$p' | paste -sd' '
	exec 7>&-
}

test_doors() {
	local secret
	begin doors '@,random,random,random,random,random,random'
	wait_for 20 asked S1901M
	secret=$(secret AUS)
	same "no field" "$(status curl -sg "$url/seat/state")" '403 {"error":"This request names no seat"}'
	same "a forged request" "$(status curl -sg -H 'Content-Type: application/json' -d '{"orders":[],"final":true}' "$url/seat/orders")" \
		'403 {"error":"This request names no seat"}'
	same "no link" "$(status ask 'x' /seat/state)" '403 {"error":"This is no link to a seat"}'
	same "a long one" "$(status ask "$(printf 'x%.0s' {1..1000})" /seat/state)" '403 {"error":"This request names no seat"}'
	same "SQL" "$(status ask "' or 1=1;--xxxxxxxxxxxxxxx" /seat/state)" '403 {"error":"This is no link to a seat"}'
	for address in state board links; do
		same "unknown: $address" "$(status ask "AAAAAAAAAAAAAAAAAAAAAAAA" /seat/$address)" "403 $closed"
	done
	same "unknown, waiting" "$(status ask "AAAAAAAAAAAAAAAAAAAAAAAA" "/seat/state?seen=0")" "403 $closed"
	for address in orders reopen hint invite unlink again; do
		same "unknown: $address" "$(status post "AAAAAAAAAAAAAAAAAAAAAAAA" /seat/$address '{"orders":[],"power":"AUS","link":1}')" "403 $closed"
	done
	# one letter is another
	same "nearly" "$(status ask "$(tr A-Za-z B-ZAb-za <<<"$secret")" /seat/state)" "403 $closed"
	same "it opens" "$(ask "$secret" /seat/state | get 'x["seat"]["power"]')" AUS
	query "update farm.links set expires_at = now() where game_id = $game"
	same "expired" "$(status ask "$secret" /seat/state)" "403 $closed"
	query "update farm.links set expires_at = now() + interval '1 day' where game_id = $game"
	same "it opens again" "$(ask "$secret" /seat/state | get 'x["seat"]["power"]')" AUS
	ask "$secret" "/seat/state?seen=$(ask "$secret" /seat/state | get 'x["tag"]')" >"$folder/withdrawn" &
	sleep 0.2
	ctl invite withdraw "$name/1"
	wait_for 10 eval '[ -s "$folder/withdrawn" ]'
	same "withdrawn while it waits" "$(cat "$folder/withdrawn")" "$closed"
	same "orders" "$(status post "$secret" /seat/orders '{"orders":["A vie - gal"]}')" "403 $closed"
}

# CODE METHOD ADDRESS TYPE BODY
test_bodies() {
	local secret code method address type body head
	begin bodies '@,random,random,random,random,random,random'
	wait_for 20 asked S1901M
	secret=$(secret AUS)
	while IFS='|' read -r code method address type body; do
		same "$method $address $type $body" "$(curl -sg -X "$method" -H "Seat: $secret" -H "Content-Type: $type" -d "$body" \
			-o "$folder/answer" -w '%{http_code}' "$url$address")" "$code"
		python3 -m json.tool "$folder/answer" >/dev/null
	done <<-'TABLE'
		415|POST|/seat/orders|text/plain|{"orders":[]}
		415|POST|/seat/orders|application/x-www-form-urlencoded|orders=
		415|POST|/seat/orders|application/jsonx|{}
		200|POST|/seat/orders|application/json; charset=utf-8|{"orders":[]}
		200|POST|/seat/orders|APPLICATION/JSON|{"orders":null,"other":[1,{"a":2}]}
		400|POST|/seat/orders|application/json|
		400|POST|/seat/orders|application/json|[]
		400|POST|/seat/orders|application/json|"orders"
		400|POST|/seat/orders|application/json|{"orders":[]
		400|POST|/seat/orders|application/json|{"orders":[]} {}
		400|POST|/seat/orders|application/json|{"orders":"A vie - gal"}
		400|POST|/seat/orders|application/json|{"orders":["A vie - gal",7]}
		400|POST|/seat/orders|application/json|{"orders":["A vie - gal\nF tri - alb"]}
		400|POST|/seat/orders|application/json|{"orders":["A vie\u0000"]}
		400|POST|/seat/orders|application/json|{"orders":[""]}
		400|POST|/seat/orders|application/json|{"orders":[],"final":"yes"}
		400|POST|/seat/orders|application/json|{"orders":[],"phase":1901}
		400|POST|/seat/orders|application/json|{"orders":[],"phase":"S1901M S1901M S1901M"}
		400|POST|/seat/orders|application/json|{"a":{"b":{"c":{"d":{"e":1}}}}}
		400|POST|/seat/unlink|application/json|{"link":"1"}
		400|POST|/seat/unlink|application/json|{"link":1.5}
		405|PUT|/seat/orders|application/json|{}
		405|POST|/seat/state|application/json|{}
		405|DELETE|/seat/board|application/json|{}
	TABLE
	same "GET of what takes a POST" "$(status ask "$secret" /seat/orders)" '405 {"error":"This is no page: it takes a POST"}'
	ask "$secret" /seat/orders -D - -o /dev/null | tr -d '\r' | grep -qx 'Allow: POST'
	ask "$secret" /seat/state -X POST -d '' -D - -o /dev/null | tr -d '\r' | grep -qx 'Allow: GET, HEAD'
	same "no CORS" "$(curl -s -X OPTIONS -H 'Origin: http://evil.example' -H 'Access-Control-Request-Headers: seat' -D - -o /dev/null "$url/seat/orders" | grep -ci access-control || true)" 0
	same "another's name" "$(status post "$secret" /seat/orders '{"orders":[]}' -H 'Host: evil.example')" '421 {"error":"This server is not called so; --name gives it a name"}'
	printf '{"orders":["%s"]}' "$(printf 'x%.0s' {1..17000})" >"$folder/large"
	same "too large" "$(status post "$secret" /seat/orders "@$folder/large")" '413 {"error":"The body is too large"}'
	same "far too large" "$(raw "POST /seat/orders HTTP/1.1\r\nHost: localhost\r\nSeat: $secret\r\nContent-Length: 5000000\r\n\r\n")" \
		'HTTP/1.1 413 Content Too Large {"error":"The body is too large"}'
	printf '{"orders":["%s"]}' "$(printf 'x%.0s' {1..15000})" >"$folder/large"
	same "as large as may be" "$(status post "$secret" /seat/orders "@$folder/large")" '400 {"error":"The body is not the JSON that belongs here"}'
	same "64 orders" "$(post "$secret" /seat/orders "{\"orders\":[\"A vie H\"$(printf ',"A vie H"%.0s' {1..63})]}" | get 'len(x["orders"])')" 64
	same "65 orders" "$(status post "$secret" /seat/orders "{\"orders\":[\"A vie H\"$(printf ',"A vie H"%.0s' {1..64})]}" | cut -c-3)" 400
	same "UTF-8" "$(post "$secret" /seat/orders '{"orders":["Ä vie — gal \ud83d\ude00"]}' | get 'x["orders"][0]["problem"] is not None')" True
	same "no UTF-8" "$(printf '{"orders":["\xff\xfe"]}' | status post "$secret" /seat/orders @- | cut -c-3)" 400
	head="POST /seat/orders HTTP/1.1\r\nHost: localhost\r\nSeat: $secret\r\nContent-Type: application/json\r\n"
	same "no length" "$(raw "$head\r\n")" 'HTTP/1.1 411 Length Required {"error":"A request with a body must say how long it is"}'
	same "chunks" "$(raw "${head}Transfer-Encoding: chunked\r\n\r\n")" 'HTTP/1.1 411 Length Required {"error":"A request with a body must say how long it is"}'
	same "two lengths" "$(raw "${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n")" 'HTTP/1.1 400 Bad Request {"error":"A request has one length"}'
	same "a length and chunks" "$(raw "${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n")" 'HTTP/1.1 400 Bad Request {"error":"A request has one length"}'
	# half a body is cut off after a while, and nothing is done
	post "$secret" /seat/orders '{"orders":["A vie - gal"]}' >/dev/null
	within 25 eval "same 'half a body' \"\$(raw '${head}Content-Length: 40\r\n\r\n{\"orders\":[]')\" ''"
	same "what is kept" "$(ask "$secret" /seat/state | get 'x["turn"]["submitted"]')" "['A vie - gal']"
}

# ── what goes wrong ──

# aresweb is killed while orders come, again and again: what it has confirmed is there.
test_killed() {
	local i confirmed=0 kept last=
	RANDOM=$SEED
	begin killed '@,random,random,random,random,random,random'
	wait_for 20 asked S1901M
	for i in {1..10}; do
		(sleep "0.$((RANDOM % 5))$((RANDOM % 10))" && kill -KILL "$web") &
		local killer=$!
		local places=(boh bud gal tri tyr) target
		target=${places[i % 5]}
		while post "$(secret AUS)" /seat/orders "{\"orders\":[\"A vie - $target\"]}" 2>/dev/null >"$folder/answer" && grep -q '"board":{' "$folder/answer"; do
			last="A vie - $target"
			confirmed=$((confirmed + 1))
			target=${places[RANDOM % 5]}
		done
		wait "$killer"
		wait "$web" 2>/dev/null || true
		serve --rate 0
		# the one that was not confirmed may be there, too
		kept=$(ask "$(secret AUS)" /seat/state | get '(x["turn"]["submitted"] or [""])[0]')
		case $kept in
			"$last" | "A vie - $target") last=$kept ;;
			*) same "what is kept" "$kept" "$last or $target" ;;
		esac
	done
	[ $confirmed -gt 0 ]
}

# The sessions end, and the game is locked: answers say so, and go on.
test_sessions_lost() {
	local holder
	begin lost '@,random,random,random,random,random,random'
	wait_for 20 asked S1901M
	same "before" "$(status ask "$(secret AUS)" /seat/state | cut -c-3)" 200
	query "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aresweb'" >/dev/null
	wait_for 20 eval '[ "$(status ask "$(secret AUS)" /seat/state | cut -c-3)" = 200 ]'
	wait_for 20 eval '[ "$(status post "$(secret AUS)" /seat/orders "{\"orders\":[\"A vie - gal\"]}" | cut -c-3)" = 200 ]'
	held "select from farm.turns where game_id = $game for update"
	same "locked" "$(status post "$(secret AUS)" /seat/orders '{"orders":["A vie - boh"]}')" \
		'409 {"error":"this turn is held by another session of yours, or is just being taken: try again"}'
	same "others are answered" "$(status ask "$(secret AUS)" /seat/state | cut -c-3)" 200
	let_go
	same "free" "$(status post "$(secret AUS)" /seat/orders '{"orders":["A vie - boh"]}' | cut -c-3)" 200
}

run_tests
