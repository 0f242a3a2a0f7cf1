#!/bin/bash
# daide: proves that DAIDE clients play whole games at seats @daide: alone, among players of the farm, with deadlines, to
# draws by vote; that who goes comes back; that what was played is told again and verifies.
#
# SEED=1 draws the games and what the clients order. GAMES=4 games are played at once; make daide plays 100.
. tests/suite.sh
. tests/daide/serve.sh

ctl init >/dev/null
folder=$(mktemp -d)
daide_serve
"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>"$folder/aresd.log" &
daemon=$!
trap 'kill "$server" "$daemon"; wait "$server" "$daemon"; rm -rf "$folder"' EXIT

games=${GAMES:-4}
all=@daide,@daide,@daide,@daide,@daide,@daide,@daide

# table NAME SEATS [OPTION...]: a game of few years that waits for clients. At the test's end it is cancelled.
table() {
	name=$1-$$
	ctl tournament create "$name" --games 1 --seats "$2" --rules standard --rounds 4 --seed "$SEED" "${@:3}" 2>/dev/null
	trap 'cancel "$name"; tail -n 5 "$folder/daide.log"' EXIT
	wait_for 10 holds "exists (select from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = '$name' and g.state = 'waiting')"
}

# over: the game is, and it verifies.
over() {
	wait_for 10 holds "finished = games from farm.progress where tournament = '$name'"
	ctl verify "$name" >/dev/null
}

test_seven() {
	local said centres
	table seven "$all"
	said=$(clients seven)
	over
	case $said in 'DRW '* | 'SLO ( '*) ;; *) same "the result" "$said" "DRW or SLO" ;; esac
	centres=$(query "select string_agg(left(upper(power), 3) || ':' || centres, ' ' order by power)
		from farm.results where tournament = '$name'")
	same "what the clients were told" "${said#* AUS}" "${centres#AUS}"
	same "players in the standings" "$(query "select string_agg(distinct player, ' ') from farm.standings
		where tournament = '$name'")" @daide
}

test_among_players() {
	table lone "@daide,random,random,random,random,random,random"
	same "turns" "$(clients lone)" True
	over
}

test_draw() {
	table draw "$all"
	same "the result" "$(clients draw)" "DRW 1"
	over
}

test_back() {
	table back "$all"
	same "turns" "$(clients absent)" True
	over
}

test_deadline() {
	table late "$all" --rounds 2 --diplomatic-time 1s --retreat-time 1s --adjustment-time 1s
	same "turns" "$(clients deadline)" "True True"
	over
}

test_history() {
	table past "$all"
	same "orders of 1901" "$(clients history "$name")" 22
	over
}

# Games at once, with a client in each seat.
test_many() {
	name=many-$$
	ctl tournament create "$name" --games "$games" --seats "$all" --rules standard --rounds 4 --seed "$SEED" 2>/dev/null
	trap 'cancel "$name"; tail -n 5 "$folder/daide.log"' EXIT
	wait_for 60 holds "count(*) = $games from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = '$name' and g.state = 'waiting'"
	same "games, and clients in each" "$(clients many "$games")" "$games True"
	over
}

run_tests
