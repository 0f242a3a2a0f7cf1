#!/bin/bash
# web: proves in a browser that each page of aresweb is whole on a desktop and a phone, in light and dark, without an error, a
# request to elsewhere or a serious finding of axe, by keyboard too; that points move while a tournament is played; that a page
# steps to the newest phase; that pages continue when the server was away.
#
# SEED=1 draws the games. SHOTS=FOLDER keeps a picture of each page.
. tests/suite.sh
. tests/pages.sh
. tests/serve.sh

folder=$(mktemp -d)
ctl init >/dev/null
ctl tournament create played-$$ --games 120 --seats dumbbot,randbot --rules standard --rounds 12 --seed "$SEED"
aresd --until-done 2>/dev/null

stop() { kill -TERM "$(cat "$folder/web")"; }

serve --rate 0 --quiet
trap 'stop; wait; rm -rf "$folder"' EXIT
game=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'played-$$' and number = 1")
pages=(/ "/t/played-$$" "/t/played-$$?page=2" "/g/$game" "/g/$game?phase=F1901M" /wall /workers "/t/played-$$/report" "/g/$game/replay")

test_looks() { look web looks "$url" "${pages[@]}"; }
test_axe() {
	axe_or_skip
	look web axe "$url" "${pages[@]}"
}
test_refused() { look web refused "$url"; }
test_keyboard() { look web keyboard "$url" "played-$$"; }
test_plain() { look web plain "$url" "played-$$"; }
test_can_fail() { look web can_fail "$url" /workers; }

test_moves() {
	[ -n "$browser_python" ] || skip "it takes a browser"
	ctl tournament create moving-$$ --games 20 --seats dumbbot,randbot --rules standard --rounds 24 --seed "$SEED"
	(wait_for 60 test -e "$folder/there" && aresd --until-done 2>/dev/null) &
	look web moves "$url" moving-$$ "$folder/there"
}

# A page of a game that waits for somebody steps on when it has ordered.
test_steps() {
	local daemon id key
	[ -n "$browser_python" ] || skip "it takes a browser"
	ctl game create steps-$$ --seats @,holdbot,holdbot,holdbot,holdbot,holdbot,holdbot >"$folder/link"
	id=$(query "select g.id from farm.games g join farm.tournaments t on t.id = tournament_id where name = 'steps-$$'")
	key=$(grep -o '#.*' "$folder/link" | tr -d '#')
	"$B/aresd" ${CONNINFO:+-d "$CONNINFO"} --workers 1 2>/dev/null &
	daemon=$!
	wait_for 10 holds "exists (select from farm.turns where game_id = $id)"
	cat >"$folder/order" <<-END
		$B/aresctl ${CONNINFO:+-d '$CONNINFO'} psql -XqAt -v ON_ERROR_STOP=1 -c "select web.submit_orders(sha256('$key'::bytea), '{}', true)" >/dev/null
	END
	look web steps "$url" "$id" "sh $folder/order"
	kill "$daemon"
	wait "$daemon" || true
	cancel steps-$$
}

test_unfolded() {
	[ -n "$browser_python" ] || skip "it takes a browser"
	ctl tournament create open-$$ --games 2 --seats random,holdbot
	look web unfolded "$url"
	cancel open-$$
}

test_away() {
	local port=${url##*:}
	[ -n "$browser_python" ] || skip "it takes a browser"
	ctl tournament create away-$$ --games 20 --seats random,holdbot --rules standard --rounds 6
	cat >"$folder/back" <<-END
		$B/aresweb ${CONNINFO:+-d '$CONNINFO'} --listen 127.0.0.1:$port --rate 0 --quiet >"$folder/said" 2>>"$folder/log" &
		echo \$! >"$folder/web"
	END
	look web away "$url" away-$$ "kill \$(cat $folder/web); while kill -0 \$(cat $folder/web) 2>/dev/null; do sleep 0.05; done" \
		"sh $folder/back" "$B/aresd ${CONNINFO:+-d '$CONNINFO'} --until-done 2>/dev/null"
}

run_tests
