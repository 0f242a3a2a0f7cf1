#!/bin/bash
# seatings: who plays which power in a tournament, and which games share their chance.
. tests/suite.sh

ctl init >/dev/null

# seats NAME: each player's seats, and how often it has each power.
seats() {
	query "with seat as (
			select u.name, count(*) as seats from farm.seats s join farm.users u on u.id = s.user_id
			join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
			where t.name = '$1' group by u.name, s.power)
		select split_part(name, '(', 1), sum(seats), string_agg(distinct seats::text, ' ') from seat group by 1 order by 1"
}

# played NAME: a digest of all boards of each game of a tournament, in the order of the games.
played() {
	query "select md5(string_agg(concat(b.phase, b.units, b.owners, b.orders), ' ' order by b.phase))
		from farm.games g join farm.tournaments t on t.id = g.tournament_id
		join farm.boards b on b.tournament_id = t.id and b.game_id = g.id
		where t.name = '$1' group by g.number order by g.number"
}

# done_with NAME...: cancels them, so that no later test plays them.
done_with() {
	local name
	for name; do
		cancel "$name-$$"
	done
}

test_ten_games_of_two_players_are_even() {
	ctl tournament create ten-$$ --games 10 --seats 'ares,random'
	same seats "$(seats ten-$$)" "ares|35|5
random|35|5"
	done_with ten
}

# Every seating comes once in 128 games. The second game of a pair has the other player at each power.
test_two_players_exchange_powers() {
	ctl tournament create two-$$ --games 256 --seats 'ares,random'
	query "create temp table seat_$$ as
			select g.number, s.power, u.player, s.entrant from farm.seats s join farm.users u on u.id = s.user_id
			join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id where t.name = 'two-$$';
		select count(distinct seating), min(n), max(n) from (
			select seating, count(*) over (partition by seating) as n from (
				select string_agg(player, ' ' order by power) as seating from seat_$$ group by number) s) s;
		select count(*) from seat_$$ a join seat_$$ b on (b.number, b.power) = (a.number + 1, a.power)
		where a.number % 2 = 1 and a.player = b.player;
		select count(*) from seat_$$ where entrant <> (player = 'random')::int;
		select block from farm.tournaments where name = 'two-$$'" >"$B/seatings.$$"
	same "seatings, games in each; powers kept; entrants wrong; block" "$(paste -sd' ' "$B/seatings.$$"; rm "$B/seatings.$$")" "128|2|2 0 0 2"
	done_with two
}

test_three_to_seven_players() {
	ctl tournament create three-$$ --games 12 --seats 'ares,random,randbot'
	same "seats of three" "$(seats three-$$)" "ares|28|4
randbot|28|4
random|28|4"
	ctl tournament create six-$$ --games 6 --seats 'ares,random,randbot,ares(depth=1),ares(depth=3),ares(age=5)'
	same "seats of six" "$(seats six-$$)" "ares|28|1
randbot|7|1
random|7|1"
	ctl tournament create stay-$$ --games 7 --seats 'ares,random,random,random,random,random,random'
	same "seats of seven who stay" "$(seats stay-$$)" "ares|7|7
random|42|7"
	ctl tournament create rotate-$$ --rotate --games 7 --seats 'ares,random,random,random,random,random,random'
	same "seats of seven who rotate" "$(seats rotate-$$)" "ares|7|1
random|42|6"
	refused "rotate-$$ exists already, with other seatings" \
		ctl tournament create rotate-$$ --games 7 --seats 'ares,random,random,random,random,random,random'
	same "blocks" "$(query "select string_agg(block::text, ' ' order by id) from farm.tournaments where name = any ('{three-$$,six-$$,stay-$$,rotate-$$}')")" \
		"3 6 1 7"
	done_with three six stay rotate
}

# labelled NAME: what seats the players have, by label.
labelled() {
	query "with seat as (
			select u.label, s.power, count(*) as n from farm.seats s join farm.users u on u.id = s.user_id
			join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
			where t.name = '$1' group by u.label, s.power)
		select string_agg(distinct s, ', ' order by s) from (
			select format('%s seats, each of %s powers %s times', sum(n), count(*), string_agg(distinct n::text, ' ')) as s
			from seat group by label) l"
}

# seatings NAME: who plays what, game by game, as a digest.
seatings() {
	query "select md5(string_agg(s.entrant::text, ' ' order by g.number, s.power)) from farm.seats s join farm.games g on g.id = s.game_id
		join farm.tournaments t on t.id = g.tournament_id where t.name = '$1'"
}

# More players than powers: each game has seven of them. In a block each has each power once, and any two meet nearly as often.
test_more_players_than_powers() {
	local crowd
	crowd=$(printf 'p%d=random,' {1..25})p26=randbot
	ctl tournament create crowd-$$ --games 52 --seats "$crowd" --seed "$SEED" --rounds 4
	ctl tournament create other-$$ --games 52 --seats "$crowd" --seed $((SEED + 1)) --rounds 4
	same "seats" "$(labelled crowd-$$)" "14 seats, each of 7 powers 2 times"
	same "players in a game; block; meetings of two" "$(query "
		with seat as (select game_id, entrant from farm.seats s join farm.games g on g.id = s.game_id
			join farm.tournaments t on t.id = g.tournament_id and t.name = 'crowd-$$')
		select (select string_agg(distinct n::text, ' ') from (select count(distinct entrant) as n from seat group by game_id) s),
			(select block from farm.tournaments where name = 'crowd-$$'), count(*), max(n) - min(n) <= 3
		from (select a.entrant, b.entrant, count(*) as n from seat a join seat b using (game_id) where a.entrant < b.entrant
			group by 1, 2) m")" "7|26|325|t"
	[ "$(seatings crowd-$$)" != "$(seatings other-$$)" ] || same "seatings of another seed" same different
	aresd --until-done
	ctl verify --players crowd-$$
	same "standings" "$(query "select count(*), sum(seats), round(sum(points)), string_agg(distinct expected::text, ' '),
		string_agg(distinct blocks::text, ' ') from farm.standings where tournament = 'crowd-$$'")" "26|364|52|3.8|2"
}

# A team of k powers: after each block of seven games it had each power k times, and after 35 games each three powers.
test_teams() {
	local k
	for k in 1 3 6; do
		ctl tournament create team$k-$$ --games 7 --seats a=random,b=randbot --team $k --rounds 4 --seed "$SEED"
		same "seats of $k against the rest" "$(query "select string_agg(concat(player, n), ' ' order by player, n) from (
				select u.label as player, concat(s.power, ':', count(*)) as n from farm.seats s join farm.users u on u.id = s.user_id
				join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
				where t.name = 'team$k-$$' group by 1, s.power) s")" \
			"$(echo a{0..6}:$k b{0..6}:$((7 - k)))"
	done
	same "blocks, teams" "$(query "select string_agg(block || ' ' || team, ', ' order by id) from farm.tournaments
		where name ~ '^team.-$$'")" "7 1, 7 3, 7 6"
	ctl tournament create teams-$$ --games 35 --seats a=random,b=randbot --team 3
	same "different seatings" "$(query "select count(distinct s) from (select string_agg(s.entrant::text, '' order by power) as s
		from farm.seats s join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
		where t.name = 'teams-$$' group by g.id) s")" 35
	done_with teams
	aresd --until-done
	ctl verify --players team3-$$
	same "fair shares" "$(query "select player, seats, expected from farm.standings where tournament = 'team3-$$' order by player" |
		paste -sd' ')" "a|21|42.9 b|28|57.1"
	refused "team3-$$ exists already, with other seatings" \
		ctl tournament create team3-$$ --games 7 --seats a=random,b=randbot --team 4 --rounds 4 --seed "$SEED"
	same "what is said of a rest" "$(ctl tournament create rest7-$$ --games 9 --seats random,randbot --team 2 2>&1)" \
		"rest7-$$: 9 games are no multiple of 7, the games of a block: the last block is not even"
	same "what is made" "$("$B"/aresctl ${CONNINFO:+-d "$CONNINFO"} tournament create two7-$$ --games 7 --seats random,randbot --team 2)" \
		"tournament two7-$$: 7 games, seats random,randbot (2 against 5), rules thesis (not standard Diplomacy)"
	done_with rest7 two7
}

test_rest_of_a_block_is_told() {
	same "what is said" "$(ctl tournament create rest-$$ --games 11 --seats random,random,random 2>&1)" \
		"rest-$$: 11 games are no multiple of 3 players: the last block is not even"
	same "what is said of whole blocks" "$(ctl tournament create rest-$$ --games 11 --seats random,random,random 2>&1)" ""
	done_with rest
}

# The games of a block draw the same chance, games of different blocks do not. Block 2 of one tournament is game 2 of another
# whose blocks have one game. All the seats stay here, so that the games of a block are one game.
test_games_of_a_block_share_their_chance() {
	local rules games ones twos
	query "insert into farm.users (name, player) values ('random', 'random') on conflict do nothing"
	for rules in thesis standard; do
		for games in 1 2; do
			query "select farm.tournament_create('blocks$games-$rules-$$', 'standard', '$rules', 'atlas', $SEED, 4, 20, 'random',
				array(select id from farm.users, generate_series(1, 7) where name = 'random'), $games)" >/dev/null
		done
	done
	aresd --until-done
	for rules in thesis standard; do
		mapfile -t ones < <(played blocks1-$rules-$$)
		mapfile -t twos < <(played blocks2-$rules-$$)
		same "$rules: blocks of two games" "${twos[*]}" "${ones[0]} ${ones[0]} ${ones[1]} ${ones[1]}"
		same "$rules: different games" "$(printf '%s\n' "${ones[@]}" | sort -u | wc -l)" 4
	done
	ctl verify --players blocks2-standard-$$
}

# Labels are what people see. What was given stays in tournaments.seats.
test_labels() {
	local full='mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1'
	ctl tournament create labels-$$ --games 3 --seats 'a=ares(depth=1,age=3),b=ares(depth=1,age=3),ares(depth=1,age=3)' --rounds 6
	ctl tournament create short-$$ --games 2 --seats 'ares(age=3,depth=1),ares(depth=2)' --rounds 2
	aresd --until-done
	same "seats" "$(query "select seats, players from farm.tournaments where name ~ '^(labels|short)-$$' order by id")" \
		"a=ares(depth=1,age=3,$full),b=ares(depth=1,age=3,$full),ares(depth=1,age=3,$full)|a,b,ares(depth=1,age=3)
ares(depth=1,age=3,$full),ares(depth=2,age=10,$full)|ares(depth=1,age=3),ares"
	same "users" "$(query "select count(distinct user_id) from farm.seats s join farm.games g on g.id = s.game_id
		join farm.tournaments t on t.id = g.tournament_id where name = 'labels-$$'")" 3
	local view
	for view in results standings standings_by_power decisions; do
		same "$view" "$(query "select string_agg(distinct player, ' ' order by player) from farm.$view
			where tournament = 'labels-$$' and player <> '(all)'")" "a ares(depth=1,age=3) b"
	done
	same "show" "$(ctl show labels-$$/1 S1901M | sed -n 's/^\([A-Z]* .*\): .*/\1/p' | paste -sd'|')" \
		"AUS a|ENG b|FRA ares(depth=1,age=3)|GER a|ITA b|RUS ares(depth=1,age=3)|TUR a"
	ctl tournament list --json | grep -qF '"players" : "a,b,ares(depth=1,age=3)"' # the list itself cuts long labels
	ctl tournament status labels-$$ | grep ' to .*  a$'
	ctl watch labels-$$ | grep -E 'points: .*\ba [0-9.]+'
	ctl verify --players labels-$$
}

test_labels_that_clash() {
	refused "'a' would be the label of two different players" ctl tournament create x --games 2 --seats 'a=random,a=ares'
	refused "'random' would be the label of two different players" ctl tournament create x --games 2 --seats 'random=ares,random'
	ctl tournament create twice-$$ --games 2 --seats 'a=random,a=random'
	same users "$(query "select count(distinct user_id) from farm.seats s join farm.games g on g.id = s.game_id
		join farm.tournaments t on t.id = g.tournament_id where name = 'twice-$$'")" 1
	ctl tournament create itself-too-$$ --games 2 --seats 'random=random,random'
	same users "$(query "select players from farm.tournaments where name = 'itself-too-$$'")" random,random
	done_with twice itself-too
}

# Two entrants who are the same player have chance of their own: the two games of a pair differ.
test_a_player_against_itself() {
	ctl tournament create itself-$$ --games 20 --seats random,random --rounds 20 --seed "$SEED"
	aresd --until-done
	same "different games" "$(played itself-$$ | sort -u | wc -l)" 20
	ctl verify --players itself-$$
}

# What chance is drawn from cannot be changed unseen.
test_verify_finds_other_blocks() {
	ctl tournament create found-$$ --games 4 --seats random,random --rounds 10 --seed "$SEED"
	aresd --until-done
	ctl verify found-$$
	query "update farm.tournaments set block = 1 where name = 'found-$$'"
	! ctl verify found-$$ >"$B/seatings.$$" || same "verify after a change of block" "nothing" "a difference"
	grep -q "digest" "$B/seatings.$$"
	query "update farm.tournaments set block = 2 where name = 'found-$$';
		update farm.seats set entrant = 1 - entrant where game_id = (select min(g.id) from farm.games g
			join farm.tournaments t on t.id = g.tournament_id where t.name = 'found-$$')"
	! ctl verify found-$$ >"$B/seatings.$$" || same "verify after a change of entrants" "nothing" "a difference"
	grep -q "digest" "$B/seatings.$$"
	rm "$B/seatings.$$"
	query "update farm.seats set entrant = 1 - entrant where game_id = (select min(g.id) from farm.games g
			join farm.tournaments t on t.id = g.tournament_id where t.name = 'found-$$')"
	ctl verify found-$$
}

run_tests
