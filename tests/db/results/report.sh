#!/bin/bash
# report: proves that `aresctl report` writes a page that needs nothing from elsewhere: its numbers are those of sql/, its links
# lead to files, names with markup stay texts, and what cannot be written leaves nothing behind. Tournaments of all kinds have
# one: of many players, of one, of teams, with a start, on other maps, that are not over or not begun.
#
# SEED=1 draws the games.
. tests/suite.sh

two=two-$$ again=again-$$ many=many-$$
ctl tournament create $two --games 24 --seats 'ares(depth=1,age=2),random' --rounds 12 --seed "$SEED" >/dev/null
ctl tournament create $again --games 24 --seats 'ares(depth=1,age=2),random' --rounds 12 --seed "$SEED" --judge guess >/dev/null
ctl tournament create $many --games 16 --seats random,randbot,holdbot,a=random,b=random,c=randbot,d=randbot,e=randbot \
	--rules standard --rounds 6 --seed "$SEED" >/dev/null
folder=$(mktemp -d)

# page NAME...: makes a report and reads it as a stranger's program would: its tags are balanced, each id
# is there once, each link of the page leads to one, each SVG is well-formed XML. Writes its texts, a line
# each, the rows of its tables, and a digest of each section, without times of day and the number of this
# process.
page() {
	ctl report "$@" -o "$folder/page.html"
	python3 - "$folder" "-$$" >"$folder/texts" <<'P'
import hashlib, html, html.parser, re, sys, xml.dom.minidom
text = open(sys.argv[1] + "/page.html", encoding="utf-8").read()
alone = {"meta", "br", "hr", "img", "input", "link"}
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], [], []
    def handle_starttag(self, tag, attributes):
        assert tag != "script", "a script"
        for name, value in attributes:
            assert not name.startswith("on"), name
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src"):
                self.links.append(value)
        if tag not in alone:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        pass
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()
    def handle_data(self, data):
        if self.open and self.open[-1] != "style" and data.strip():
            print(" ".join(data.split()))
reader = Reader()
reader.feed(text)
assert not reader.open, reader.open
assert len(set(reader.ids)) == len(reader.ids), "an id twice"
for link in reader.links:
    assert not link.startswith("#") or link[1:] in reader.ids, link
for svg in re.findall("<svg .*?</svg>", text, re.S):
    xml.dom.minidom.parseString(svg)
assert not re.search("https?://(?!www.w3.org/2000/svg)", text), "an address"
assert "nan" not in re.findall(r"[a-z]+", re.sub("<style>.*?</style>", "", text, flags=re.S)), "a number that is none"
with open(sys.argv[1] + "/rows", "w", encoding="utf-8") as rows:
    tables = re.findall("<caption>(.*?)</caption>(.*?)</table>", text, re.S)
    empty = [caption for caption, table in tables if "<tr>" not in table.split("<tbody>")[1]]
    assert not empty, empty
    for caption, table in dict(reversed(tables)).items():
        for row in re.findall("<tr>(.*?)</tr>", table.split("<tbody>")[1], re.S):
            cells = re.findall("<t[hd].*?>(.*?)</t[hd]>", row, re.S)
            texts = (html.unescape(re.sub("<[^>]*>", "", cell)) for cell in cells)
            print(caption, *texts, sep="|", file=rows)
with open(sys.argv[1] + "/digests", "w", encoding="utf-8") as digests:
    same = re.sub(sys.argv[2] + r"|\d{4}-\d\d-\d\d \d\d:\d\d", "", text)
    for name, section in re.findall('<section id="([a-z]+)"(.*?)</section>', same, re.S):
        print(name, hashlib.sha256(section.encode()).hexdigest()[:8], file=digests)
with open(sys.argv[1] + "/columns", "w", encoding="utf-8") as columns:
    number = "<t[hd][^>]*>[−-]?[0-9][0-9,]*\\.?([0-9]*)<|<t[hd]"
    for caption, table in dict(tables).items():  # each heading, with the digits after the point below it
        head, body = table.split("<tbody>")
        cells = zip(*(re.findall(number, row) for row in body.split("<tr>")[1:]))
        heads = zip(re.findall("<th(?: [^>]*)?>(.*?)</th>", head), cells)
        if "<strong>" not in caption and len(caption) < 80:
            digits = (f"{name} {max(map(len, of))}" for name, of in heads if name != "p")
            print(caption, *digits, sep="|", file=columns)
P
}

# page_of_two: the page of $two, which is made once, with its replays.
page_of_two() {
	cp "$folder"/two/* "$folder"
}

# rows CAPTION: the rows of the first table of that caption, cells with bars between.
rows() {
	sed -n "s/^$1|//p" "$folder/rows"
}

test_play() {
	aresd --until-done
	page $two
	mkdir "$folder/two"
	cp "$folder"/{page.html,texts,rows,columns} "$folder/two"
	mv "$folder/page-games" "$folder/games-of-two"
}

# The table says what sql/standings.sql says.
test_standings() {
	page_of_two
	same standings "$(rows 'Points by player, with 95 % intervals' | cut -d'|' -f1,3,5-8,10)" \
		"$(ctl psql -XqAt -v t=$two -f sql/standings.sql | grep '|' | awk -F'|' -v OFS='|' '{print $1, $2, $4, $5, $6, $7, $9}')"
}

# The columns of the tables of both pages, each with its digits after the point.
columns="Boards by the time of their resolution|ns a unit, from 0|to 0|conditioning 0|substitution 0|\
supposition 0|paradox 0
By player|player 0|year 0|share % 1|low 1|high 1
By power|power 0|year 0|share % 1|low 1|high 1
Draws, by the powers that shared them: the most frequent|shared by 0|powers 0|draws 0|years, median 0
Forecasts, by player|player 0|with forecasts 0|forecasts each 1|conditioning % 1|substitution % 1|\
supposition % 1|paradox % 1|time of one 0|% of thinking 1|capped % 1
Games by the time of players and judge together|game 0|thinking 0|judging 0|phases 0|its end 0
Games by years|years 0|won 0|draws 0
Means over games, with 95 % intervals| 0|mean 2|low 2|high 2
Players and their settings|player 0|what it is 0|seats 0|games 0
Players two by two|player 0|less 0|games 0|difference % 1|fair % 1|low 1|high 1|verdict 0
Points and endings by power, all players together|power 0|games 0|share % 1|fair % 1|low 1|high 1|\
wins 0|draws 0|survivals 0|eliminations 0|centres 2
Points by player, with 95 % intervals|player 0|seats 0|points 2|per seat 3|share % 1|fair % 1|low 1|\
high 1|wins 0|draws 0|survivals 0|eliminations 0
Ratings, with 95 % intervals|player 0|rating 0|low 0|high 0|games 0|seats 0|wins 0
Share of the points by power and player|power 0|player 0|games 0|share % 1|low 1|high 1
Time of a decision, by player|player 0|decisions 0|10 % 0|median 0|90 % 0|99 % 0|longest 0
Time of the judge, by conclusive stage|conclusive stage 0|boards 0|% 1|mean 0|median 0|orders 1|\
ns an order 1"
test_columns() {
	page $many
	cp "$folder/columns" "$folder/columns-of-many"
	page_of_two
	same columns "$(LC_ALL=C sort -u "$folder/columns" "$folder/columns-of-many")" "$columns"
}

test_comparison() {
	local verdict name
	page_of_two
	verdict=$(query "select verdict from farm.comparisons where tournament = '$two'")
	contains -xF "$verdict" "$folder/texts"
	page $many
	same ratings "$(rows 'Ratings, with 95 % intervals' | cut -d'|' -f1,2)" \
		"$(ctl rate $many --json | python3 -c 'import json, sys
for row in json.load(sys.stdin)["ratings"]: print(row["player"], round(row["rating"]), sep="|")')"
	same "pairs" "$(rows 'Players two by two' | wc -l)" 28
	# more than fit into one plot: a panel each
	for name in random randbot holdbot a b c d e AUS ENG FRA GER ITA RUS TUR; do
		contains -F "<h4>$name</h4>" "$folder/page.html"
	done
}

# A score is asked for, or it is that of --until, or thesis. Both tournaments of a page are by the same.
test_score() {
	local by="Standings, comparisons and ratings are by the score" drawn
	page_of_two
	contains -xF "$by thesis." "$folder/texts"
	drawn=$(query "select format('%s of %s games were drawn: the score squares compares by centres.',
		count(*) filter (where ending = 'draw'), count(*)) from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$two' having 2 * count(*) filter (where ending = 'draw') > count(*)")
	contains -xF "$drawn" "$folder/texts"
	page $two $many --score squares
	contains -xF "$by squares." "$folder/texts"
	fails grep -F 'the score squares compares' "$folder/texts"
	contains -xF "$(query "select verdict from farm.score_comparisons where tournament = '$two' and score = 'squares'")" "$folder/texts"
	same standings "$(rows 'Points by player, with 95 % intervals' | cut -d'|' -f1,5)" \
		"$(query "select player, share from farm.score_standings where tournament = '$two' and score = 'squares' order by share desc")"
	same ratings "$(rows 'Ratings, with 95 % intervals' | cut -d'|' -f1,2)" \
		"$(ctl rate $many --score squares --json | python3 -c 'import json, sys
for row in json.load(sys.stdin)["ratings"]: print(row["player"], round(row["rating"]), sep="|")')"
	page $two --score daide
	contains -F "$by daide. A seat's score is its points times" "$folder/texts"
	same "shares by daide" "$(rows 'Points by player, with 95 % intervals' | cut -d'|' -f1,5-8)" \
		"$(query "select player, share, expected, low, high from farm.score_standings
			where tournament = '$two' and score = 'thesis' order by share desc")"
	same "points by daide" "$(rows 'Points by player, with 95 % intervals' | cut -d'|' -f1,3)" \
		"$(query "select player, points from farm.score_standings
			where tournament = '$two' and score = 'daide' order by share desc")"
	refused "must be thesis, squares, daide or solos" ctl report $two --score places
}

# What a citation of the report needs.
test_citation() {
	page_of_two
	grep -qxF "aresfarm $("$B/aresctl" --version | cut -d' ' -f2-)" "$folder/texts"
	grep -qE ", $(nproc) cores?\$" "$folder/texts"
	grep -qxF "$(ctl tournament digest $two | cut -d' ' -f1)" "$folder/texts"
}

# The years are those of farm.by_year, and the last one has the standings.
test_years() {
	page_of_two
	same "points by year" "$(rows 'By player' | cut -d'|' -f1-3)" \
		"$(query "select player, year, round((100 * sum(points) / 24)::numeric, 1) from farm.by_year('$two')
			group by player, year order by player, year")"
	same "points by year and power" "$(rows 'By power' | cut -d'|' -f1-3)" \
		"$(query "select y.power, year, round((100 * avg(points))::numeric, 1) from farm.by_year('$two') y
			join farm.maps m on m.name = 'standard' group by m.id, y.power, year
			order by array_position(m.powers, y.power), year")"
}

test_powers() {
	page_of_two
	same powers "$(rows 'Points and endings by power, all players together' | cut -d'|' -f1-3,7-10)" \
		"$(query "select power, games, share, wins, draws, survivals, eliminations from farm.standings_by_power
			where tournament = '$two' and player = '(all)' order by power")"
	same lengths "$(rows 'Games by years' | awk -F'|' '{games += $2 + $3} END {print games}')" 24
	same shared "$(rows 'Draws, by the powers that shared them: the most frequent' | wc -l)" \
		"$(query "select least(12, count(distinct powers)) from (select string_agg(power, ' ' order by power) as powers
			from farm.results where tournament = '$two' and fate = 'draw' group by number) d")"
}

# Of each power: how many openings there are, in how many games, how often the first; and five of them.
test_openings() {
	page_of_two
	python3 - "$folder/page.html" >"$folder/shown" <<'P'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
for power, kinds, games, table in re.findall(
        r"<strong>([A-Z]{3})</strong>: (\d+) different in (\d+) games(.*?)</table>", text, re.S):
    rows = re.findall(r'<tr><td>(.*?)</td><td class="n">(\d+)</td>', table)
    print(power, kinds, games, rows[0][1])
    for orders, count in rows:
        print(power, ", ".join(sorted(orders.split(", "))), count, sep="|")
P
	query "create temp table openings as
		select power, string_agg(text, ', ' order by text collate \"C\") as orders from farm.orders
		where tournament = '$two' and phase_name = 'S1901M' group by power, game"
	query "select power, orders, count(*) from openings group by power, orders" >"$folder/due"
	same "openings of each power" "$(grep -v '|' "$folder/shown")" \
		"$(query "select concat_ws(' ', power, count(*), sum(n), max(n)) from (
			select power, orders, count(*) as n from openings group by power, orders) o
			group by power order by power")"
	same "orders of openings" \
		"$(grep -c '|' "$folder/shown") $(grep -cxFf "$folder/due" "$folder/shown")" "35 35"
}

test_times() {
	page_of_two
	same resolution "$(rows 'Time of the judge, by conclusive stage' | cut -d'|' -f1-3)" \
		"$(query "select conclusive_stage, boards, percent from farm.resolution where tournament = '$two' order by stage nulls last")"
	same "stages" "$(sed -n 's/^\([a-z ]*: [0-9,]*\) boards$/\1/p' "$folder/texts")" \
		"$(query "select format('%s: %s', conclusive_stage, boards) from farm.resolution where tournament = '$two' and stage > 0 order by stage")"
	same "bins" "$(rows 'Boards by the time of their resolution' | awk -F'|' '{n += $3 + $4 + $5 + $6} END {print n}')" \
		"$(query "select boards from farm.resolution where tournament = '$two' and stage is null")"
	same forecasts "$(rows 'Forecasts, by player' | cut -d'|' -f1,3,4)" \
		"$(query "select player, round(avg(forecasts), 1), round(100.0 * sum(conditioning) / sum(forecasts), 1)
			from farm.decisions where tournament = '$two' and forecast_ns is not null group by player")"
	grep -q 'evenly chosen' "$folder/texts" || same "games looked at" "$(rows 'Time of a decision, by player' | wc -l)" 2
}

# Each link leads to a replay that names its game; the game is as strange as the page says.
test_links() {
	local link count=0
	rm -rf "$folder/page-games"
	mv "$folder/games-of-two" "$folder/page-games"
	page_of_two
	for link in $(grep -o 'href="page-games/[^"]*"' "$folder/page.html" | cut -d'"' -f2 | sort -u); do
		contains "<title>.*$two/$(basename "$link" .html)[^0-9]" "$folder/$link"
		count=$((count + 1))
	done
	[ $count -ge 5 ]
	same "files" "$(ls "$folder/page-games" | wc -l)" $count
	contains -x ": the most dislodgements: $(query "select max(events[4]) from farm.summaries s
		join farm.tournaments t on t.id = s.tournament_id where t.name = '$two'").*" "$folder/texts" ||
		fails grep 'most dislodgements' "$folder/texts"
	same "the slowest" "$(grep -o 'page-games/[0-9]*' <<<"$(sed -n '/The slowest/,$p' "$folder/page.html")" | head -1)" \
		"page-games/$(query "select g.number from farm.boards b join farm.games g on g.id = b.game_id
			join farm.tournaments t on t.id = g.tournament_id where t.name = '$two' group by g.number
			order by sum(b.resolve_ns::bigint + (select sum(n) from unnest(b.think_ns) n)) desc limit 1")"
	same "its name" "$(program=$(realpath "$B/aresctl") && cd "$folder" &&
		"$program" ${CONNINFO:+-d "$CONNINFO"} report $two --no-replays | sed 's/,.*//')" \
		"$two.html: a report of $two"
	mv "$folder/$two.html" "$folder/none.html"
	contains "aresctl report $two --no-replays -o $two.html" "$folder/none.html"
	fails grep 'href="[^#]' "$folder/none.html"
	contains "aresctl animate $two/NUMBER" "$folder/none.html"
	[ ! -e "$folder/none-games" ]
}

# differing: the settings in which two tournaments differ.
differing() {
	rows 'Settings in which the two differ' | cut -d'|' -f1 | paste -sd,
}

# Both have the same seed and seats, and other judges: the same games, so no difference at all.
test_two() {
	page $two $again
	contains -x 'Settings in which the two differ' "$folder/texts"
	same "what differs" "$(rows 'Settings in which the two differ')" "judge|atlas|guess"
	contains 'blocks of the same number are paired' "$folder/texts"
	same differences "$(rows 'Share of the points, %, by player' | cut -d'|' -f4,7 | sort -u)" "0.0|not told apart"
	same "names of the two" "$(grep -cx $two "$folder/texts") $(grep -cx $again "$folder/texts")" "25 25"
	[ "$(grep -c "href=\"page-games/$again-[0-9]*.html\"" "$folder/page.html")" -ge 3 ]
	page $two $many
	contains 'The tournaments are taken as independent' "$folder/texts"
	same differences "$(rows 'Share of the points, %, by player' | cut -d'|' -f1)" random
	same "what differs" "$(differing)" "players,rules,games,a game ends at the latest"
	[ "$(rows Games | wc -l)" -ge 5 ]
}

# An interval of a difference of blocks that are paired is Student's, of shares turned into (1 + d) / 2.
test_pairs() {
	ctl tournament create other-$$ --games 24 --seats 'ares(depth=1,age=2),random' --rounds 8 --seed "$SEED" >/dev/null
	aresd --until-done
	page $two other-$$
	same "a difference" "$(rows 'Share of the points, %, by player' | grep ^random | cut -d'|' -f4-6)" \
		"$(query "with pair as (
				select o.share - t.share as d from farm.blocks t join farm.blocks o using (block, user_id)
				join farm.users u on u.id = t.user_id
				where t.tournament = '$two' and o.tournament = 'other-$$' and u.label = 'random')
			select round((100 * avg(d))::numeric, 1), round((100 * (2 * min(low) - 1))::numeric, 1),
				round((100 * (2 * min(high) - 1))::numeric, 1)
			from pair, (select low, high from (select count(*) as n, sum((1 + d) / 2) as s, sum(((1 + d) / 2) ^ 2) as q from pair) a,
				farm.share95(n, s, q, 0.5)) i")"
}

# keep NAME: adds the digests of the last page: of all that does not depend on the machine and the time.
keep() { sed -E "/^making/d; s/^/$1 /; /until times/d" "$folder/digests" >>"$folder/digests-of-all"; }

# Pages have sections as they were: if one is changed on purpose, look at it, and have its new digest in
# report.digests.
test_all_kinds() {
	ctl tournament create one-$$ --games 2 --seats random,random --rounds 3
	ctl tournament create crowd-$$ --games 26 --rounds 4 --rules standard \
		--seats "$(printf '%s=random,' a b c d e f g h i j k l m n o p q r s t u v w x y)z=random"
	ctl tournament create team-$$ --games 14 --seats randbot,random --team 1 --rounds 6
	ctl tournament create small-$$ --games 6 --seats randbot,random --map balkans2 --rounds 20 --seed 1
	ctl tournament create wide-$$ --games 14 --seats randbot,random --rules standard --rounds 30 --seed 1
	ctl experiment matrix cell-$$ --players 'ares(depth=1,age=2),randbot' --games 14 --rounds 4
	ctl tournament create until-$$ --games 200 --seats randbot,random --rounds 3 --until 20% --score squares
	ctl tournament create start-$$ --games 2 --seats random,randbot --rules standard --rounds 6 --start tests/starts/endgames.cases:endgame-1908
	ctl tournament create apart-$$ --games 28 --seats dumbbot,random,holdbot,randbot --rounds 10
	aresd --until-done
	# times that are the same on any machine
	query "update farm.boards set think_ns = array(select sign(ns) * (1000 + phase * power * 997 % 90000)
			from unnest(think_ns) with ordinality t (ns, power))
		from farm.tournaments t where t.id = tournament_id and name <> '$two' and orders is not null;
		update farm.summaries s set think_ns = decisions, longest_ns = decisions,
			foresaw_ns = forecasts, forecast_ns = forecasts,
			resolve_ns = array(select 100 + 37 * n * number % 1900 from generate_subscripts(resolve_ns, 1) n)
		from farm.games g join farm.tournaments t on t.id = tournament_id where g.id = s.game_id and name <> '$two'"
	local name
	for name in team-$$ small-$$ wide-$$ start-$$ cell-$$-1-2 one-$$ until-$$ crowd-$$ apart-$$; do
		page $name
		contains 'games are finished' "$folder/texts"
		keep "${name/-$$/}"
		case $name in
		one*)
			contains -x 'There is one player only. Labels tell equal ones apart: --seats a=random,b=random.' \
				"$folder/texts"
			;;
		until*)
			contains -F "$(query "select said from farm.stopping_told where tournament = '$name'")" "$folder/texts"
			contains 'are by the score squares.' "$folder/texts"
			;;
		small*)
			same "strange games" "$(grep '^: [^0-9]' "$folder/texts")" "\
: randbot won it as AUS, and gained only 25.0 % of the points in all; 50.0 % were fair.
: the quickest win: RUS won in 1902, after 2 years. Half of all wins took 5 or more.
: the latest win: RUS won in 1909, after 9 years.
: the closest win: AUS won with 6 centres; another power had 4.
: so near: RUS had 5 centres, and it was a draw of 2."
			;;
		wide*)
			same "strange games" "$(grep '^: [^0-9]' "$folder/texts")" "\
: the most dislodgements: 2. The mean is 0.8.
: the lead changed most often: another power was ahead 5 times than a year before.
: RUS survived with one centre, and shared the draw with a power that had 14.
: the widest draw: 7 powers share it, after 15 years."
			;;
		crowd*) contains 'pairs are not told apart' "$folder/texts" ;;
		esac
	done
	page small-$$ start-$$
	same "what differs" "$(differing)" "players,rules,map,begins with,games,a game ends at the latest"
	keep small-start
	page team-$$ until-$$
	same "what differs" "$(differing)" "games,a game ends at the latest,stops"
	keep team-until
	diff tests/db/results/report.digests "$folder/digests-of-all"
}

# Not begun; some games played, others waiting or quarantined.
test_not_over() {
	ctl tournament create later-$$ --games 4 --seats random,randbot --rounds 4
	page later-$$
	contains -x 'No game is finished yet.' "$folder/texts"
	fails grep -x 'Standings' "$folder/texts"
	ctl game quarantine later-$$/2 '<b>bold</b> & "quoted"' >/dev/null
	ctl game cancel later-$$/4 >/dev/null
	aresd --until-done
	page later-$$
	contains -x '2 of 4 games are finished; 1 quarantined; 1 cancelled.' "$folder/texts"
	same "quarantined" "$(rows 'Games that were quarantined: at most 50')" $'2|quarantined|<b>bold</b> & "quoted"\n4|cancelled|cancelled by a user'
	same "no whole block" "$(rows 'Points by player, with 95 % intervals' | cut -d'|' -f5 | sort -u)" ""
	query "update farm.games set state = 'cancelled', ending = null, winner = null, digest = null
		where number = 3 and tournament_id = (select id from farm.tournaments where name = 'later-$$')"
	page later-$$
	contains -x ': 1 different in 1 games.*' "$folder/texts"
	page later-$$ $two
	page $two later-$$
	cancel later-$$
	ctl game create asks-$$ --seats "@$(printf ',random%.0s' {1..6})" --hints --deadline 5m --draw-after 3
	page asks-$$ one-$$
	same "what differs" "$(differing)" \
		"players,rules,games,a game ends at the latest,a draw is agreed,time for orders,hints,seed"
	cancel asks-$$
}

# A role can have any name, and so an external player; areas of a map, too.
test_names_with_markup() {
	query "insert into farm.users (name, label, role) values (
			'@<script>alert(1)</script>', '<script>alert(1)</script>\"&''' || chr(9) || '</svg>', '<script>alert(1)</script>');
		update farm.seats s set user_id = (select id from farm.users where role = '<script>alert(1)</script>')
		from farm.games g join farm.tournaments t on t.id = g.tournament_id
		where s.game_id = g.id and t.name = '$many' and s.user_id = (select id from farm.users where name = 'holdbot')"
	page $many
	contains -F '<script>alert(1)</script>"&' "$folder/texts"
	fails grep '<script' "$folder/page.html"
}

test_roles() {
	query "create role reads_$$ in role farm_reader; create role plays_$$ in role farm_agent"
	same "the end of standard output" "$(PGOPTIONS="-c role=reads_$$" ctl report $two -o - | tail -1)" "</html>"
	PGOPTIONS="-c role=plays_$$" refused 'role' ctl report $two -o "$folder/agent.html"
	[ ! -e "$folder/agent.html" ]
	query "drop role reads_$$, plays_$$"
}

# Nothing new stays in the folder, and what was there stays as it was.
test_refusals() {
	mkdir "$folder/empty"
	refused "no tournament nobody-$$" ctl report nobody-$$ -o "$folder/empty/page.html"
	refused "no tournament nobody-$$" ctl report $two nobody-$$ -o "$folder/empty/page.html"
	refused "No such file or directory" ctl report $two -o "$folder/missing/page.html"
	refused "No such file or directory" ctl report $two --no-replays -o "$folder/missing/page.html"
	touch "$folder/empty/page-games"
	refused "Not a directory" ctl report $two -o "$folder/empty/page.html"
	rm "$folder/empty/page-games"
	mkdir "$folder/empty/page.html" # a page cannot replace a folder
	refused "directory" ctl report $two -o "$folder/empty/page.html"
	same "what is left" "$(ls "$folder/empty")" page.html
	echo old >"$folder/kept.html"
	# What one replay needs is a folder: the others go again. If no game has a board, so does their folder.
	page_of_two
	mkdir -p "$folder/kept-$(grep -o 'games/[0-9]*.html' "$folder/page.html" | tail -1)"
	refused "Is a directory" ctl report $two -o "$folder/kept.html"
	same "what is left" "$(ls "$folder/kept-games" | wc -l) $(cat "$folder/kept.html")" "1 old"
	query "delete from farm.boards b using farm.tournaments t where t.id = tournament_id and t.name = '$two'"
	refused "has no replay: nothing of it is stored; --no-replays does without" \
		ctl report $two -o "$folder/empty/none.html"
	same "what is left" "$(ls "$folder/empty")" page.html
	mkdir -m 555 "$folder/closed"
	if ! touch "$folder/closed/x" 2>/dev/null; then
		refused "Permission denied" ctl report $two -o "$folder/closed/page.html"
	fi
	rm -rf "$folder/closed" "$folder/empty"
	[ -c /dev/full ] || return 0
	refused "No space left on device" ctl report $two -o /dev/full
	refused "standard output could not be written" eval "ctl report $two -o - >/dev/full"
	[ ! -e /dev/full-games ]
}

run_tests
