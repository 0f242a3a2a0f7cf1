#!/bin/bash
# make.sh: makes the pictures of README.md anew, in this folder: a board, a replay and a report of a tournament that it plays on
# a farm of its own. make pictures calls it. The board is the same each time; the times that the pages show are not.
set -eu
cd "$(dirname "$0")/../.."
export ARESFARM_HOME
work=$(mktemp -d)
ARESFARM_HOME=$work/farm
trap '"$B/aresctl" down >/dev/null; rm -rf "$work"' EXIT
"$B/aresctl" up >/dev/null
"$B/aresctl" init >/dev/null
"$B/aresctl" tournament create duel --games 60 --seats dumbbot,scorer --rules standard >/dev/null
"$B/aresd" --until-done 2>/dev/null
"$B/aresctl" show duel/52 S1912M --svg >doc/pictures/board.svg
"$B/aresctl" animate duel/52 -o "$work/replay.html" >/dev/null
"$B/aresctl" report duel -o "$work/report.html" >/dev/null
python=python3
"$python" -c 'import selenium' 2>/dev/null || python=/usr/bin/python3
PYTHONPATH=tests/pages "$python" -B doc/pictures/shots.py "$work" 'replay.html#S1912M' 'report.html#standings'
for name in replay report; do
	pngquant --force --strip --output "doc/pictures/$name.png" 128 "$work/$name.png"
done
ls -l doc/pictures/*.svg doc/pictures/*.png
