#!/bin/bash
# animate: proves that `aresctl animate` makes one page of a game: whole, small, without a request to anywhere, whatever names
# it has; by every rule set, of a map without a drawing, and of a game that is not over. Where it cannot, it says so in one
# line and leaves nothing behind.
#
# SEED=1 draws the games.
. tests/suite.sh

create() { ctl tournament create "$@" --seed "$SEED" >/dev/null; }
create played-$$ --games 2 --seats randbot,random --rules standard --rounds 14
create strict-$$ --games 2 --seats dumbbot,randbot --rounds 110
create plain-$$ --games 2 --seats random,random --rules standard --rounds 8 --map europe5
# three powers are out
create late-$$ --games 2 --seats random,random --rules standard --rounds 2 \
	--start tests/starts/endgames.cases:endgame-1908
folder=$(mktemp -d)

# look FILE: reads a page as a browser would. Fails where it is not well-formed, asks for something, or lacks a part. Prints its
# phases, orders and bytes.
look() {
	python3 - "$1" <<'END'
import html.parser, itertools, json, os, re, sys
text = open(sys.argv[1], encoding="utf-8").read()
void = {"meta", "input", "br"}

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.scripts, self.data, self.items, self.templates = [], [], 0, "", 0, 0
        self.reasons = 0
    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        for key, value in attributes:
            assert key not in ("src", "href", "srcset", "action", "style") and not key.startswith("on"), (tag, key, value)
        assert tag not in ("img", "iframe", "object", "embed", "link", "form", "base", "audio", "video"), tag
        if tag == "script":
            self.scripts += 1
            self.script = named.get("id")
        if "id" in named:
            self.ids.append(named["id"])
        self.items += "data-o" in named and tag == "li"
        self.reasons += tag == "span" and self.open[-1] == "li"
        self.templates += tag == "template"
        if tag not in void:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)
    def handle_endtag(self, tag):
        if tag not in void:
            assert self.open.pop() == tag, tag
    def handle_data(self, data):
        if self.open and self.open[-1] == "script" and self.script == "data":
            self.data += data

page = Page()
page.feed(text)
page.close()
assert page.open == [], page.open
assert len(page.ids) == len(set(page.ids)), "an id twice"
wanted = "first previous play next last slider jump speed orders board phase curve times live data help key players".split()
assert set(wanted) <= set(page.ids), set(wanted) - set(page.ids)
assert page.scripts == (6 if os.path.exists("build/wasm/ares.wasm") else 2)  # with the board to think on
assert set(re.findall(r"https?://[^\"' <)]*", text)) <= {"http://www.w3.org/2000/svg"}
assert "url(" not in text and "@import" not in text
assert re.search(r"default-src 'none'.*script-src 'sha256-[A-Za-z0-9+/]{43}='", text)
data = json.loads(page.data)
assert len(data["phases"]) == page.templates > 0
for phase in data["phases"]:
    assert len(phase["owners"]) == len(data["provinces"]) and len(phase["times"]) == len(data["powers"])
losers = re.findall(r'<text class="name out middle" x="([0-9.]+)" y="([0-9.]+)">([A-Z]+)', text)
# at the right those that are left, the most centres first, then by the map
ends = re.findall(r"([A-Z]+) ([0-9]+)", re.search(r"<desc>At the end:([^.]*)", text)[1])
left = [end for end in ends if end[0] not in [name for *_, name in losers]]
labels = re.findall(r'<text class="name" x="[0-9.]+" y="([0-9.]+)">([A-Z]+) ([0-9]+)<', text)
assert [end for _, *end in labels] == sorted(map(list, left), key=lambda end: -int(end[1])), (labels, ends)
assert all(float(b[0]) - float(a[0]) >= 16.5 for a, b in itertools.pairwise(labels)), labels
assert len(ends) == len(data["powers"]) and all(("0" in end) for end in ends if end not in left), ends
for one, other in itertools.combinations(losers, 2):  # no two names overlap
    assert one[1] != other[1] or abs(float(one[0]) - float(other[0])) >= 33, (one, other)
board = sum(len(part.encode()) for part in re.findall(r'<script[^>]* id="(?:line-of-game|module|thinkingpage|second)">.*?</script>', text, re.S))
print(page.templates, page.items, len(text.encode()), page.reasons, board)
END
}

test_play() { aresd --until-done; }

# boards NAME NUMBER: how many phases a game has stored, and orders.
boards() {
	query "select count(*) || ' ' || (select count(*) from farm.orders o where o.game = g.id)
		from farm.boards b join farm.games g on g.id = b.game_id join farm.tournaments t on t.id = g.tournament_id
		where t.name = '$1' and g.number = $2 and b.tournament_id = t.id group by g.id"
}

# Each phase and order is in the page, and nearly all orders have a reason.
# promise: Pages ask nobody for anything
test_pages() {
	local game phases orders bytes reasons
	for game in played-$$/1 strict-$$/1 plain-$$/2 late-$$/1; do
		ctl animate $game -o "$folder/game.html"
		read -r phases orders bytes reasons _ < <(look "$folder/game.html")
		same "phases and orders of $game" "$phases $orders" "$(boards ${game%/*} ${game#*/})"
		[ "$reasons" -gt $((orders / 3)) ] || same "reasons of $orders orders" "$reasons" "more"
		echo "$game: $phases phases, $orders orders, $bytes bytes"
	done
}

# A game of 100 phases has at most 2.5 MB: by the largest phases of those that were played, too.
test_sizes() {
	local number phases orders bytes reasons board size most=0 # board: bytes of what the board to think on needs
	for number in 1 2; do
		ctl animate strict-$$/$number -o "$folder/game.html"
		read -r phases orders bytes reasons board < <(look "$folder/game.html")
		size=$(((bytes - board) * 100 / phases))
		[ "$board" -le 450000 ] || same "bytes of the board to think on" "$board" "at most 450000"
		[ "$phases" -le 20 ] || [ $size -le $most ] || most=$size
	done
	echo "a game of 100 phases: $most bytes"
	[ $most -gt 0 ]
	[ $most -le 2500000 ] || same "bytes" $most "at most 2500000"
}

# What the page says of an order is what farm.orders says; retreats and builds are there.
test_orders() {
	local order result
	ctl animate played-$$/1 -o "$folder/game.html"
	while IFS='|' read -r order result; do
		grep -qF "<b>$order</b> <i>$result</i>" "$folder/game.html" || same "$order" "" "$result"
	done < <(query "select distinct o.text || '|' || o.result from farm.orders o join farm.games g on g.id = o.game
		join farm.tournaments t on t.id = g.tournament_id where t.name = 'played-$$' and g.number = 1")
	contains -E '<b>[AF] [a-z/]* (R [a-z/]*|D)</b>' "$folder/game.html"
	contains '<b>build [AF] ' "$folder/game.html"
	contains '<span>.*1 against 1 of [A-Z]* [AF] ' "$folder/game.html"
}

# Movements say which units are dislodged: a game is looked at where one has two.
test_dislodged() {
	local game
	game=$(query "select tournament || '/' || number from farm.orders where dislodged and tournament like '%-$$'
		and phase_name like '%M' group by tournament, number, phase order by count(*) desc, 1 limit 1")
	ctl animate "$game" -o "$folder/game.html"
	grep -o 'Dislodged: [^<.]*' "$folder/game.html" >"$folder/dislodged"
	same "lists" "$(grep -vxE 'Dislodged: ([A-Z]{3} [AF] [a-z/]+(, |$))+' "$folder/dislodged")" ""
	contains ', ' "$folder/dislodged"
	same "dislodged units" "$(tr ',' '\n' <"$folder/dislodged" | wc -l)" "$(query "
		select count(*) from farm.orders
		where tournament || '/' || number = '$game' and phase_name like '%M' and dislodged")"
}

# Without -o the file is named by the game; - is standard output.
test_names_of_files() {
	local program
	program=$(realpath "$B/aresctl")
	(cd "$folder" && "$program" ${CONNINFO:+-d "$CONNINFO"} animate played-$$/2) | grep -q "^played-$$-2.html: a replay of played-$$/2, "
	ctl animate played-$$/2 -o - >"$folder/other.html"
	cmp "$folder/other.html" "$folder/played-$$-2.html"
}

# nothing TEXT COMMAND...: it fails, says TEXT in one line, and the folder stays as it is.
nothing() {
	local before
	before=$(ls -lA "$folder")
	refused "$@"
	same "the folder after ${*:2}" "$(ls -lA "$folder")" "$before"
}

test_refusals() {
	echo old >"$folder/old.html"
	nothing "no game nobody-$$/1" ctl animate nobody-$$/1 -o "$folder/old.html"
	nothing "no game played-$$/3" ctl animate played-$$/3 -o "$folder/old.html"
	nothing 'cannot be written: No such file or directory' ctl animate played-$$/1 -o "$folder/none/game.html"
	nothing 'cannot be written: Is a directory' ctl animate played-$$/1 -o "$folder"
	[ ! -c /dev/full ] || nothing '/dev/full cannot be written: No space left on device' ctl animate played-$$/1 -o /dev/full
	if [ "$(id -u)" != 0 ]; then
		mkdir -m 555 "$folder/closed"
		nothing 'cannot be written: Permission denied' ctl animate played-$$/1 -o "$folder/closed/game.html"
	fi
	create waits-$$ --games 2 --seats random,random
	nothing "nothing was played of game waits-$$/1 yet" ctl animate waits-$$/1 -o "$folder/old.html"
	cancel waits-$$
	same "the older file" "$(cat "$folder/old.html")" old
}

test_full_disk() {
	[ -c /dev/full ] || return 0
	! ctl animate played-$$/1 -o - >/dev/full 2>"$folder/said" || same status 0 2
	same "lines said" "$(wc -l <"$folder/said")" 1
}

# A role that may only read makes replays; an external player may not read the boards.
test_roles() {
	query "create role reads_$$ in role farm_reader; create role plays_$$ in role farm_agent"
	PGOPTIONS="-c role=reads_$$" ctl animate played-$$/1 -o "$folder/read.html"
	look "$folder/read.html"
	PGOPTIONS="-c role=plays_$$" nothing '' ctl animate played-$$/1 -o "$folder/read.html"
	query "drop role reads_$$, plays_$$"
}

# A game that is not over has what was played so far, and says so.
test_unfinished() {
	create broken-$$ --games 2 --seats random,random --rules standard --rounds 8
	aresd --until-done
	query "update farm.games set state = 'cancelled', ending = null, winner = null, digest = null
		where tournament_id = (select id from farm.tournaments where name = 'broken-$$')"
	query "delete from farm.boards b using farm.tournaments t where t.name = 'broken-$$' and b.tournament_id = t.id and b.phase > 3"
	ctl animate broken-$$/1 -o "$folder/broken.html"
	look "$folder/broken.html"
	contains '<strong>The game is not over</strong> (cancelled)' "$folder/broken.html"
}

# Names with markup and quotes stay text, wherever they stand: of players and places. A tournament can have no such name.
# promise: Pages ask nobody for anything
test_hostile_names() {
	local bad="</script><script>alert(1)</script>\"' onload='x' <!-- &amp; \${x}" player='dumbbot(strength=2000)'
	sed "s|^adr,Adriatic Sea|adr,<b>\&\"sea\"</b></script>|" schema/maps/standard.csv >"$folder/marked$$.csv"
	ctl map add "$folder/marked$$.csv"
	create hostile-$$ --games 2 --seats "random,$player" --rules standard --rounds 2 --map marked$$
	aresd --until-done
	query "update farm.users set label = label || \$x\$$bad\$x\$, name = name || \$x\$$bad\$x\$
		where label = '$player'"
	ctl animate hostile-$$/1 -o "$folder/hostile.html"
	look "$folder/hostile.html"
	! grep -qF 'alert(1)</script>' "$folder/hostile.html" || same "markup" "stayed" "text"
	! grep -qF '</b></script>' "$folder/hostile.html" || same "markup" "stayed" "text"
	contains -F '&lt;/script&gt;&lt;script&gt;alert(1)' "$folder/hostile.html"
}

# A phase that is stored as no board of its map makes no page.
test_spoilt() {
	create spoilt-$$ --games 2 --seats random,random --rules standard --rounds 2
	aresd --until-done
	query "update farm.boards b set owners = '!' from farm.tournaments t
		where t.name = 'spoilt-$$' and b.tournament_id = t.id and b.phase = 0"
	nothing 'is not a board of its map' ctl animate spoilt-$$/1 -o "$folder/spoilt.html"
	cancel spoilt-$$ || true
}

run_tests
