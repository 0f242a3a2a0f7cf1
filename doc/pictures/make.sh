#!/bin/bash
# make.sh: makes the pictures of README.md anew, in this folder: a replay and a report of a tournament, and the table of
# a game that it plays, on a farm of its own. make pictures calls it. Boards are the same each time; the times that the pages show
# are not.
set -eu
cd "$(dirname "$0")/../.."
export ARESFARM_HOME
work=$(mktemp -d)
ARESFARM_HOME=$work/farm
trap 'kill $(jobs -p) 2>/dev/null; wait; "$B/aresctl" down >/dev/null; rm -rf "$work"' EXIT
"$B/aresctl" up >/dev/null
"$B/aresctl" init >/dev/null
"$B/aresctl" tournament create duel --seed 1 --games 60 --seats dumbbot,scorer --rules standard >/dev/null
"$B/aresd" --until-done 2>/dev/null
"$B/aresctl" animate duel/52 -o "$work/replay.html" >/dev/null
"$B/aresctl" report duel -o "$work/report.html" >/dev/null
python=python3
"$python" -c 'import selenium' 2>/dev/null || python=/usr/bin/python3
PYTHONPATH=tests/pages "$python" -B doc/pictures/shots.py "$work" 'replay.html#S1912M' 'report.html#standings'
"$B/aresd" --workers 1 2>/dev/null &
"$B/aresweb" --listen 127.0.0.1:0 --rate 0 >"$work/web" 2>/dev/null &
until grep -q '^listening on ' "$work/web"; do sleep 0.1; done
link=$("$B/aresctl" game create evening --seats ares,ares,@,ares,dumbbot,ares,ares --seed 3 --host --hints \
	--base "$(sed 's/^listening on //; s,/$,,' "$work/web")" | grep -o 'http:.*')
PYTHONPATH=tests/pages "$python" -B doc/pictures/table.py "$work" "$link"
for name in replay report table analysis phone; do
	pngquant --force --strip --output "doc/pictures/$name.png" 128 "$work/$name.png"
done
ls -l doc/pictures/*.png
