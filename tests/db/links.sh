#!/bin/bash
# links: seats by links. Two people and five players play a short game to its end, the people by the functions of schema web
# only, with retreats and builds, while workers are killed; links are made, listed, withdrawn and expire; deadlines pass.
# aresctl game create makes games of people, roles and players. SEED=1 draws the games.
. tests/suite.sh

web=web_$$ alice=alice_$$
ctl init >/dev/null
query "create role $web login in role farm_web; create role $alice login in role farm_agent"
begun=()
trap 'query "drop role $web, $alice"' EXIT
end() {
	local tournament
	[ -z "${daemon:-}" ] || kill -KILL "$daemon" 2>/dev/null || true
	query "select farm.workers_recover('1 hour')" >/dev/null
	for tournament in "${begun[@]}"; do cancel "$tournament"; done
}
start() {
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 2 2>/dev/null &
	daemon=$!
}
stop() {
	kill -TERM "$daemon"
	wait "$daemon"
	daemon=
}

# begin NAME SEATS [OPTION...]: makes a game; $links has its links, "POWER LINK" a line each.
begin() {
	name=$1-$$
	begun+=("$name")
	trap 'end' EXIT
	links=$(ctl -q game create "$name" --seats "$2" --seed "$SEED" "${@:3}" 2>/dev/null)
	game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where t.name = '$name'")
	[ -n "${daemon:-}" ] || start
}
# link POWER: its link. key LINK: the key that opens the seat, as SQL has it.
link() { sed -n "s/^$1 //p" <<<"$links"; }
key() { echo "\\x$(printf %s "${1#*#}" | sha256sum | cut -c-64)"; }
# ask LINK SQL: runs SQL as the web server; $1 there is the key. It is a parameter, as it must be.
ask() {
	as $web <<<"prepare q (bytea) as $2; execute q ('$(key "$1")')" 2>&1
}
# The same for a function that submits orders, "a;b;c".
give() { ask "$1" "select concat_ws(': ', text, problem) from web.submit_orders(\$1, string_to_array('$2', ';') ${*:3}) where problem is not null"; }

asked() { holds "state = 'waiting' and farm.phase_name(asked) = '$1' from farm.games where id = $game"; }
over() { holds "state = 'finished' from farm.games where id = $game"; }
# goes_on PHASE: the game waits in a phase other than the one that was played last, or is over.
goes_on() { holds "state = 'finished' or state = 'waiting' and farm.phase_name(asked) <> '$1' from farm.games where id = $game"; }

closed="ERROR:  this link opens no seat: it is unknown, has expired or was withdrawn"

# ── a whole game ──

# The first legal order of each place that still needs one, as many as are due.
choice="select array_to_string((array_agg(l order by l))[:max(due)], ';') from (
	select distinct on (substring(l from '[a-z]{3}\M')) due, l from web.turn(\$1), unnest(legal) l where l <> 'waive'
	order by substring(l from '[a-z]{3}\M'), md5(phase || l)) x"

# told POWER: all that its link is told of the phase in play, as JSON; of what was played, the last phase.
told() {
	local function
	for function in 'seat($1)' 'turn($1)' 'others($1)'; do
		ask "$(link $1)" "select to_jsonb(x) from web.$function x"
	done
	ask "$(link $1)" "select max(phase_number) from web.history(\$1)"
}

# Russia submits its orders and keeps them open; nothing that Austria is told changes.
russia_is_silent() {
	local orders before
	before=$(told AUS)
	orders=$(ask "$(link RUS)" "$choice")
	give "$(link RUS)" "$orders" | grep -v 'you have no such turn' || true
	same "what Austria is told of Russia's $orders" "$(told AUS)" "$before"
}

# Plays a phase of both people. The one who is not asked is not waited for.
play_phase() {
	local power orders
	phase=$(query "select farm.phase_name(asked) from farm.games where id = $game")
	russia_is_silent
	for power in AUS RUS; do
		orders=$(ask "$(link $power)" "$choice")
		same "problems of $power" "$(give "$(link $power)" "$orders" ", final => true, phase => '$phase'" | grep -v 'you have no such turn' || true)" ""
	done
}

test_whole_game() {
	local phases=0 killed=0 phase=''
	begin whole 'anna=@,dumbbot,dumbbot,dumbbot,dumbbot,@,dumbbot' --rounds 12
	while wait_for 20 goes_on "$phase" && ! over; do
		phases=$((phases + 1))
		play_phase
		if [ $phases = 8 ]; then # a link is withdrawn; another one goes on
			ctl invite withdraw "$name/1" RUS
			ask "$(link RUS)" "select 1 from web.seat(\$1)" | grep -q "$closed"
			links=$(sed '/^RUS/d' <<<"$links"; echo "RUS $(ctl invite "$name/1" RUS)")
		fi
		if [ $((phases % 5)) = 0 ]; then
			kill -KILL "$(query "select pid from farm.workers where gone_at is null limit 1")" 2>/dev/null && killed=$((killed + 1))
		fi
	done
	stop
	[ $killed -gt 0 ]
	ctl verify --players "$name" | grep -q 'all agree'
	same "kinds of phases" "$(query "select string_agg(distinct right(farm.phase_name(phase), 1), '') from farm.taken_orders
		where game_id = $game")" AMR
	same "orders disregarded" "$(query "select count(*) from farm.taken_orders, unnest(problems) p
		where game_id = $game and p is not null")" 0
	same "turns left" "$(query "select count(*) from farm.turns where game_id = $game")" 0
	# the link still shows the game
	same "the seat" "$(ask "$(link AUS)" "select power, name, state, phase, asked, fate is not null, points is not null from web.seat(\$1)")" \
		"AUS|anna|finished|$(query "select farm.phase_name(phase) from farm.games where id = $game")|f|t|t"
	same "turns" "$(ask "$(link AUS)" "select * from web.turn(\$1)")" ""
	same "phases" "$(ask "$(link AUS)" "select phase, phase_number from web.history(\$1)")" \
		"$(query "select farm.phase_name(phase), phase from farm.boards where game_id = $game order by phase")"
	same "orders" "$(ask "$(link RUS)" "select phase, x ->> 'power', x ->> 'text', x ->> 'result' from web.history(\$1), jsonb_array_elements(orders) x order by phase_number, 2, 3")" \
		"$(query "select phase_name, power, text, result from farm.orders where game = $game order by phase, power, text")"
	same "units" "$(ask "$(link RUS)" "select phase, u from web.history(\$1), unnest(units) u order by phase_number, 2")" \
		"$(query "select phase_name, power || ' ' || type || ' ' || area from farm.units where game = $game and not dislodged order by phase, 2")"
	same "dislodged" "$(ask "$(link RUS)" "select phase, u from web.history(\$1), unnest(dislodged) u order by phase_number, 2")" \
		"$(query "select phase_name, power || ' ' || type || ' ' || area from farm.units where game = $game and dislodged order by phase, 2")"
	same "centres" "$(ask "$(link RUS)" "select phase, c from web.history(\$1), unnest(centres) c order by phase_number, 2")" \
		"$(query "select phase_name, owner || ' ' || province from farm.centres where game = $game and owner is not null order by phase, 2")"
	same "only later phases" "$(ask "$(link RUS)" "select min(phase_number) from web.history(\$1, 10)")" 10
	same "what is said of it" "$(query "select string_agg(player, ',' order by power) from farm.results where game = $game")" \
		anna,dumbbot,dumbbot,dumbbot,dumbbot,person,dumbbot
}

# ── a phase ──

test_submitting() {
	begin phase '@,random,@,random,random,random,random'
	wait_for 20 asked S1901M
	same "who is waited for" "$(ask "$(link FRA)" "select power, mine, asked, awaited from web.others(\$1) where asked or mine")" \
		$'AUS|f|t|t\nFRA|t|t|t'
	same "the turn" "$(ask "$(link FRA)" "select phase, power, due, units, cardinality(board), cardinality(centres), submitted, final from web.turn(\$1)")" \
		'S1901M|FRA|3|{"F bre","A mar","A par"}|22|22||f'
	same "problem" "$(give "$(link FRA)" 'A par - bur;F bre - mun')" 'F bre - mun: it cannot go to mun'
	same "kept" "$(ask "$(link FRA)" "select submitted from web.turn(\$1)")" ""
	# all orders, and not final: the game waits
	same "problems" "$(give "$(link FRA)" 'A par - bur;A mar - spa;F bre - mao')" ""
	same "problems" "$(give "$(link AUS)" 'A vie - gal' ', final => true')" ""
	query "select farm.turns_lapse()" >/dev/null
	same "awaited" "$(ask "$(link AUS)" "select string_agg(power, ',') from web.others(\$1) where awaited")" FRA
	same "submitted" "$(ask "$(link FRA)" "select submitted, final from web.turn(\$1)")" '{"A par - bur","A mar - spa","F bre - mao"}|f'
	# final, and taken back
	same "taken back" "$(ask "$(link AUS)" "select web.withdraw_final(\$1, 'S1901M')")" ""
	same "awaited" "$(ask "$(link AUS)" "select string_agg(power, ',') from web.others(\$1) where awaited")" AUS,FRA
	same "another phase" "$(ask "$(link AUS)" "select web.withdraw_final(\$1, 'F1901M')")" \
		"you have no such turn: its orders were taken, or it is not yours"
	same "problems" "$(give "$(link FRA)" 'A par - bur' ', final => true')" ""
	same "problems" "$(give "$(link AUS)" 'A vie - gal;A bud - ser;F tri - alb' ", final => true, phase => 'S1901M'")" ""
	wait_for 20 asked F1901M
	same "what was played" "$(query "select string_agg(text, '; ' order by text) from farm.orders
		where game = $game and phase = 0 and power in ('AUS', 'FRA')")" 'A bud - ser; A mar H; A par - bur; A vie - gal; F bre H; F tri - alb'
	same "an old phase" "$(give "$(link AUS)" 'A ser H' ", phase => 'S1901M'")" "you have no such turn: its orders were taken, or it is not yours"
	same "the farm's names" "$(ctl tournament status "$name" | grep -c 'waits for person: ')" 2
}

# Orders that are not final count at the deadline.
test_deadline() {
	begin late '@,random,@,random,random,random,random' --deadline 3s --rounds 2
	wait_for 20 asked S1901M
	same "problems" "$(give "$(link FRA)" 'A par - bur;A mar - spa;F bre - mao')" ""
	same "deadline" "$(ask "$(link AUS)" "select deadline > now() from web.seat(\$1)")" t
	wait_for 60 over
	same "orders" "$(query "select string_agg(text, '; ' order by text) from farm.orders
		where game = $game and phase = 0 and power in ('AUS', 'FRA')")" 'A bud H; A mar - spa; A par - bur; A vie H; F bre - mao; F tri H'
	ctl verify "$name" | grep -q 'all agree'
}

# A seat of a role has links, too; what comes last counts.
test_seat_of_a_role() {
	local url
	begin both "@$alice,random,random,random,random,random,random"
	same "links that were made" "$links" ""
	wait_for 20 asked S1901M
	url=$(ctl -q invite "$name/1" aus)
	as $alice -c "select problem from api.submit_orders($game, '{A vie - gal}') where problem is not null"
	same "seen by the link" "$(ask "$url" "select submitted from web.turn(\$1)")" '{"A vie - gal"}'
	same "problems" "$(give "$url" 'A vie - tyr')" ""
	same "seen by the role" "$(as $alice -c "select submitted, final from api.my_turns where game = $game")" '{"A vie - tyr"}|f'
}

# ── links ──

test_links() {
	local url other id
	begin links '@,random,@,random,random,random,random'
	url=$(ctl -q invite "$name/1" FRA --base https://play.example.org/ --expires 1h)
	[[ $url =~ ^https://play.example.org/seat#[A-Za-z0-9_-]{24}$ ]]
	[[ $(link FRA) =~ ^http://127.0.0.1:8027/seat#[A-Za-z0-9_-]{24}$ ]]
	same "different links" "$(for _ in 1 2 3 4 5; do ctl -q invite "$name/1" FRA; done | sort -u | wc -l)" 5
	same "what is stored" "$(query "select count(*) from farm.links l where l.digest = sha256('$(key "$url")') and l.power = 2
		and l.expires_at between now() + '59 min' and now() + '61 min'")" 1
	same "the secret in the table" "$(query "select count(*) from farm.links l where strpos(l::text, '${url#*#}') > 0")" 0
	same "two links" "$(ask "$url" "select power from web.seat(\$1)")$(ask "$(link FRA)" "select power from web.seat(\$1)")" FRAFRA
	id=$(query "select id from farm.links where digest = sha256('$(key "$url")')")
	ctl invite list "$name/1" | grep -qE "^ *$id  $name/1 +FRA +person +open +.*"
	same "listed" "$(ctl invite list "$name/1" --json | grep -c '"link"')" 8
	same "used" "$(query "select count(*) from farm.links where game_id = $game and used_at is not null")" 2
	# withdrawn in mid-game: one, those of a power, those of a game
	loud invite withdraw --link "$id" | grep -qx '1 link is withdrawn'
	refused "no such link that is not withdrawn" ctl invite withdraw --link "$id"
	same "withdrawn" "$(ask "$url" "select power from web.seat(\$1)" | head -1 | sed 's/.*ERROR/ERROR/')" "$closed"
	same "the other one" "$(ask "$(link FRA)" "select power from web.seat(\$1)")" FRA
	loud invite withdraw "$name/1" FRA | grep -qx '6 links are withdrawn'
	same "withdrawn" "$(ask "$(link FRA)" "select power from web.seat(\$1)" | head -1 | sed 's/.*ERROR/ERROR/')" "$closed"
	same "Austria" "$(ask "$(link AUS)" "select power from web.seat(\$1)")" AUS
	# expired
	query "update farm.links set expires_at = now() where game_id = $game and withdrawn_at is null" >/dev/null
	same "expired" "$(ask "$(link AUS)" "select power from web.seat(\$1)" | head -1 | sed 's/.*ERROR/ERROR/')" "$closed"
	ctl invite list "$name/1" | grep -q ' expired '
	refused "name a GAME, or a link by --link" ctl invite withdraw
	refused "ENG is played by random: a link opens only a seat of a person" ctl invite "$name/1" ENG
	refused "no power XYZ: there are AUS, ENG" ctl invite "$name/1" XYZ
	refused "no game nowhere/1" ctl invite nowhere/1 FRA
	refused "must be an address" ctl invite "$name/1" FRA --base ftp://x
	refused "GAME is missing" ctl invite
	cancel "$name"
	refused "the game is cancelled" ctl invite "$name/1" FRA
	# a link of a game that was cancelled still says so; of a dropped one nothing
	ctl game retry "$name/1" >/dev/null
	url=$(ctl -q invite "$name/1" FRA)
	cancel "$name"
	same "cancelled" "$(ask "$url" "select state from web.seat(\$1)")" cancelled
	ctl tournament drop --yes "$name" >/dev/null
	begun=()
	same "dropped" "$(ask "$url" "select state from web.seat(\$1)" | head -1 | sed 's/.*ERROR/ERROR/')" "$closed"
}

# ── hosts ──

# digest SECRET: what the web server sends of a new link.
digest() { echo "sha256('$(key "$1")')"; }

# A host invites and withdraws; whoever is none cannot.
test_host_invites() {
	local id new=AAAAAAAAAAAAAAAAAAAAAA$$
	begin host "@,random,@,@$alice,random,random,random" --host
	same "hosts" "$(ask "$(link AUS)" "select host from web.seat(\$1)")$(ask "$(link FRA)" "select host from web.seat(\$1)")" tf
	same "hints" "$(ask "$(link AUS)" "select hints from web.seat(\$1)")" f
	same "problem" "$(ask "$(link AUS)" "select problem, expires < now() + '8 days' from web.invite(\$1, 'fra', $(digest "$new"), '7 days')")" "|t"
	same "the new link" "$(ask "$new" "select power, host from web.seat(\$1)")" "FRA|f"
	same "who made it" "$(query "select made_by ~ '^host [0-9]+\$' from farm.links where digest = $(digest "$new")")" t
	same "its list" "$(ask "$(link AUS)" "select power, mine, host from web.links(\$1)")" $'AUS|t|t\nFRA|f|f\nFRA|f|f'
	id=$(ask "$(link AUS)" "select max(link) from web.links(\$1)")
	same "problems" "$(ask "$(link AUS)" "select problem from web.invite(\$1, 'ENG', sha256('a'))
		union all select problem from web.invite(\$1, 'GER', sha256('b'))
		union all select problem from web.invite(\$1, 'FRA', sha256('c'), '2 years')")" \
		"ENG is played by random: a link opens only a seat of a person (@ in --seats) or of a role (@ROLE)
GER is played by a role
a link opens a seat for 1 s to 365 days"
	# of no host
	same "problems" "$(ask "$(link FRA)" "select problem from web.invite(\$1, 'FRA', sha256('d'))
		union all select problem from web.again(\$1, 'AUS', sha256('d'))")" $'only whoever made the game may invite\nonly whoever made the game may play again'
	same "list" "$(ask "$(link FRA)" "select * from web.links(\$1)")" ""
	same "withdrawn" "$(ask "$(link FRA)" "select web.withdraw(\$1, $id)")" f
	same "withdrawn" "$(ask "$(link AUS)" "select web.withdraw(\$1, $id)")" t
	same "withdrawn" "$(ask "$(link AUS)" "select web.withdraw(\$1, $id)")" f
	ask "$new" "select power from web.seat(\$1)" | grep -q "$closed"
	# neither its own, nor those of another game
	same "its own" "$(ask "$(link AUS)" "select web.withdraw(\$1, l.link) from web.links(\$1) l where mine")" f
	id=$(query "select max(id) from farm.links where game_id = $game")
	begin other "@,random,random,random,random,random,random" --host
	same "another game's" "$(ask "$(link AUS)" "select web.withdraw(\$1, $id)")" f
	same "stored" "$(query "select count(*) from farm.links where digest in (sha256('a'), sha256('b'), sha256('c'), sha256('d'))")" 0
}

# A host plays again, with another power. There is one open game of his.
test_host_plays_again() {
	local first second=BBBBBBBBBBBBBBBBBBBBBB$$ third=CCCCCCCCCCCCCCCCCCCCCC$$
	begin again "anna=@,dumbbot,random,random,random,random,holdbot" --host --hints --deadline 1h --rounds 4 --draw-after 3
	first=$game
	ctl tournament priority "$name" 7
	wait_for 20 asked S1901M
	same "problem" "$(ask "$(link AUS)" "select problem from web.again(\$1, 'XYZ', $(digest $second))")" "no power XYZ: there are AUS, ENG, FRA, GER, ITA, RUS, TUR"
	same "problem" "$(ask "$(link AUS)" "select problem from web.again(\$1, 'eng', $(digest $second))")" ""
	begun+=("$name-2")
	game=$(ask "$second" "select game from web.seat(\$1)")
	same "the new game" "$(query "select t.name, t.players, t.rules, t.round_limit, t.draw_after, t.retreat_time, t.priority
		from farm.games g join farm.tournaments t on t.id = g.tournament_id where g.id = $game")" \
		"$name-2|dumbbot,anna,random,random,random,random,holdbot|standard|4|3|01:00:00|7"
	holds "count(distinct t.seed) = 2 and min(t.seed) >= 0 from farm.games g join farm.tournaments t on t.id = g.tournament_id where g.id in ($first, $game)"
	same "the old one" "$(query "select state from farm.games where id = $first")" cancelled
	same "its link" "$(ask "$(link AUS)" "select state, host from web.seat(\$1)")" "cancelled|f"
	same "a second time" "$(ask "$(link AUS)" "select problem from web.again(\$1, 'FRA', $(digest $third))")" "only whoever made the game may play again"
	wait_for 20 asked S1901M
	same "the seat" "$(ask "$second" "select power, name, asked, host, hints from web.seat(\$1)")" "ENG|anna|t|t|t"
	while wait_for 20 goes_on '' && ! over; do
		give "$second" "$(ask "$second" "$choice")" ", final => true" >/dev/null
	done
	stop
	ctl verify --players "$name-2" | grep -q 'all agree'
	same "again" "$(ask "$second" "select problem from web.again(\$1, 'ENG', $(digest $third))")" ""
	begun+=("$name-3")
	same "the third" "$(ask "$third" "select tournament, power from web.seat(\$1)")" "$name-3|ENG"
	same "the second" "$(query "select state from farm.games where id = $game")" finished
	# another person's game goes on, and so many games are enough
	begin shared "@,random,@,random,random,random,random" --host
	same "others play" "$(ask "$(link AUS)" "select problem from web.again(\$1, 'ENG', sha256('e'))")" "others play this game, and it is not over"
	local said='' made=0 stem=again-$$
	while said=$(ask "$third" "select problem from web.again(\$1, 'FRA', $(digest "$third+"))") && [ -z "$said" ] && [ $made -lt 40 ]; do
		third+=+ made=$((made + 1)) begun+=("$stem-$((made + 3))")
	done
	same "how many more" "$made: $said" "28: 30 such games were made within the hour: wait a while"
	same "open ones" "$(query "select count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name like '$stem%' and g.state not in ('finished', 'cancelled')")" 1
}

# ── aresctl game create ──

test_game_create() {
	local said
	begun+=("mixed-$$")
	trap 'end' EXIT
	said=$(loud game create mixed-$$ --seats "anna=@,ares(depth=1,age=2),@$alice,random,bert=@,dumbbot,random" --deadline 24h)
	same "first line" "$(head -1 <<<"$said")" \
		"game mixed-$$/1: AUS anna, ENG ares(depth=1,age=2), FRA @$alice, GER random, ITA bert, RUS dumbbot, TUR random; rules standard, 1d for each phase"
	same "links" "$(sed 1d <<<"$said" | sed 's/#.*/#/')" $'AUS http://127.0.0.1:8027/seat#\nITA http://127.0.0.1:8027/seat#'
	same "its terms" "$(query "select rules, games, seats, players, diplomatic_time, retreat_time, adjustment_time
		from farm.tournaments where name = 'mixed-$$'" | sed 's/(depth=1,age=2,[^)]*)/(...)/; s/dumbbot([^)]*)/dumbbot(...)/')" \
		"standard|1|anna=@,ares(...),@$alice,random,bert=@,dumbbot(...),random|anna,ares(depth=1,age=2),@$alice,random,bert,dumbbot,random|24:00:00|24:00:00|24:00:00"
	holds "seed > 1000000 from farm.tournaments where name = 'mixed-$$'"
	said=$(loud game create --seats random,random,random,random,random,random,@)
	begun+=("$(sed -n 's/^game \(game-[0-9a-f]\{8\}\)\/1: .*/\1/p' <<<"$said")")
	[ -n "${begun[-1]}" ]
	said=$(loud game create hints-$$ --seats @,random,random,random,random,random,random --hints)
	begun+=("hints-$$")
	head -1 <<<"$said" | grep -q '; rules standard, without deadlines, hints$'
	refused "a tournament hints-$$ exists already, with hints: choose another name" \
		ctl game create hints-$$ --seats @,random,random,random,random,random,random
	refused "a game has a seat for each of AUS, ENG, FRA, GER, ITA, RUS, TUR, in this order; 2 are given" \
		ctl game create x-$$ --seats @,ares
	refused "the database has no such role" ctl game create x-$$ --seats @nobody_$$,@,@,@,@,@,@
	same "people without links' games" "$(query "select count(*) from farm.tournaments where name = 'x-$$'")" 0
}

run_tests
