#!/bin/bash
# verify: proves that aresctl verify finds nothing wrong in games as they were played, and finds every change made in the database
# afterwards: in the right game and phase, and nothing else.
#
# Changes one row, looks at what verify says, puts the game back. SEED=1 draws the games.
. tests/suite.sh

ctl init >/dev/null
games=12
thesis=thesis-$$ full=full-$$
ctl tournament create $thesis --games $games --seats 'ares(depth=1,age=5),random' --seed "$SEED"
ctl tournament create $full --games $games --seats 'randbot,ares(depth=1,age=5)' --rules standard --judge guess --rounds 24 --seed "$SEED"
aresd --until-done
query "create table games_$$ as select * from farm.games; create table boards_$$ as select * from farm.boards;
	create function last_$$(orders int[], kind int) returns int language sql
		return (select max(n) from generate_subscripts(orders, 1) n where farm.order_kind(orders[n]) = kind)"
trap 'query "drop table games_$$, boards_$$; drop function last_$$"' EXIT

# id NAME NUMBER: games.id.
id() {
	query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = '$1' and g.number = $2"
}

# phase NAME: its number; that of F1904M is 17.
phase() {
	local kinds=SM.SR.FM.FR.WA. kind
	kind=${kinds%%${1:0:1}${1:5}*}
	echo $(((${1:1:4} - 1901) * 5 + ${#kind} / 3))
}

# restore GAME: puts a game back as it was played.
restore() {
	query "do \$\$ declare columns text := (select string_agg(column_name, ', ') from information_schema.columns
			where table_schema = 'farm' and table_name = 'boards' and is_generated = 'NEVER');
		begin
			delete from farm.boards where game_id = $1;
			execute format('insert into farm.boards (%s) select %1\$s from boards_$$ where game_id = $1', columns);
			update farm.games g set state = s.state, ending = s.ending, winner = s.winner, phase = s.phase, phases = s.phases,
				centres = s.centres, units = s.units, digest = s.digest from games_$$ s where g.id = $1 and s.id = $1;
		end \$\$"
}

# verdict STATUS NAME OPTION...: prints what aresctl verify says of a tournament; it must end with this status.
verdict() {
	local expected=$1 status=0 said
	shift
	said=$(ctl verify "$@") || status=$?
	printf '%s\n' "$said"
	same "status of verify $*" $status "$expected"
}

agrees() { [[ $(verdict 0 "$@") =~ ^[0-9]+' games, '[0-9]+' phases: all agree'$ ]]; }

# found NAME NUMBER 'PHASE: PATTERN' SQL [OPTION...]: after SQL has changed one row of that game, verify must print this line and
# no other; uncounted edits what else it prints. In SQL, @game stands for the game's id and @at for its board of PHASE. PATTERN is a pattern of bash.
found() {
	local name=$1 number=$2 expected=$3 sql=$4 game said
	shift 4
	game=$(id $name $number)
	sql=${sql//@game/$game}
	case $sql in *@at*) sql=${sql//@at/game_id = $game and phase = $(phase "${expected%%: *}")} ;; esac
	same "rows changed by $sql" "$(query "with changed as ($sql returning 1) select count(*) from changed")" 1
	said=$(verdict 1 $name "$@")
	restore $game
	case $(head -1 <<<"$said") in
	"$name/$number"$expected | "$name/$number "$expected) ;;
	*) same "what verify said of $sql" "$said" "$name/$number $expected" ;;
	esac
	same "all else that verify said" "$(sed "1d; ${uncounted:-}" <<<"$said")" "1 of $games games differ"
}

# Without a name, verify checks all tournaments. Those of other tests may be made by hand; verify may find fault with them.
test_all_tournaments() {
	local said expected
	expected=$(query "select count(*) from farm.games g join farm.tournaments t on t.id = tournament_id and not dropped
		where state = 'finished' or exists (select from farm.boards b
			where b.tournament_id = g.tournament_id and b.game_id = g.id)")
	said=$(ctl verify) || [ $? = 1 ]
	same "games" "$(tail -1 <<<"$said" | grep -oE '[0-9]+ games' | head -1)" "$expected games"
	same "what is said of these" "$(grep -e "-$$[/:]" <<<"$said" || true)" ""
}

# The code of a move from a place to the same place.
nowhere='(units[1] & 127) + (127 << 7) + (1 << 14)'

test_untouched() {
	local phases
	phases=$(query "select count(b.orders) from farm.boards b join farm.tournaments t on t.id = tournament_id where t.name = '$thesis'")
	same "$thesis" "$(verdict 0 $thesis)" "$games games, $phases phases: all agree"
	agrees $full
	agrees $thesis --players
	agrees $full --players
	same "one game" "$(verdict 0 $thesis/3)" "1 games, $(query "select phases from farm.games where id = $(id $thesis 3)") phases: all agree"
	same "by its id" "$(verdict 0 "$(id $thesis 3)")" "$(verdict 0 $thesis/3)"
}

test_digest() {
	found $thesis 2 ': its digest is not that of what is stored' "update farm.games set digest = sha256(digest) where id = @game"
	found $full 2 ': its digest is not that of what is stored' \
		"update farm.boards set forecasts[1] = forecasts[1] + 1 where game_id = @game and phase = 2"
	agrees $thesis
	agrees $full
}

test_missing_phases() {
	found $thesis 3 'F1904M: is missing: S1905M is stored next' "delete from farm.boards where @at"
	found $thesis 3 'S1901M: is missing: F1901M is stored next' "delete from farm.boards where @at"
	found $full 3 'F1904M: is missing: *' "delete from farm.boards where @at"
	local last
	last=$(query "select farm.phase_name(phase) from farm.games where id = $(id $thesis 12)")
	found $thesis 12 "$last: is missing, and all behind it: the game is finished" "delete from farm.boards where @at"
	agrees $thesis
	agrees $full
}

test_boards_too_many() {
	local last insert='insert into farm.boards (tournament_id, game_id, phase, units, owners) select tournament_id, game_id'
	last=$(query "select phase from farm.games where id = $(id $thesis 4)")
	found $thesis 4 "$(query "select farm.phase_name(($last + 5)::smallint)"): is stored, though the game ended before it, in *" \
		"$insert, phase + 5, units, owners from farm.boards where game_id = @game and phase = $last"
	found $thesis 4 "S1903R: is stored, but F1903M is what comes next" \
		"$insert, phase + 1, units, owners from farm.boards where game_id = @game and phase = 10"
	agrees $thesis
}

test_orders() {
	found $thesis 5 'S1902M: * - * is an illegal order' "update farm.boards set orders[1] = $nowhere where @at"
	found $full 5 'S1902M: * - * is an illegal order' "update farm.boards set orders[1] = $nowhere where @at"
	# a hold instead of a move: legal, but not what the player orders
	found $thesis 5 'F1901M: ?\ ???* H is stored, * of ??? orders ? ??? - ???*' "update farm.boards
		set orders[last_$$(orders, 1)] = 127 + (127 << 7) where @at" --players
	agrees $thesis
	agrees $full
}

test_outcomes() {
	found $thesis 6 'F1902M: * is stored as *, atlas says *' "update farm.boards set orders[2] = orders[2] # (1 << 20) where @at"
	found $full 6 'F1902M: * is stored as *, dislodged, guess says *' "update farm.boards set orders[last_$$(orders, 1)] =
		orders[last_$$(orders, 1)] | (1 << 24) where @at and not farm.order_dislodged(orders[last_$$(orders, 1)])"
	found $thesis 6 'F1902M: the stage is stored as *, atlas says *' "update farm.boards set resolve_stage = 5 - resolve_stage where @at"
	found $thesis 6 'F1902M: it is stored in another way than it is packed' \
		"update farm.boards set orders[2] = orders[2] | (1 << 27) where @at"
	agrees $thesis
	agrees $full
}

test_boards() {
	found $thesis 7 'F1903M: ??? ? * is stored in *, no unit should stand there' "update farm.boards set units = units || 74::smallint,
		orders = orders || 127 + (127 << 7) where @at and units[cardinality(units)] & 127 < 74"
	found $thesis 7 'S1904M: * is stored in *, * should stand there' "update farm.boards set units[3] = units[3] # (1 << 7)::smallint where @at"
	found $thesis 7 "F1903M: * is stored as nobody's, it should be *'s" \
		"update farm.boards set owners = regexp_replace(owners, '[A-Z]', '.') where @at"
	found $thesis 7 'F1903M: what is stored is no board of its map' "update farm.boards set owners = owners || '.' where @at"
	found $thesis 7 'F1903M: its row cannot be read' "update farm.boards set owners = repeat('.', 121) where @at"
	agrees $thesis
}

test_ends() {
	local solo draw
	solo=$(query "select min(number) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = '$thesis' and ending = 'solo'")
	found $thesis $solo '[SF]19??M: the game is stored as won by *, the board says *' \
		"update farm.games set winner = (winner + 1) % 7 where id = @game"
	found $thesis $solo '[SF]19??M: the game is stored as won by nobody, the board says *' \
		"update farm.games set winner = null, ending = 'draw' where id = @game"
	found $thesis $solo '[SF]19??M: ITA is stored with * centres and * units, the board says *' \
		"update farm.games set centres[5] = centres[5] + 1 where id = @game"
	found $thesis $solo '[SF]19??M: the game is stored as ended in S1901M' "update farm.games set phase = 0 where id = @game"
	local uncounted='/: worker [0-9]* is tallied with /d; s/; 1 tally differs$//'
	found $thesis $solo '[SF]19??M: is a final position, but the game is not finished' \
		"update farm.games set state = 'cancelled', digest = null where id = @game"
	unset uncounted
	agrees $thesis
}

# The phases that rule set standard has besides movement.
test_retreats_and_winters() {
	local number phase where="from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t
		on t.id = g.tournament_id where t.name = '$full' and b.orders is not null"
	read -r number phase < <(query "select g.number, farm.phase_name(b.phase) $where and b.phase % 5 in (1, 3)
		and exists (select from unnest(b.orders) o where farm.order_kind(o) = 5) order by g.number, b.phase limit 1" | tr '|' ' ')
	local retreat="update farm.boards set orders[last_$$(orders, 5)] = orders[last_$$(orders, 5)]"
	found $full $number "$phase: * R * is an illegal order" \
		"$retreat & ~127 | (units[last_$$(orders, 5)] & 127) where @at"
	found $full $number "$phase: * R * is stored as *, the rules say *" "$retreat # (1 << 20) where @at"
	found $full $number "$phase: the unit dislodged from * is stored otherwise than it was" \
		"$retreat & ~(127 << 7) | (3 << 7) where @at"
	read -r number phase < <(query "select g.number, farm.phase_name(b.phase) $where and b.phase % 5 = 4
		and exists (select from unnest(b.orders) o where farm.order_kind(o) = 6) order by g.number, b.phase limit 1" | tr '|' ' ')
	local removal="update farm.boards set orders[last_$$(orders, 6)] = orders[last_$$(orders, 6)]" n="last_$$(orders, 6)"
	found $full $number "$phase: * is an illegal order" \
		"$removal & ~(15 << 14) | (7 << 14) where @at"
	found $full $number "$phase: the orders stored leave units that have to be removed" \
		"update farm.boards set units = units[:$n - 1] || units[$n + 1:], orders = orders[:$n - 1] || orders[$n + 1:] where @at"
	found $full $number "$phase: * is stored as bounced, the rules say succeeds" \
		"$removal | (1 << 20) where @at"
	agrees $full
}

# Two changed games are reported in their order, whatever the number of jobs; in JSON, too.
test_several() {
	local a b jobs said
	a=$(id $thesis 9) b=$(id $full 2)
	query "delete from farm.boards where game_id in ($a, $b) and phase = 7"
	for jobs in 1 2 5; do
		said=$(verdict 1 --jobs $jobs $thesis)
		same "with $jobs jobs" "$said" "$thesis/9 F1902M: is missing: S1903M is stored next
1 of $games games differ"
	done
	said=$(verdict 1 --json)
	restore $a
	restore $b
	same "as JSON" "$(grep -e "-$$\"" <<<"$said" | while read -r line; do query "select concat_ws(' ', j ->> 'tournament',
			j ->> 'number', j ->> 'game', j ->> 'phase', j ->> 'finding') from (select \$json\$$line\$json\$::jsonb as j) j"; done)" \
		"$thesis 9 $a F1902M is missing: S1903M is stored next
$full 2 $b F1902M is missing: $(query "select farm.phase_name(min(phase)) from farm.boards where game_id = $b and phase > 7") is stored next"
	same "how many differ" "$(query "select \$json\$$(tail -1 <<<"$said")\$json\$::jsonb ->> 'differ'")" "$(sed '$d' <<<"$said" | grep -vc ' tallied with ')"
	agrees $thesis
	agrees $full
}

test_older_games_have_no_digest() {
	local game
	game=$(id $thesis 1)
	query "update farm.games set digest = null where id = $game"
	same "what is said" "$(verdict 0 $thesis | sed 's/.*agree//')" "; 1 without a digest"
	restore $game
}

# Games that are missing, or have another number.
test_games() {
	local game name=gone-$$ tallied
	ctl tournament create $name --games 3 --seats random,random --rounds 2
	aresd --until-done --workers 1
	game=$(id $name 2)
	tallied="$name: worker $(query "select worker_id from farm.tallies join farm.tournaments t on t.id = tournament_id
		where t.name = '$name'") is tallied with 3 games of 6 phases, it finished 2 of 4"
	query "delete from farm.games where id = $game"
	same "what is said of a game deleted" "$(verdict 1 $name)" "$name/2: there is no such game
$name: boards of game $game are stored, but the tournament has no such game
$tallied
2 of 4 games differ; 1 tally differs"
	query "update farm.games set number = 7 where id = $(id $name 3)"
	same "what is said of a game renumbered" "$(verdict 1 $name)" "$name/2: there is no such game
$name/3: there is no such game
$name/7: it is one too many for its tournament
$name: boards of game $game are stored, but the tournament has no such game
$tallied
4 of 5 games differ; 1 tally differs"
	ctl tournament create idle-$$ --games 2 --seats random,random
	same "of a tournament without boards" "$(verdict 0 idle-$$)" "0 games, 0 phases: all agree"
	cancel idle-$$
}

# Another player in the seat would have given other orders.
test_other_seats() {
	local name=seats-$$
	ctl tournament create $name --games 1 --seats random,random --rounds 3
	ctl tournament create other-$$ --games 1 --seats randbot,randbot --rounds 3
	aresd --until-done
	query "update farm.seats set user_id = (select id from farm.users where name = 'randbot')
		where power = 4 and game_id = $(id $name 1)"
	same "what is said" "$(verdict 1 $name)" "$name/1: its digest is not that of what is stored
1 of 1 games differ"
	verdict 1 --players $name | grep -q "^$name/1 S1901M: .* is stored, randbot of ITA orders "
	query "update farm.seats set user_id = (select id from farm.users where name = 'random') where game_id = $(id $name 1)"
	agrees --players $name
}

# While a tournament is played, the phases stored so far agree, and the farm plays on.
test_while_playing() {
	local name=playing-$$ daemon rounds=0
	ctl tournament create $name --games 150 --seats "$seats"
	aresd --until-done --batch 3 &
	daemon=$!
	wait_for 20 holds "exists (select from farm.boards b join farm.tournaments t on t.id = tournament_id where t.name = '$name')"
	while kill -0 $daemon 2>/dev/null; do
		agrees $name
		holds "count(*) filter (where state in ('claimed', 'pending')) > 0 from farm.games g
			join farm.tournaments t on t.id = tournament_id where t.name = '$name'" && rounds=$((rounds + 1))
	done
	wait $daemon
	[ $rounds -gt 1 ]
	same "games" "$(verdict 0 --players $name | cut -d, -f1)" "150 games"
}

test_program_that_lacks_something() {
	local name=lacking-$$
	ctl tournament create $name --games 1 --seats random,random --rounds 2
	aresd --until-done
	query "update farm.tournaments set judge = 'solomon' where name = '$name'"
	refused "$name/1: no solomon in this program" ctl verify $name
	query "update farm.tournaments set judge = 'atlas' where name = '$name'"
	query "insert into farm.users (name, player) values ('stranger-$$', 'stranger')"
	query "update farm.seats set user_id = (select id from farm.users where name = 'stranger-$$') where power = 2 and game_id = $(id $name 1)"
	refused "$name/1: power 2: no player \"stranger\"" ctl verify --players $name
	query "update farm.seats set user_id = (select id from farm.users where name = 'random') where game_id = $(id $name 1)"
	agrees --players $name
}

run_tests
