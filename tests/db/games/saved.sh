#!/bin/bash
# saved: proves that games go out as saved games of the package diplomacy and come in again unchanged, by every rule set and on
# every map; that recorded games become games like any other; that each difference between a file and our judge is told; and
# that a broken file changes nothing. And that the tables, and the recipes that read them, are as doc/formats.md says.
#
# SEED=1 draws the games. Where Python has the package diplomacy, it loads and replays what was exported.
. tests/suite.sh
. tests/walks.sh

folder=$(mktemp -d)

# made NAME OPTION...: makes a tournament. All are played together, and exported to the folder.
names=()
made() {
	names+=("$1")
	ctl tournament create "$1-$$" --seed "$SEED" "${@:2}" 2>/dev/null
}
made moves --games 4 --seats randbot,dumbbot --rules standard --rounds 24
made fleets --games 2 --seats 'trinity(budget=200),holdbot' --rules datc3 --rounds 10
made chance --games 2 --seats randbot,dumbbot --rounds 30
made balkans --games 2 --map balkans2 --seats dumbbot,randbot --rules standard --rounds 20
made europe --games 2 --map europe5 --seats randbot,dumbbot --rounds 20
made late --games 2 --seats randbot,random --rules standard --rounds 8 --start tests/starts/endgames.cases:winter-1907
made calm --games 2 --seats holdbot,random --rules standard --rounds 30 --draw-after 2
aresd --until-done
for name in "${names[@]}"; do
	ctl export "$name-$$" --output "$folder/$name.jsonl"
done

# comes_back NAME OPTION...: what was exported comes back without a difference, and goes out as it was.
comes_back() {
	local said
	said=$(loud import "$folder/$1.jsonl" --name "$1-back-$$" "${@:2}" | grep -v '^tournament ' || true)
	same "differences of $1" "$said" ""
	ctl verify "$1-back-$$" >/dev/null
	ctl export "$1-back-$$" --output "$folder/$1.back"
	cmp "$folder/$1.jsonl" "$folder/$1.back"
}

# promise: What comes from elsewhere is replayed
test_standard() { comes_back moves; }
test_datc3() { comes_back fleets --rules datc3; }
test_thesis() { comes_back chance; }
test_other_maps() {
	comes_back balkans
	comes_back europe
}
test_other_starts() { comes_back late; }
test_agreed_draws() { comes_back calm; }

# Boards, results and points are those of the games that were exported. of NAME TABLE: its rows of a view, in one line.
of() {
	query "select md5(string_agg(r::text, E'\n' order by r::text)) from (select $2 from farm.games g
		join farm.tournaments t on t.id = g.tournament_id where t.name = '$1-$$') r"
}
test_same_games() {
	local ends="g.number, g.state, g.ending, g.winner, g.phase, g.phases, g.centres, g.units"
	same "ends" "$(of moves-back "$ends")" "$(of moves "$ends")"
	same "orders" "$(query "select md5(string_agg(concat_ws('|', g.number, o.phase, o.power, o.text, o.result, o.dislodged), E'\n'
			order by g.number, o.phase, o.power, o.text)) from farm.orders o join farm.games g on g.id = o.game
			join farm.tournaments t on t.id = g.tournament_id where name = 'balkans-back-$$' and o.action <> 'waive'")" \
		"$(query "select md5(string_agg(concat_ws('|', g.number, o.phase, o.power, o.text, o.result, o.dislodged), E'\n'
			order by g.number, o.phase, o.power, o.text)) from farm.orders o join farm.games g on g.id = o.game
			join farm.tournaments t on t.id = g.tournament_id where name = 'balkans-$$' and o.action <> 'waive'")"
	same "player" "$(query "select distinct player from farm.standings where tournament = 'moves-back-$$'")" recorded
	ctl show moves-back-$$/1 >/dev/null
	ctl animate moves-back-$$/1 -o - | contains '</html>'
}

# Files as the package, the public data set and searchbot write them.
test_files_of_others() {
	same "what is said" "$(loud import tests/saved/package.jsonl --name others-$$)" \
		"tournament others-$$: 10 games, 18 phases: 1 won, 2 drawn, 7 not over"
	ctl verify others-$$ >/dev/null
	same "ends" "$(query "select string_agg(concat_ws(' ', saved_id, coalesce(ending::text, state::text), farm.phase_name(g.phase)), ', ' order by number)
		from farm.games g join farm.recorded on game_id = g.id join farm.tournaments t on t.id = tournament_id where name = 'others-$$'")" \
		"convoyed cancelled, disrupted cancelled, unchecked cancelled, nowhere cancelled, drawn draw F1903M, voted draw F1903M, won solo W1909A, aliases cancelled, unskipped cancelled, dipcc cancelled"
	ctl export others-$$ --output "$folder/others.jsonl.zst"
	ctl import "$folder/others.jsonl.zst" --name others-again-$$
	ctl export others-$$ --output "$folder/others.jsonl"
	ctl export others-again-$$ | cmp - "$folder/others.jsonl"
	game() { sed -n "$1p" "$folder/others.jsonl"; }
	same "orders that are none" "$(game 3 | jq -c '[.phases[].orders.FRANCE, .phases[].results["A MAR"]]
			| map(select(. != null and . != []))')" \
		'[["A GAS - BUR","A MAR S A GAS - BUR","A PAR - LON"],["A GAS - BUR","A PAR S A GAS - BUR","A MAR - Nowhere"],["A MAR D"],["cut"],["void"],[""]]'
	same "a unit that vanished" "$(game 4 | jq -c '.phases[1] | [.name, .results["A SPA"]]')" \
		'["W1903A",["disband"]]'
	same "a state" "$(game 1 | jq -c '.phases[1].state
			| [.units.RUSSIA, .retreats.RUSSIA, .centers.RUSSIA, .homes.RUSSIA,
			.influence.ENGLAND, .influence.RUSSIA, .civil_disorder.RUSSIA, .builds.RUSSIA, .note, .name, .game_id, .rules]')" \
		'[["F BAR","*A NWY"],{"A NWY":["FIN","STP","SWE"]},["MOS","NWY","SEV","STP","WAR"],["MOS","SEV","STP","WAR"],["NTH","NWG","NWY","YOR"],["BAR","STP"],0,{"count":0,"homes":[]},"","F1903R","convoyed",["POWER_CHOICE"]]'
	same "a winter" "$(game 1 | jq -c '.phases[2].state.builds | [.ENGLAND, .RUSSIA, .FRANCE]')" \
		'[{"count":1,"homes":["EDI","LON","LVP"]},{"count":2,"homes":["MOS","SEV","WAR"]},{"count":0,"homes":[]}]'
	same "ends as written" "$(jq -c 'select(.id == "drawn" or .id == "won")
			| .phases[-2:] | map([.name, .state.note, .orders.FRANCE])' "$folder/others.jsonl")" \
		'[["F1903M","",[]],["COMPLETED","Victory by: ENG, FRA",null]]
[["F1909M","",["A APU H","A ROM - NAP","F TYS S A ROM - NAP"]],["COMPLETED","Victory by: FRA",null]]'
	same "disregarded" "$(query "select o.orders[1] || ': ' || o.problems[1] from farm.played_orders o
		where tournament = 'others-$$' and problems[1] is not null order by number, phase limit 1")" \
		"A PAR - LON: impossible, whatever others do"
}

# A result of a unit that the map cannot have says nothing.
test_stray_results() {
	head -1 tests/saved/package.jsonl >"$folder/whole.jsonl"
	jq -c '.phases[0].results["A ATLANTIS"] = ["bounce"]' "$folder/whole.jsonl" >"$folder/stray.jsonl"
	same "what is said" "$(loud import "$folder/stray.jsonl" --name stray-$$)" \
		"$(loud import "$folder/whole.jsonl" --name whole-$$ | sed s/whole/stray/)"
}

# A file that continues after a solo, and leaves a phase out.
test_other_phases() {
	jq -c 'select(.id == "won") | .phases[-1].name = "S1910M"' tests/saved/package.jsonl >"$folder/phases.jsonl"
	same "what is said" "$(loud import "$folder/phases.jsonl" --name phases-$$ || echo $?)" "\
phases.jsonl:1 won F1909M: after it the file has S1910M, by the farm's rules W1909A is next
phases.jsonl:1 won F1909M: the game is over by the farm's rules; the file continues
tournament phases-$$: 1 game, 1 phase: 1 won, 0 drawn, 0 not over; 2 differences in 1
1"
}

# A unit that had nowhere to go, and one of the same name that winter removes, share a key.
test_two_of_a_name() {
	jq -c 'select(.id == "nowhere") | .phases[].state.centers.FRANCE -= ["BRE", "PAR"] | .phases[1].orders.FRANCE = ["A SPA D"]
		| .phases[1].results = {"A NAP": [""], "A SPA": ["", "disband"]} | .phases[2].state.units.FRANCE = ["A GAS", "F MAO"]' \
		tests/saved/package.jsonl >"$folder/names.jsonl"
	same "what is said" "$(loud import "$folder/names.jsonl" --name names-$$)" \
		"tournament names-$$: 1 game, 3 phases: 0 won, 0 drawn, 1 not over"
	same "the results" "$(ctl export names-$$ | jq -c '.phases[1].results')" '{"A SPA":["","disband"],"A NAP":[""]}'
	# in spring, so that the army that took its place holds in the next phase
	jq -c 'select(.id == "nowhere") | .phases |= [.[0], .[1], .[1]]
		| .phases[2] |= (.results = {} | .orders |= map_values(null))
		| .phases[0] |= (.name = "S1903M" | .state.name = "S1903M")
		| .phases[1] |= (.name = "F1903M" | .state.name = "F1903M" | .orders.ITALY = ["F POR H"]
			| .orders.FRANCE = ["A GAS H", "F MAO H", "A SPA H"]
			| .state.centers |= (.FRANCE -= ["SPA"] | .ITALY += ["SPA"])
			| .results = {"A GAS": [], "F MAO": [], "A SPA": ["disband"], "F POR": []})' \
		tests/saved/package.jsonl >"$folder/spring.jsonl"
	same "what is said of spring" "$(loud import "$folder/spring.jsonl" --name spring-$$)" \
		"tournament spring-$$: 1 game, 3 phases: 0 won, 0 drawn, 1 not over"
}

# The package keeps builds beyond those that are due as void. If it says that one took place, it differs.
test_void_builds() {
	jq -c 'select(.id == "nowhere")
		| .phases[1] |= (.orders.FRANCE += ["A PAR B"] | .results["A PAR"] = ["void"])
		| ., (.id = "built" | .phases[1].results["A PAR"] = [""])' tests/saved/package.jsonl >"$folder/void.jsonl"
	same "what is said" "$(loud import "$folder/void.jsonl" --name void-$$ | grep -c nowhere)" 0
	same "of a build" "$(loud import "$folder/void.jsonl" --name built-$$ | grep -c 'built W1903A: .*A PAR')" 2
}

# A convoy that no route needs cannot be ordered in the package, so it is written as H.
test_needless_convoys() {
	jq -c 'select(.id == "convoyed") | .phases |= [.[0], .[0]] | .phases[0] |= (.name = "S1903M" | .state.name = "S1903M" | .results = {}
		| .orders.RUSSIA = ["A NWY H", "F STP/NC H"] | .orders.ENGLAND = ["A YOR H", "F NTH H", "F NWG C A YOR - NWY"])
		| .phases[1].orders |= map_values([])' tests/saved/package.jsonl >"$folder/needless.jsonl"
	ctl import "$folder/needless.jsonl" --name needless-$$
	same "the order" "$(ctl export needless-$$ | jq -c '.phases[0].orders.ENGLAND')" '["F NTH H","F NWG H","A YOR H"]'
}

# A draw that was agreed in a phase of retreats: by a vote, or as COMPLETED.
test_drawn_in_retreats() {
	jq -c 'select(.id == "convoyed") | .phases |= .[:2] | .phases[1].orders |= map_values([])
		| (., (.id = "told" | .phases[1].name = "COMPLETED"))' tests/saved/package.jsonl >"$folder/retreats.jsonl"
	same "what is said" "$(loud import "$folder/retreats.jsonl" --name retreats-$$)" \
		"tournament retreats-$$: 2 games, 2 phases: 0 won, 2 drawn, 0 not over"
	ctl verify retreats-$$ >/dev/null
	ctl export retreats-$$ --output "$folder/retreats.back"
	ctl import "$folder/retreats.back" --name retreats-again-$$
	same "what comes back" "$(ctl export retreats-again-$$ | md5sum)" "$(md5sum <"$folder/retreats.back")"
}

# What players wrote to each other comes back, whatever bytes it has; too much of it does not.
test_messages() {
	jq -c '.phases[0].messages = [{"sender": "FRANCE", "recipient": "GLOBAL", "time_sent": 17, "phase": "S1901M",
			"message": "caf\u00e9 \"/\\ \u0001\u0000\n"}, {"time_sent": 1.5}] | .phases[-1].messages = [7, "x"]' \
		"$folder/moves.jsonl" >"$folder/press.jsonl"
	same "what is said" "$(loud import "$folder/press.jsonl" --name press-$$ | grep -c ' kept')" 0
	ctl export press-$$ -o "$folder/press.back"
	same "messages" "$(jq -c '[.phases[].messages]' "$folder/press.back" | md5sum)" \
		"$(jq -c '[.phases[].messages]' "$folder/press.jsonl" | md5sum)"
	jq -c '.phases[0].messages[0].message = "Hello" | .phases[1].messages = [{"sender": "RUSSIA", "recipient": "TURKEY",
			"time_sent": 18, "message": "odd"}]' "$folder/press.jsonl" | head -1 >"$folder/said.jsonl"
	ctl import "$folder/said.jsonl" --name said-$$
	same "rows" "$(query "select string_agg(m.sender || m.text, ' ' order by m.phase) from farm.messages m
		join farm.games g on g.id = game_id join farm.tournaments t on t.id = tournament_id and t.name = 'said-$$'")" \
		"2Hello 5odd"
	same "messages of rows and others" "$(ctl export said-$$ | jq -c '[.phases[].messages]')" \
		"$(jq -c '[.phases[].messages]' "$folder/said.jsonl")"
	same "rows" "$(query "select string_agg(m.sender || m.text, ' ') from farm.messages m join farm.games g on g.id = game_id
		join farm.tournaments t on t.id = tournament_id where t.name = 'press-$$'")" ""
	ctl backup press-$$ --output "$folder/press.backup"
	ctl restore "$folder/press.backup" --name press-again-$$
	ctl export press-again-$$ | cmp - "$folder/press.back"
	head -1 "$folder/moves.jsonl" | jq -c '.phases[0].messages = ["x" * 5000000]' >"$folder/press.jsonl"
	loud import "$folder/press.jsonl" --name press-much-$$ | contains '; 1 message not kept$'
}

# A file that was cut after a phase: what cannot be compared is left out, and a line says so.
test_cut_after_a_phase() {
	head -1 "$folder/moves.jsonl" | jq -c '.phases |= .[:2]' >"$folder/cut.jsonl"
	loud import "$folder/cut.jsonl" --name cut-$$ >"$folder/said" && return 1
	same "what is said" "$(sed 's/^[^:]*:1 [^ ]* //' "$folder/said" | tr '\n' '|')" \
		"F1901M: it has results, but the file has no phase after it: it is left out|\
tournament cut-$$: 1 game, 1 phase: 0 won, 0 drawn, 1 not over; 1 difference in 1|"
	mv "$folder/cut.jsonl" "$folder/c"$'\xe4'"t.jsonl"
	{ loud import "$folder/c"*t.jsonl --name latin-$$ --json || true; } | iconv -f UTF-8 |
		contains '"source":"c?t.jsonl:1"'
}

test_played_on() {
	ctl import tests/saved/package.jsonl --name on-$$
	ctl game retry on-$$/1
	aresd --until-done
	same "who is asked" "$(query "select string_agg(power, ' ' order by power) from farm.awaited where tournament = 'on-$$'")" "ENG RUS"
	ctl game cancel on-$$/1
	ctl verify on-$$ >/dev/null
}

# promise: What comes from elsewhere is replayed
test_differences() {
	local status=0
	loud import tests/saved/differs.jsonl --name differs-$$ >"$folder/said" 2>"$folder/passed" || status=$?
	same status "$status" 1
	same "what differs" "$(grep -v '^tournament ' "$folder/said")" "$(cat tests/saved/differs.expected)"
	same "how much" "$(grep '^tournament ' "$folder/said")" "tournament differs-$$: 7 games, 7 phases: 0 won, 1 drawn, 3 not over, \
3 kept as far as the file and the farm agree; 15 differences in 7; 4 skipped"
	same "what is skipped" "$(cat "$folder/passed")" \
		"differs.jsonl:8: skipped: its map modern is not that of the first game
differs.jsonl:9: skipped: phases[0].state.units.FRANCE[0]: 'A PARIS/NC' is not a unit of the map
differs.jsonl:10: skipped: phases[0].state: no game can begin so: a game cannot begin with retreats, as in S1903R
differs.jsonl:11: skipped: phases[0].name: 'S0001M' is not a phase from S1901M on"
	ctl verify differs-$$ >/dev/null
	same "as JSON" "$(loud import tests/saved/differs.jsonl --name differs-json-$$ --json 2>/dev/null | jq -r '.difference // .games' | md5sum)" \
		"$({ sed 's/^[^:]*:[0-9]* [^:]*: //' tests/saved/differs.expected; echo 7; } | md5sum)"
}

# ── what is broken changes nothing ──

# broken PATTERN: a file of standard input is refused.
broken() { refused "$1" loud import - --name broken-$$; }

test_broken_files() {
	local good
	good=$(head -1 "$folder/moves.jsonl")
	broken "there is no game that can be imported" </dev/null
	broken "standard input:1: a game begins with '{', not with 'h'" <<<hello
	broken "standard input:1: it is a list: write its games one after another" <<<'[{}]'
	broken "standard input:1: it is compressed by gzip" < <(gzip <<<'{}')
	broken "standard input:2: the game that begins in line 1 ends midway" <<<"${good:0:9000}"
	broken "standard input:3: the game that begins in line 2 ends midway" <<<"$good
${good:0:9000}"
	broken "standard input:1: byte 11 of the game: a member of this name was there before" \
		<<<'{"id":"x","id":"y"}'
	broken "it nests too deep" \
		< <(printf '{"a":'; printf '[%.0s' {1..9999}; printf ']%.0s' {1..9999}; printf '}')
	broken "standard input:1: byte 8 of the game: it is not UTF-8" < <(printf '{"id":"x\xff"}')
	broken "byte 9 of the game" < <(printf '{"id":"x\0y"}')
	broken "the game that begins in line 1 has more than 16 MiB" \
		< <(printf '{"id":"'; yes | tr -d '\n' | head -c 40000000)
	refused "No such file" loud import "$folder/nowhere.jsonl"
	(printf '\xef\xbb\xbf'; echo "$good") | ctl import - --name mark-$$
	refused "gives the tournament no name: say --name NAME" loud import "$folder/.jsonl"
	refused "--map nowhere: there is no such map" loud import "$folder/moves.jsonl" --name nowhere-$$ --map nowhere
	refused "--name is not for --njudge" loud import --njudge tests/njudge/north.mail --name north-$$
	broken "it has more than 500000 values" < <(printf '{"a":['; yes '[],' | head -c 2000000; printf '0]}')
	same "tournaments" "$(query "select count(*) from farm.tournaments where name = 'broken-$$'")" 0
	echo x >"$folder/x.zst"
	refused "x.zst:1: what is compressed is broken, or ends midway" loud import "$folder/x.zst"
}

# What a game has that cannot be read.
test_unreadable_games() {
	local changes=() sentences=() said i
	unread() { # UNREAD SENTENCE: a change of a good game, and what is said of it
		changes+=("($1)")
		sentences+=("$2")
	}
	unread '.id = 5' "id: should be a text, not a number"
	unread '.phases = {}' "phases: should be a list, not an object"
	unread 'del(.phases)' "phases: is missing, or null: it should be a list"
	unread '.phases = []' "phases: has 0 phases"
	unread '.map = "../standard"' "the farm has no map ../standard"
	unread '.phases[2] = 7' "phases[2]: should be an object, not a number"
	unread '.phases[1].name = "S99999999999M"' "phases[1].name: 'S99999999999M' is not a phase from S1901M on"
	unread '.phases[1].state.units.FRANCE[0] = "A XXX"' "phases[1].state.units.FRANCE[0]: 'A XXX' is not a unit of the map"
	unread '.phases[1].state.units.NOBODY = []' "phases[1].state.units.NOBODY: there is no such power on the map"
	unread '.phases[1].state.centers.FRANCE = ["PIC"]' "phases[1].state.centers.FRANCE[0]: 'PIC' is not a supply centre"
	unread '.phases[1].orders.FRANCE = "A PAR H"' "phases[1].orders.FRANCE: should be a list, not a text"
	unread '.phases[1].orders.FRANCE = [range(500) | "A PAR H"]' "phases[1].orders.FRANCE[4"
	unread '.phases[1].results["A PAR"] = ["zonk"]' "phases[1].results.A PAR[0]: 'zonk' is not a result"
	unread '.id = "x" * 200' "id: is longer than 199 bytes"
	unread '.rules = [5]' "rules[0]: should be a text, not a number"
	unread '.phases[1].orders = {"FRANCE": [], "FRA": []}' "phases[1].orders.FRA: the power is named twice"
	unread '.phases[1].state.units.FRANCE[1] = .phases[1].state.units.FRANCE[0]' \
		"phases[1].state.units.FRANCE[1]: 'A "
	unread '.phases[1].state |= (.units.FRANCE = ["*A PAR"] | .retreats.FRANCE = {"A PAR": ["QQQ"]})' \
		"phases[1].state.retreats.FRANCE.A PAR[0]: 'QQQ' is not a place"
	unread '.phases |= map(.name = "FORMING")' "phases: no phase is played"
	unread '.id = "a\u0000b"' "id: has a control character at its byte 1"
	mapfile -t said < <(head -1 "$folder/moves.jsonl" | jq -c "$(IFS=,; echo "${changes[*]}")" |
		loud import - --name unread-$$ 2>&1 >/dev/null)
	for i in "${!changes[@]}"; do
		case ${said[i]:-} in
		"standard input:$((i + 1)): skipped: ${sentences[i]}"*) ;;
		*) same "${changes[i]}" "${said[i]:-}" "${sentences[i]}" ;;
		esac
	done
	same "tournaments" "$(query "select count(*) from farm.tournaments where name = 'unread-$$'")" 0
}

test_taken_names() {
	refused "a tournament moves-$$ exists already: choose another --name" \
		loud import "$folder/moves.jsonl" --name moves-$$
}

test_bomb() {
	command -v zstd >/dev/null || skip "there is no zstd"
	{ printf '{"id":"'; head -c 60000000 /dev/zero | tr '\0' a; } | zstd -q -o "$folder/bomb.zst"
	refused "bomb.zst:1: the game that begins in line 1 has more than 16 MiB" loud import "$folder/bomb.zst"
	head -c 3000 "$folder/bomb.zst" >"$folder/half.zst"
	refused "has more than 16 MiB" loud import "$folder/half.zst"
	zstd -q "$folder/moves.jsonl" -o "$folder/cut.zst"
	truncate -s -9 "$folder/cut.zst"
	refused "what is compressed is broken, or ends midway" loud import "$folder/cut.zst"
}

# ── export ──

test_export() {
	local before
	same "one game" "$(ctl export moves-$$/2 | md5sum)" "$(sed -n 2p "$folder/moves.jsonl" | md5sum)"
	same "two references" "$(ctl export moves-$$/2 balkans-$$ | wc -l)" 3
	before=$(md5sum <"$folder/moves.jsonl")
	refused "no tournament or game nowhere" loud export moves-$$ nowhere --output "$folder/moves.jsonl"
	same "the file before" "$(md5sum <"$folder/moves.jsonl")" "$before"
	refused "cannot be written: No such file or directory" loud export moves-$$ --output "$folder/none/x.jsonl" --csv "$folder/none-made"
	[ ! -e "$folder/none-made" ]
	refused "/dev/full cannot be written: No space left on device" loud export moves-$$ --output /dev/full
	same "what is left" "$(find "$folder" -name '*.jsonl.*' ! -name '*.zst')" ""
	ln -s /dev/full "$folder/full.zst"
	refused "full.zst cannot be written: No space left on device" loud export moves-$$ --output "$folder/full.zst"
	mkdir "$folder/kept"
	echo older >"$folder/kept/games.csv"
	ln -s /dev/full "$folder/kept/orders.csv"
	refused "orders.csv cannot be written: No space left on device" loud export moves-$$ --csv "$folder/kept"
	same "a table beside one that cannot be written" "$(cat "$folder/kept/games.csv")" older
	refused "$folder/none/x cannot be made: No such file" loud export moves-$$ --csv "$folder/none/x"
	refused "moves.jsonl/games.csv cannot be written: Not a directory" \
		loud export moves-$$ --csv "$folder/moves.jsonl"
	mkdir -p "$folder/folders/units.csv"
	refused "folders/units.csv cannot be written: Is a directory" loud export moves-$$ --csv "$folder/folders"
	same "tables" "$(cd "$folder/folders" && echo *)" units.csv
	query "create role reader_$$ login in role farm_reader"
	trap 'query "drop role reader_$$"' EXIT
	same "as a reader" "$(PGOPTIONS="-c role=reader_$$" ctl export moves-$$ | md5sum)" "$before"
}

# Killed while it waits for a lock, so that it can tidy up nothing.
waits() { holds "count(*) > 0 from pg_stat_activity where application_name = 'aresctl' and wait_event_type = 'Lock'"; }
test_killed_export() {
	python3 -c 'import os, sys; os.open(sys.argv[1], os.O_TMPFILE | os.O_WRONLY)' "$folder" 2>/dev/null ||
		skip "this filesystem has no files without a name"
	mkdir "$folder/killed" "$folder/killed/tables"
	held "lock table farm.boards in access exclusive mode"
	"$B/aresctl" ${CONNINFO:+-d "$CONNINFO"} export moves-$$ -o "$folder/killed/x.jsonl" --csv "$folder/killed/tables" &
	wait_for 10 waits
	kill -KILL $!
	wait $! 2>/dev/null || true
	let_go
	same "what is left" "$(cd "$folder/killed" && find . -type f)" ""
}

# Rows that somebody has changed: what cannot be a board, and results that no orders can have.
test_spoilt_games() {
	local spoilt
	for spoilt in moves chance; do
		ctl tournament create spoilt-$spoilt-$$ --games 1 --seats randbot,randbot --rounds 4 --rules "$([ $spoilt = moves ] && echo standard || echo thesis)"
	done
	aresd --until-done
	query "update farm.boards set orders[1] = orders[1] | (15 << 20) where orders is not null and game_id in (
		select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name like 'spoilt-%-$$')"
	refused "game spoilt-moves-$$/1: S1901M: the orders stored cannot have these results" loud export spoilt-moves-$$
	refused "game spoilt-chance-$$/1: the orders stored cannot have their results" loud export spoilt-chance-$$ --csv "$folder/spoilt" --output "$folder/spoilt.jsonl"
	[ ! -e "$folder/spoilt" ]
	[ ! -e "$folder/spoilt.jsonl" ]
	query "update farm.boards set owners = 'x' where game_id in (
		select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'spoilt-moves-$$')"
	refused "game spoilt-moves-$$/1: what is stored for S1901M is not a board of its map" loud export spoilt-moves-$$
	ctl tournament drop --yes spoilt-moves-$$
	ctl tournament drop --yes spoilt-chance-$$
}

# A game that nobody has begun to play.
test_open_games() {
	ctl tournament create open-$$ --games 1 --seats random,random --rules standard
	same "phases" "$(ctl export open-$$ | jq -c '[.phases[].name, .phases[0].orders.FRANCE]')" '["S1901M",null]'
	cancel open-$$
}

test_package() {
	local python
	python=$(python_with diplomacy)
	"$python" tests/saved/replay.py <"$folder/moves.jsonl"
	"$python" tests/saved/replay.py <"$folder/fleets.jsonl"
}

# ── tables ──

test_tables() {
	local table columns
	ctl tournament create 'tables-1' --games 2 --seats 'a=random,b.c=randbot' --rules standard --rounds 4
	aresd --until-done
	ctl export tables-1 --csv "$folder/tables" --output "$folder/tables.jsonl"
	cancel tables-1
	for table in games seats phases units centres orders; do
		read -r columns <"$folder/tables/$table.csv"
		same "columns of $table" "${columns//,/ }" \
			"$(grep -m1 "^| \`$table.csv\`" doc/formats.md | grep -o '`[a-z_]*`' | tr -d '`' | paste -sd' ')"
		same "fields of $table" "$(awk -F, '{print NF}' "$folder/tables/$table.csv" | sort -u | wc -l)" 1
	done
	same "orders" "$(($(wc -l <"$folder/tables/orders.csv") - 1))" "$(query "select count(*) from farm.orders o
		join farm.tournaments t on t.id = o.tournament_id where t.name = 'tables-1'")"
	same "an order" "$(grep -m1 ',S1901M,FRA,' "$folder/tables/orders.csv" | cut -d, -f6,14)" \
		"$(query "select text || ',' || result from farm.orders o join farm.tournaments t on t.id = o.tournament_id
		where t.name = 'tables-1' and o.phase_name = 'S1901M' and power = 'FRA' order by game limit 1")"
	same "block, seed" "$(tail -1 "$folder/tables/games.csv" | cut -d, -f13-)" "1,$(query "select seed from farm.tournaments where name = 'tables-1'")"
	same "points and settings" "$(python3 -c 'import csv, sys
for row in csv.DictReader(open(sys.argv[1])): print(row["number"], row["power"], row["points"], row["settings"], sep="|")' "$folder/tables/seats.csv")" \
		"$(query "select number, power, points, regexp_replace(u.name, '^[^=(]*=', '') from farm.results r join farm.users u on u.label = r.player
			where tournament = 'tables-1' and u.name ~ '=' order by number, power collate \"C\"")"
	jq -c '.id = "a \"b\", c"' "$folder/tables.jsonl" | ctl import - --name quoted-$$
	same "what is said" "$(loud export quoted-$$ --csv "$folder/quoted")" "exported: 2 games, $(query "select sum(phases) from farm.games g
		join farm.tournaments t on t.id = tournament_id where t.name = 'quoted-$$'") phases"
	same "quotes" "$(sed -n 2p "$folder/quoted/games.csv" | grep -o '"a.*"')" '"a ""b"", c"'
	same "saved games beside" "$(wc -l <"$folder/tables.jsonl")" 2
}

# recipe LANGUAGE COMMAND...: runs the recipe of doc/formats.md in a folder with the tables that it reads.
recipe() {
	local made
	if [ ! -d "$folder/recipes" ]; then
		mkdir "$folder/recipes"
		made=$(block doc/formats.md Tables 2 | sed -n "s/^aresctl \(tournament create recipes\) /ctl \1-$$ /p")
		eval "$made"
		aresd --until-done
		ctl export recipes-$$ --csv "$folder/recipes/tables"
	fi
	block doc/formats.md "$1" 1 >"$folder/recipes/recipe"
	same "$1" "$(cd "$folder/recipes" && "${@:2}" | sed 's/ *$//')" "$(block doc/formats.md "$1" 2 | sed 's/ *$//')"
}

test_pandas() {
	local python
	python=$(python_with pandas)
	recipe pandas "$python" recipe
}

test_r() {
	command -v Rscript >/dev/null || skip "there is no R"
	recipe R Rscript recipe
}

# The program, or the package of npm.
duckdb_by_node() {
	node -e 'const rows = async () => {
			const db = await (await require("@duckdb/node-api").DuckDBInstance.create()).connect();
			return (await db.runAndReadAll(require("fs").readFileSync("recipe", "utf8"))).getRowsJson();
		};
		rows().then(all => all.forEach(row => console.log(row[0] + " " + (row[1] % 1 ? row[1] : row[1] + ".0"))));'
}
test_duckdb() {
	if command -v duckdb >/dev/null; then
		recipe DuckDB duckdb -noheader -separator ' ' -list -f recipe
	elif node -e 'require("@duckdb/node-api")' 2>/dev/null; then
		recipe DuckDB duckdb_by_node
	else
		skip "there is neither duckdb nor @duckdb/node-api of npm"
	fi
}

run_tests
