#!/bin/bash
# web: proves that aresweb shows what was played and nothing else, to whoever asks however he likes: each address, hostile names,
# heads and methods; events while a tournament is played; who is slow, who asks too often; and that it stops with everything
# that it has begun.
#
# SEED=1 draws the games.
. tests/suite.sh
. tests/serve.sh

ctl init >/dev/null
ctl tournament create shown-$$ --games 4 --seats randbot,random --rules standard --rounds 6 --seed "$SEED"
ctl tournament create rated-$$ --games 6 --seats randbot,random,holdbot --rules standard --rounds 6 --seed "$SEED"
folder=$(mktemp -d)

get() { curl -sg --path-as-is --max-time 60 "${@:2}" "$url$1"; }
status() { get "$1" -o /dev/null -w '%{http_code}' "${@:2}"; }
head_of() { get "$1" -D - -o /dev/null "${@:2}" | tr -d '\r'; }

# raw TEXT: sends these bytes; prints the first line of what comes.
raw() {
	local line=
	exec 7<>"/dev/tcp/127.0.0.1/$port"
	printf '%b' "$1" >&7
	IFS= read -r -t 20 line <&7 || true
	exec 7>&-
	printf '%s' "${line%$'\r'}"
}

game() { query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$1' and number = 1"; }

aresd --until-done 2>/dev/null
serve --rate 0 --quiet
trap 'kill "$web"; wait "$web"; rm -rf "$folder"' EXIT

test_pages() {
	local id
	id=$(game shown-$$)
	get / | grep -q "<a href=\"/t/shown-$$\">shown-$$</a>"
	get / | grep -q '>4 of 4<'
	get "/t/shown-$$" | grep -q '4 finished'
	get "/t/shown-$$" | grep -q "<a href=\"/g/$id\">1</a>"
	get "/t/shown-$$" | grep -q '<th scope="row">randbot</th>'
	get "/g/$id?phase=S1901M" | grep -q "board.svg?phase=S1901M"
	get "/wall" | grep -q "board.svg?phase="
	get "/workers" | grep -q '<h1>Workers</h1>'
	get "/metrics" | grep -q "aresfarm_games{.*tournament=\"shown-$$\".*} 4"
	same "metrics" "$(get /metrics | grep -c '^# TYPE')" "$(ctl metrics | grep -c '^# TYPE')"
	same "health" "$(get /healthz)" ok
}

# Tournaments are in sheets: games with people first, then what goes on, then what is over, the newest first.
test_home() {
	local i names
	for i in {1..60}; do
		ctl tournament create "many-$$-$i" --games 2 --seats random,holdbot >/dev/null
	done
	ctl game create "people-$$" --seats anna=@,random,random,random,random,random,random >/dev/null
	names=$(get / | grep -oE '<a href="/t/[^"]*"' | cut -d/ -f3 | tr -d '"')
	same "on a sheet" "$(wc -l <<<"$names")" 50
	same "the first" "$(head -2 <<<"$names" | tr '\n' ' ')" "people-$$ many-$$-60 "
	get / | grep -q '<a href="/?page=2" rel="next">'
	get / | grep -q '<h2>Games with people</h2>'
	get "/?page=2" | grep -q '<a href="/?page=1" rel="prev">'
	for i in {1..60}; do
		cancel "many-$$-$i"
	done
	get "/t/people-$$" | grep -q '1 to be played'
	cancel "people-$$"
	same "far behind" "$(status "/?page=1000000")" 200
	same "before the first" "$(status "/?page=0")" 404
	# the page may be a second old; other tournaments may go on
	wait_for 5 eval 'get /?x | grep -E "<details id=\"over\"( open)?><summary><h2>Over</h2>" >/dev/null'
}

# What a page says of orders is what aresctl show says.
test_orders() {
	local id
	id=$(game shown-$$)
	get "/g/$id?phase=F1901M" | sed -n 's,^<li>\(.*\)</li>$,\1,p' | sed -E 's,^(.*) <(em|small)>(.*)</.*,\1|\3,' | LC_ALL=C sort >"$folder/page"
	query "select text || '|' || result || case when dislodged and result <> 'dislodged' then ', dislodged' else '' end
		from farm.orders where game = $id and phase_name = 'F1901M'" | LC_ALL=C sort >"$folder/orders"
	[ "$(wc -l <"$folder/orders")" -ge 20 ]
	same "orders" "$(cat "$folder/page")" "$(cat "$folder/orders")"
}

test_board() {
	local id
	id=$(game shown-$$)
	get "/g/$id/board.svg?phase=F1901M" >"$folder/board.svg"
	ctl show "$id" F1901M --svg | cmp - "$folder/board.svg"
}

test_replay() {
	local id
	id=$(game shown-$$)
	get "/g/$id/replay" >"$folder/replay"
	ctl animate "$id" -o "$folder/animated"
	cmp "$folder/replay" "$folder/animated"
	# the policy of the head allows the page's script
	grep -qF "$(head_of "/g/$id/replay" | grep -oE "script-src 'sha256-[^']*'")" "$folder/replay"
}

# One phase, for a script: what the replay has of it.
test_phase() {
	local id address
	id=$(game shown-$$)
	get "/g/$id/phase?phase=F1901M" >"$folder/phase"
	same "a phase" "$(jq -r '.phase + " " + .name + " " + (.owners | length | tostring)' "$folder/phase")" "F1901M Fall 1901, moves 75"
	jq -j .html "$folder/phase" >"$folder/words"
	jq -j .shapes "$folder/phase" >"$folder/shapes"
	get "/g/$id/replay" >"$folder/replay"
	python3 - "$folder/replay" "$folder/words" "$folder/shapes" <<-END
		import sys
		replay, words, shapes = (open(name).read() for name in sys.argv[1:])
		article = replay.split('<article id="F1901M">\n')[1].split("</article>")[0]
		assert article == words + "<template>" + shapes + "</template>\n", "another article than the replay's"
	END
	for address in "/g/$id/phase" "/g/$id/phase?phase=S1999M" "/g/0/phase?phase=S1901M"; do
		same "$address" "$(status "$address")" 404
	done
}

# The places of a map: borders have two sides, and each unit stands on the page.
test_map() {
	get "/m/standard/map.json" >"$folder/map"
	same "powers" "$(jq -r '.powers | join(" ")' "$folder/map")" "AUS ENG FRA GER ITA RUS TUR"
	same "provinces, centres, coasts" "$(jq -r '.provinces | [length, (map(select(.centre)) | length), (map(.places | length - 1) | add)] | join(" ")' \
		"$folder/map")" "75 34 6"
	same "one-sided borders" "$(jq '[.provinces as $p | range($p | length) as $i | $p[$i].near[] as $j | select($p[$j].near | index($i) | not)] | length' \
		"$folder/map")" 0
	same "Austria's homes" "$(jq -r '[.provinces[] | select(.home == 0).code] | join(" ")' "$folder/map")" "bud tri vie"
	same "off the page" "$(jq '[.provinces[].places[] | select(.x < 1 or .y < 1 or .dx < 1 or .dy < 1 or .x > 1200 or .y > 960)] | length' \
		"$folder/map")" 0
	get "/m/standard/ground.svg" >"$folder/ground"
	same "lands" "$(grep -o 'data-land="[0-9]*"' "$folder/ground" | sort -u | wc -l)" "$(grep -c . <<<"$(jq -r '.provinces[] | select(.kind != "sea").code' "$folder/map")")"
	same "no such map" "$(status /m/nothing/map.json) $(status /m/nothing/ground.svg)" "404 404"
}

# What the report that is served says is what aresctl report says, but for what is no visitor's business. Its links lead to
# replays of this server.
test_report() {
	local name
	for name in shown-$$ rated-$$; do
		get "/t/$name" | grep -q "<a href=\"/t/$name/report\">report</a>"
		same "status" "$(get "/t/$name/report" -o "$folder/served" -w '%{http_code}')" 200
		ctl report "$name" --no-replays -o "$folder/written"
		same "$name" "$(sections verdict games "$folder/served")" "$(sections verdict games "$folder/written")"
		grep -q '<dt>seed</dt>' "$folder/written"
		! grep -E "<dt>seed|[0-9a-f]{64}|Put aside|<script" "$folder/served" || same "$name" "what nobody may see" none
		sed 's/></>\n</g' "$folder/served" | grep -oE '"/g/[0-9]+/replay">game [0-9]+' | sort -u >"$folder/links"
		[ "$(wc -l <"$folder/links")" -ge 2 ]
		while read -r link number; do
			get "$(cut -d'"' -f2 <<<"$link")" | grep -q "<title>$name/$number[^0-9]"
		done <"$folder/links"
	done
	grep -q '<section id="ratings"' "$folder/served"
	! grep -q 'permission denied' "$folder/served"
	same "of none" "$(status /t/no-such-tournament/report)" 404
}
# sections FROM TO FILE: the sections of a report from one to before another.
sections() { sed -n "/<section id=\"$1\"/,/<section id=\"$2\"/p" "$3"; }

# A report takes as long as it takes; other pages do not wait for it. Here it waits for a lock, for a second.
test_report_holds_up_nobody() {
	local name
	serve --rate 0
	for name in shown-$$ rated-$$; do
		query "begin; lock table farm.summaries; select pg_sleep(2)" >/dev/null &
		wait_for 5 holds "exists (select from pg_locks where relation = 'farm.summaries'::regclass and mode = 'AccessExclusiveLock' and granted)"
		status "/t/$name/report" >"$folder/slow" &
		wait_for 5 holds "exists (select from pg_locks where relation = 'farm.summaries'::regclass and not granted)"
		same "another page" "$(status "/healthz")" 200
		[ -s "$folder/slow" ] || break # else the machine was slow; a second time is enough
	done
	[ ! -s "$folder/slow" ] || same "the other page" "behind the report" "before it"
	wait $(jobs -p | grep -vx "$web")
	same "the report" "$(cat "$folder/slow")" 503
	serve_end
	grep -q 'a page is not made: canceling statement due to lock timeout' "$folder/log"
}

# Nothing in a page needs a policy that is not strict, and what it names is there.
test_markup() {
	local id address page
	id=$(game shown-$$)
	for address in / "/t/shown-$$" "/g/$id" /wall /workers /nothing; do
		page=$(get "$address")
		! grep -qE '<script>|<style|javascript:|[ "](style|on[a-z]+)=' <<<"$page" || same "$address" "inline script or style" none
		for page in $(grep -oE '(href|src)="/assets/[^"]*"' <<<"$page" | sed 's/.*="//; s/"$//'); do
			same "$page" "$(status "$page")" 200
			head_of "$page" | grep -q '^Cache-Control: public, max-age=31536000, immutable$'
		done
	done
	address=$(get / | grep -oE '/assets/[^"]*/web.js')
	same "the style of pictures" "$(get "${address%/*}/picture.css" | head -c 9)" .b-paper{
	get "$address" | cmp - daemon/web/web.js
	same "another fingerprint" "$(status "/assets/x/web.js")" 404
}

# CODE ADDRESS, a line each. Names that would be markup, paths or SQL are only names that no tournament has.
test_addresses() {
	local code address
	while read -r code address; do
		same "$address" "$(status "$address")" "$code"
	done <<-END
		404 /nothing
		404 /t
		404 /t/
		404 //
		404 /t/shown-$$/
		404 /t/shown-$$/events/
		404 /t/shown-$$/report/
		404 /t//report
		404 /t/no-such-tournament
		404 /t/no-such-tournament/events
		404 /t/%3Cscript%3Ealert(1)%3C/script%3E
		404 /t/%3Cimg%20src=x%3E
		404 /t/'%20or%201=1--
		404 /t/%F0%9F%92%A5
		404 /t/$(printf 'x%.0s' {1..64})
		404 /../../etc/passwd
		404 /assets/..%2f..%2f/etc
		404 /t/..%2f..%2fetc%2fpasswd
		404 /g/0
		404 /g/-1
		404 /g/1e3
		404 /g/99999999999999999999999
		404 /g/9223372036854775807
		404 /g/%31x
		404 /g/$(game shown-$$)?phase=S1999M
		404 /g/$(game shown-$$)?phase=x
		404 /g/$(game shown-$$)/board.svg?phase=W1999A
		404 /g/9223372036854775807/replay
		404 /t/shown-$$?page=0
		400 /%00
		400 /t/shown-$$%00
		400 /t/%0d%0aSet-Cookie:x
		400 /t/%1b[31m
		400 /t/%ff%fe
		400 /t/%
		400 /t/%4
		400 /t/%zz
		400 /g/1?phase=%
		200 /t/shown%2d$$
		200 /t/shown-$$?page=9
		200 /t/shown-$$?page=1&x=%3Cscript%3E
		204 /favicon.ico
	END
	! get "/t/%3Cscript%3Ex" | grep -q '<script>' || same "markup" "as it was sent" "escaped"
}

test_head_fields() {
	local id address field
	id=$(game shown-$$)
	start_events
	for address in / "/t/shown-$$" "/g/$id" "/g/$id/board.svg" "/g/$id/replay" "/t/shown-$$/report" /wall /metrics /healthz "$(get / | grep -oE '/assets/[^"]*/web.css')" \
		/nothing /%00 /favicon.ico "/t/shown-$$/events"; do
		if [ "$address" = "/t/shown-$$/events" ]; then
			tr -d '\r' <"$folder/events.head" >"$folder/head"
		else
			head_of "$address" >"$folder/head"
		fi
		for field in "X-Content-Type-Options: nosniff" "X-Frame-Options: DENY" "Referrer-Policy: no-referrer" \
			"Cross-Origin-Opener-Policy: same-origin" "Cross-Origin-Resource-Policy: same-origin"; do
			grep -qxF "$field" "$folder/head" || same "$address" "$(cat "$folder/head")" "$field"
		done
		same "policies of $address" "$(grep -c "^Content-Security-Policy: default-src 'none'; .*frame-ancestors 'none'; base-uri 'none'\$" "$folder/head")" 1
		! grep -E '^Content-Security-Policy: ' "$folder/head" | grep -E "unsafe-eval|\*|script-src.*unsafe-inline" || same "$address" loose strict
		grep -q '^Content-Type: .' "$folder/head"
	done
	# pages refused by what they are asked with have them too
	for address in "-X POST" "-X BREW" "-d x=1"; do
		head_of / $address | grep -qx 'X-Frame-Options: DENY'
	done
}

# start_events: asks for the head of a stream, and leaves.
start_events() { curl -sN --max-time 2 -D "$folder/events.head" -o /dev/null "$url/t/shown-$$/events" || true; }

test_methods() {
	local method
	for method in POST PUT DELETE PATCH OPTIONS TRACE BREW; do
		same "$method" "$(status / -X "$method")" 405
	done
	head_of / -X POST | grep -qx 'Allow: GET, HEAD'
	same "HEAD" "$(get / -I | tr -d '\r' | grep -vE '^(Date|Content-Length):')" "$(head_of / | grep -vE '^(Date|Content-Length):')"
	same "body of HEAD" "$(get / -I | sed '1,/^\r$/d')" ""
	same "HEAD of events" "$(status "/t/shown-$$/events" -I)" 200
}

test_lengths() {
	local host="Host: 127.0.0.1"
	same "two lengths" "$(raw "GET / HTTP/1.1\r\n$host\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n")" "HTTP/1.1 400 Bad Request"
	same "a length and chunks" "$(raw "GET / HTTP/1.1\r\n$host\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n")" "HTTP/1.1 400 Bad Request"
	same "a body" "$(raw "GET / HTTP/1.1\r\n$host\r\nContent-Length: 5000000\r\n\r\n")" "HTTP/1.1 413 Content Too Large"
	same "half a body" "$(raw "GET / HTTP/1.1\r\n$host\r\nContent-Length: 10\r\n\r\nhalf")" "HTTP/1.1 413 Content Too Large"
	same "chunks" "$(raw "GET / HTTP/1.1\r\n$host\r\nTransfer-Encoding: chunked\r\n\r\n")" "HTTP/1.1 413 Content Too Large"
	same "no host" "$(raw "GET / HTTP/1.1\r\n\r\n")" "HTTP/1.1 400 Bad Request"
	case $(raw "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n") in '' | "HTTP/1.1 400 Bad Request") ;; *) same "TLS" answered refused ;; esac
	same "a long address" "$(status "/$(printf 'x%.0s' {1..20000})")" 414
	same "a long field" "$(status / -H "X: $(printf 'x%.0s' {1..20000})")" 431
	same "what is still answered" "$(status /healthz)" 200
}

# A stranger's page can have its name point here. Its requests have that name.
test_hosts() {
	same "a stranger's name" "$(status / -H 'Host: evil.example')" 421
	same "a stranger's name that begins like ours" "$(status / -H 'Host: 127.0.0.1.evil.example:80')" 421
	same "localhost" "$(status / -H 'Host: LocalHost:1')" 200
	serve --rate 0 --name play.example.org
	same "its name" "$(status / -H 'Host: play.example.org')" 200
	same "another name" "$(status / -H 'Host: example.org')" 421
	serve_end
}

test_rate() {
	local code codes
	serve --rate 5
	codes=$(for code in {1..40}; do status /healthz; echo; done | sort | uniq -c | awk '{print $2}' | tr '\n' ' ')
	same "codes" "$codes" "200 429 "
	head_of /healthz | grep -qx 'Retry-After: 1' || head_of /healthz | grep -qx 'Retry-After: 1'
	wait_for 5 eval '[ "$(status /healthz)" = 200 ]'
	serve_end
}

# Who sends a request byte by byte is cut off; others are answered meanwhile.
test_slow_writer() {
	exec 6<>"/dev/tcp/127.0.0.1/$port"
	printf 'GET / HTTP/1.1\r\nX: ' >&6
	(while sleep 0.5 && printf x >&6; do :; done) 2>/dev/null &
	local drip=$!
	same "others" "$(status /healthz)" 200
	within 20 eval 'cat <&6 >/dev/null'
	exec 6>&-
	kill "$drip" 2>/dev/null || true
	wait "$drip" || true
	same "others afterwards" "$(status /healthz)" 200
}

# As many connections as there may be, without a word: the next one waits until one of them is cut off.
test_too_many() {
	local fds=() fd i
	serve --rate 0 --connections 8
	for i in {1..8}; do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port"
		fds+=("$fd")
	done
	same "the ninth" "$(status /healthz)" 200
	for fd in "${fds[@]}"; do
		exec {fd}>&-
	done
	serve_end
}

# Whatever it is sent, it answers or cuts off, and stops as it should. RUNS=100000 sends more; SEED draws them.
test_mangled() {
	local id
	id=$(game shown-$$)
	serve --rate 0 --quiet
	python3 tests/db/mangle.py "$port" "${RUNS:-3000}" "$SEED" / "/t/shown-$$" "/t/shown-$$/events" "/g/$id" "/g/$id?phase=F1901M" \
		"/g/$id/board.svg?phase=S1901M" "/g/$id/replay" "/t/shown-$$/report" /wall /workers /metrics /healthz /t/%41%42 /assets/x/web.js >"$folder/answers"
	grep -q '200:.* 400:\|200:.* 404:' "$folder/answers"
	same "afterwards" "$(status "/t/shown-$$")" 200
	serve_end
	same "what went wrong" "$(cat "$folder/log")" ""
}

# Several watch a tournament that is played: each hears of its begin and of its end, in one session of the database.
test_events() {
	local i watchers=()
	PGAPPNAME=watched_$$ serve --rate 0
	ctl tournament create moves-$$ --games 300 --seats randbot,random --seed "$SEED"
	for i in 1 2 3; do
		curl -sN --max-time 120 "$url/t/moves-$$/events" >"$folder/events.$i" &
		watchers+=($!)
	done
	wait_for 10 eval 'grep -q "300 to be played" "$folder"/events.1 && grep -q "300 to be played" "$folder"/events.3'
	aresd --until-done
	for i in 1 2 3; do
		wait_for 10 grep -q '^data: .*300 finished' "$folder/events.$i"
		grep -q '^data: .*<th scope="row">randbot</th>' "$folder/events.$i"
		! grep -vE '^(event: [a-z]+|data: .*|:|)$' "$folder/events.$i" || same "a line" "the above" "a field"
	done
	[ "$(query "select count(*) from pg_stat_activity where application_name = 'watched_$$'")" = 3 ]
	serve_end
	# each stream ended as a whole, and nobody is left
	for i in "${watchers[@]}"; do
		wait "$i"
	done
}

# Its sessions are ended by the server: it says so, and comes back.
test_sessions_lost() {
	PGAPPNAME=lost_$$ serve --rate 0
	same "before" "$(status /healthz)" 200
	query "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost_$$'" >/dev/null
	wait_for 10 eval '[ "$(status /workers)" = 200 ]'
	wait_for 10 eval '[ "$(status /t/shown-$$)" = 200 ]'
	serve_end
}

# What was submitted for a phase that is still open is in no answer.
test_nothing_early() {
	local agent=webagent_$$ daemon id address
	query "create role $agent login in role farm_agent"
	ctl tournament create open-$$ --games 1 --seats "random,random,@$agent,random,@$agent,random,random" --rules standard
	id=$(game open-$$)
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	wait_for 10 holds "count(*) = 2 from farm.turns where game_id = $id"
	as "$agent" -c "select * from api.submit_orders($id, '{A par - bur}', power => 'FRA')" >/dev/null
	serve --rate 0
	get "/g/$id" | grep -q 'It waits for orders for <strong>S1901M</strong>\.'
	query "update farm.turns set deadline = now() + interval '25 hours' where game_id = $id" >/dev/null
	wait_for 5 eval 'get "/g/$id" | grep -qE ", until <time datetime=\"[-0-9]+T[:0-9]+Z\">[-0-9]+ [:0-9]+ UTC</time>: (24 h 59|25 h 0) min\."'
	for address in / "/t/open-$$" "/g/$id" "/g/$id?phase=S1901M" "/g/$id/board.svg" "/g/$id/replay" "/t/open-$$/report" /wall /workers /metrics; do
		! get "$address" | grep -iE 'par - bur|BUR</title>' || same "$address" "an order that is not played" "none"
	done
	curl -sN --max-time 3 "$url/t/open-$$/events" >"$folder/early" || true
	! grep -i 'par - bur' "$folder/early" || same events "an order" none
	serve_end
	kill "$daemon"
	wait "$daemon" || true
	query "select farm.game_cancel($id)" >/dev/null
	query "delete from farm.seats where game_id = $id; drop role $agent" >/dev/null 2>&1 || query "drop role if exists $agent" >/dev/null
}

# It takes the rights of farm_web, whoever it is; without them it does not begin.
test_rights() {
	query "create role nobody_$$; create role member_$$ in role farm_web"
	PGOPTIONS="-c role=nobody_$$" refused "permission denied" "$B/aresweb" ${CONNINFO:+-d "$CONNINFO"} --listen 127.0.0.1:0
	PGOPTIONS="-c role=member_$$" serve
	same "as a member" "$(status "/t/shown-$$")" 200
	serve_end
	query "drop role nobody_$$, member_$$"
}

# test_listener tries what is no place.
test_places() {
	refused "must be ADDRESS:PORT" "$B/aresweb" ${CONNINFO:+-d "$CONNINFO"} --listen 8027
	serve
	refused "Address already in use" "$B/aresweb" ${CONNINFO:+-d "$CONNINFO"} --listen "127.0.0.1:$port"
	serve_end
}

# A line of the log has the method, the address without its query, the status and the time.
test_log() {
	serve --rate 0
	get "/t/shown-$$?page=1&secret=abc" >/dev/null
	get "/nothing?secret=abc" -A secret -e http://secret -H 'Cookie: secret' >/dev/null
	serve_end
	same "lines" "$(grep -c secret "$folder/log")" 0
	grep -qE "^[-0-9]+ [:0-9]+ aresweb: GET /t/shown-$$ 200 [0-9]+ ms\$" "$folder/log"
	grep -qE 'aresweb: GET /nothing 404 ' "$folder/log"
}

test_stop_at_once() {
	serve
	kill -INT "$web"
	ends 2 "$web"
}

run_tests
