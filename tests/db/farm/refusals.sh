#!/bin/bash
# refusals: bad input gets one line that says what was wrong and what would be right, and status 2. It leaves nothing behind.
. tests/suite.sh

create() { ctl tournament create "$@"; }

# stock: how many rows there are that a creation could leave behind.
stock() {
	query "select (select count(*) from farm.users), (select count(*) from farm.tournaments),
		(select count(*) from farm.games), (select count(*) from farm.seats),
		(select count(*) from pg_class where relnamespace = 'farm'::regnamespace)"
}

test_tournament_create() {
	local before
	create taken-$$ --games 2 --seats "$seats"
	cancel taken-$$
	before=$(stock)
	refused "taken-$$ exists already, with " create taken-$$ --games 2 --seats 'ares(depth=3,age=77),random'
	refused "nobody" create new --games 2 --seats 'nobody,random'
	refused "deepness" create new --games 2 --seats 'ares(deepness=2),random'
	refused "age" create new --games 2 --seats 'ares(age=0),random'
	refused "',' or ')' must follow 'age=10'" create new --games 2 --seats 'ares(age=10'
	refused "--seats: must be 2 to 26 players" create new --games 2 --seats 'ares'
	refused "--seats: must be 2 to 26 players" create new --games 2 --seats "$(printf 'ares,%.0s' {1..26})ares"
	refused "--team: needs two players in --seats, not 3" create new --games 2 --seats ares,random,randbot --team 1
	refused "--team 7: must be a whole number from 1 to 6" create new --games 2 --seats "$seats" --team 7
	refused "--seats SEATS is missing" create new --games 2
	refused "--games N is missing" create new --seats "$seats"
	refused "--games many: must be a whole number from 1" create new --games many --seats "$seats"
	refused "--games 0: must be a whole number from 1" create new --games 0 --seats "$seats"
	refused "--seed -1: must be a whole number from 0" create new --games 2 --seats "$seats" --seed=-1
	refused "--rounds 0: must be a whole number from 1" create new --games 2 --seats "$seats" --rounds 0
	refused "--map flat: there is no such map" create new --games 2 --seats "$seats" --map flat
	refused "--rules house: must be thesis, standard, datc3 or" create new --games 2 --seats "$seats" --rules house
	refused "--judge dredd: must be atlas, " create new --games 2 --seats "$seats" --judge dredd
	refused "--judge conditions: must be atlas, " create new --games 2 --seats "$seats" --judge conditions
	refused "NAME a/b: must be at most 63 letters, digits" create 'a/b' --games 2 --seats "$seats"
	refused "NAME $(printf 'long%.0s' {1..16}): must be at most 63 letters, digits" create "$(printf 'long%.0s' {1..16})" --games 2 --seats "$seats"
	refused "NAME: must be at most 63 letters, digits" create "" --games 2 --seats "$seats"
	refused "no option --game-s; did you mean --games?" create new --game-s 2
	refused "create: NAME is missing; aresctl tournament create --help" create --games 2 --seats "$seats"
	same "what is in the database" "$(stock)" "$before"
}

test_arguments() {
	refused "no command fly; it must be up, down, init, " ctl fly
	refused "no command list; did you mean role list, tournament list, invite list, tune list" ctl list
	refused "no command tuornament; did you mean tournament?" ctl tuornament
	refused "which command? It must be up, down, init, " ctl
	refused "tournament: which command? It must be create, list, " ctl tournament
	refused "no option --fly; aresctl --help lists them" ctl --fly
	refused "no command fly; it must be create, list, status, digest" ctl tournament fly
	refused "no tournament nowhere" ctl tournament status nowhere
	refused "no tournament nowhere" ctl tournament digest nowhere
	refused "no tournament nowhere" ctl watch nowhere
	refused "workers: takes no arguments, but was given all" ctl workers all
	refused "TOURNAMENT is missing" ctl tournament status
	refused "N is missing" ctl tournament priority nowhere
	refused "no option --jason; did you mean --json?" ctl tournament status --jason nowhere
	refused "takes no arguments" ctl init now
	refused "no game nowhere/1; a game is a number (games.id) or TOURNAMENT/NUMBER" ctl show nowhere/1
	refused "no game 99999999999999999999" ctl show 99999999999999999999
	refused "PHASE X1901M: must be a phase such as S1901M" ctl show 1 X1901M
	refused "GAME is missing" ctl show
	refused "no tournament or game nowhere; aresctl tournament list" ctl verify nowhere
	refused "no tournament or game nowhere/3" ctl verify nowhere/3
	refused "no tournament or game 99999999999999999999" ctl verify 99999999999999999999
	refused "too many arguments; right is: aresctl verify [TOURNAMENT|GAME]" ctl verify one two
	refused "--jobs 0: must be a whole number from 1" ctl verify --jobs 0
	refused "no option --job-s; did you mean --jobs?" ctl verify --job-s 3
	refused "--json takes no value" ctl verify --json=yes
	refused "--jobs needs a value: --jobs N" ctl verify --jobs
	refused "no option --json here: it must stand after the whole command" ctl --json tournament list
	refused "-d: no connection string" ctl tournament list -d nonsense=1
	refused "--workers none: must be a whole number from 1" aresd --workers none
	refused "--batch 0: must be a whole number from 1" aresd --batch 0
	refused "no option --bunch; did you mean --batch?" aresd --bunch 1
	refused "takes no arguments, but was given now" aresd now
	refused "--bot greedy: must be NAME=COMMAND, where NAME has 1 to 32 letters, digits, _ and -" aresd --bot greedy
	refused "at most 64 bots" aresd $(printf -- '--bot b%d=x ' {1..65})
}

test_board_that_is_not_there() {
	create boardless-$$ --games 1 --seats "$seats"
	refused "nothing was played of game boardless-$$/1 yet" ctl show boardless-$$/1
	refused "has no board for F1950M" ctl show boardless-$$/1 F1950M
	cancel boardless-$$
}

# A game with a player that this program does not have is quarantined. The others are played.
test_unknown_player_is_put_aside() {
	create aside-$$ --games 2 --seats "$seats" --rounds 2
	query "with stranger as (insert into farm.users (name, player) values ('stranger-$$', 'stranger') returning id)
		update farm.seats s set user_id = stranger.id
		from stranger, farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'aside-$$' and g.id = s.game_id and g.number = 1 and power = 3"
	told=$(aresd --until-done 2>&1) && return 1
	grep -q 'quarantined: .*"stranger"' <<<"$told"
	grep -q '1 game quarantined: aresctl show aside-' <<<"$told"
	same "states" "$(query "select finished, quarantined from farm.progress where tournament = 'aside-$$'")" "1|1"
	ctl tournament status aside-$$ | contains 'is quarantined: .*stranger'
}

# The same when the reason must be cut, and the cut falls within a character.
test_long_name_is_put_aside() {
	create long-$$ --games 2 --seats "$seats" --rounds 2
	query "with stranger as (insert into farm.users (name, player)
			select 'long-$$/' || n, repeat('x', n) || repeat('é', 450) from generate_series(1, 2) n
			returning id, name)
		update farm.seats s set user_id = stranger.id
		from stranger, farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'long-$$' and g.id = s.game_id and power = 0 and stranger.name = 'long-$$/' || g.number"
	timeout 20 "$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --until-done 2>/dev/null && return 1
	same "states" "$(query "select quarantined from farm.progress where tournament = 'long-$$'")" 2
	same "reasons" "$(query "select count(*) from farm.games g join farm.tournaments t on t.id = tournament_id
		where t.name = 'long-$$' and reason ~ 'no player \"x+é+[é?]$'")" 2
}

elsewhere() { CONNINFO=$1 ctl tournament list; }

test_servers_that_are_not_there() {
	refused "refused" elsewhere 'host=127.0.0.1 port=1'
	refused "-d: no connection string" elsewhere 'nonsense=1'
	CONNINFO='host=127.0.0.1 port=1' refused "refused" aresd --until-done
}

# A program that speaks enough of the protocol to say that it is PostgreSQL 14.
old_server() {
	perl -MSocket -e '
		socket(my $server, PF_INET, SOCK_STREAM, 0); bind($server, sockaddr_in(0, INADDR_LOOPBACK)); listen($server, 5);
		my ($port) = sockaddr_in(getsockname($server)); $| = 1; print "$port\n"; close(STDOUT); alarm(20);
		while (accept(my $client, $server)) {
			while (sysread($client, my $head, 8) == 8) {
				my ($size, $code) = unpack("NN", $head);
				sysread($client, my $rest, $size - 8) if $size > 8;
				if ($code != 196608) { syswrite($client, "N"); next }
				my $version = "server_version\0" . "14.9\0";
				syswrite($client, "R" . pack("NN", 8, 0) . "S" . pack("N", 4 + length $version) . $version .
					"Z" . pack("NA", 5, "I"));
				last;
			}
			sysread($client, my $bye, 1000);
		}'
}

test_server_too_old() {
	local port server
	exec 9< <(old_server)
	server=$!
	read -r port <&9
	refused "the server is PostgreSQL 14.9; aresfarm needs 15" elsewhere "host=127.0.0.1 port=$port"
	kill $server
}

# A database that was never initialised.
test_init_is_missing() {
	local database=aresfarm_bare_$$ status=0 conninfo
	other_database $database
	(CONNINFO=$conninfo refused "not initialised: run aresctl init" ctl tournament list) || status=1
	(CONNINFO=$conninfo refused "not initialised: run aresctl init" aresd --until-done) || status=1
	query "drop database $database"
	return $status
}

# A database made by a program older than 0.1.0: every program says what to do, and changes nothing.
test_schema_before_the_baseline() {
	local database=aresfarm_old_$$ status=0 conninfo program
	other_database $database
	(
		CONNINFO=$conninfo
		query "create schema farm;
			create table farm.schema_version (version int primary key, name text not null, applied_at timestamptz);
			insert into farm.schema_version values (1, '001_farm.sql', now()), (2, '002_thesis.sql', now()), (9, '009_roles.sql', now())"
		for program in "ctl init" "ctl tournament list" "aresd --until-done"; do
			refused "before 0.1.0, and is left as it is. Keep it: pg_dump -Fc -f old.dump $database; then start anew:" $program
			refused "dropdb $database; createdb $database; aresctl init (the private server: aresctl down; mv .farm .farm-old;" $program
		done
		same "what is in the database" "$(query "select (select string_agg(relname, ' ' order by relname) from pg_class
				where relnamespace = 'farm'::regnamespace and relkind = 'r'),
			to_regnamespace('api'), (select string_agg(version::text, ' ') from farm.schema_version)")" "schema_version||1 2 9"
	) || status=1
	query "drop database $database"
	return $status
}

# said CONNINFO ARGUMENT...: what aresctl and aresd print. Neither of them starts.
said() {
	local conninfo=$1 status
	shift
	for program in "$B/aresctl" "$B/aresd"; do
		status=0
		"$program" -d "$conninfo" "$@" $([ "$program" = "$B/aresd" ] || echo tournament list) 2>&1 || status=$?
		same "status of $program -d $conninfo $*" $status 2
	done
}

# A password on the command line is refused before a server is asked for anything. No message contains any of it, also not when
# the connection string is malformed or stands in the wrong place.
test_password_on_the_command_line() {
	local conninfo
	for conninfo in 'host=127.0.0.1 password=geheim' 'password = geheim host=/nowhere' 'postgresql://u:geheim@127.0.0.1/x' \
		'postgres:///x?password=geheim' 'host=127.0.0.1 sslpassword=geheim'; do
		same "refusals of $conninfo" "$(said "$conninfo" | grep -c 'everybody can see a password in a connection string')" 2
		same "password in the message" "$(said "$conninfo" | grep -c geheim || true)" 0
	done
	for conninfo in 'password=sehr geheim' "password='geheim" 'postgresql://u:sehr geheim@[x/y' 'passwort=geheim'; do
		same "refusals of $conninfo" "$(said "$conninfo" | grep -c 'no connection string')" 2
		same "password in the message" "$(said "$conninfo" | grep -c geheim || true)" 0
	done
	same "password in the message" "$(said host=127.0.0.1 password=geheim | grep -c geheim || true)" 0
	same "password as an option" "$(said host=127.0.0.1 --password=geheim | grep -c geheim || true)" 0
	same "password after -p" "$(said host=127.0.0.1 -pgeheim | grep -c geheim || true)" 0
	same "password as an argument" "$("$B/aresctl" init password=geheim 2>&1 | grep -c geheim || true)" 0
	same "messages about it" "$(said host=127.0.0.1 password=geheim | grep -c 'password')" 2
	# the name of a password file is no secret, nor is a database named password
	same "names of files" "$(said 'host=/nowhere passfile=/nowhere/pass' | grep -c 'connection to server')" 2
	same "a database" "$(PGHOST=/nowhere said password | grep -c 'connection to server')" 2
}

run_tests
