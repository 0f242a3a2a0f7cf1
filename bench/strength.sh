#!/bin/bash
# strength: plays the player of this tree against the same player of older commits, and prints its share of the points with
# 95 % interval, a line for each commit: a table of strength by commit.
#
#   BASE='COMMIT...'  the older commits; they must have aresctl bot play
#   PLAYER=trinity    the player, as in --seats
#   GAMES=280         games against each commit: pairs, in which the two exchange their powers and share their chance
#   SEED=1            the seed of the tournaments
#
# Each older aresctl is built in a folder of its own and plays over the protocol of bots (doc/bots.md). The farm runs on a cluster
# of its own. Nothing remains.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build} base=${BASE:-HEAD} player=${PLAYER:-trinity} games=${GAMES:-280} seed=${SEED:-1}
folder=$PWD/$B/strength.$$
export ARESFARM_HOME=$folder/farm

clean_up() {
	"$B/aresctl" down >/dev/null 2>&1 || true
	rm -rf "$folder"
}
trap clean_up EXIT

# build COMMIT: builds its aresctl in a folder of its own.
build() {
	mkdir -p "$folder/$1"
	git archive "$1" | tar -x -C "$folder/$1"
	make -s -C "$folder/$1" -j"$(nproc)" ${CC:+"CC=$CC"} build/aresctl >"$folder/$1.log" 2>&1 && return
	tail -n 5 "$folder/$1.log" >&2
	echo "strength: $1 cannot be built" >&2
	return 1
}

# meet COMMIT: plays against it and prints its line.
meet() {
	"$B/aresctl" --quiet tournament create "meet-$1" --seed "$seed" --games "$games" --rules standard --rounds 100 \
		--seats "here=$player,bot:old"
	"$B/aresd" --until-done --bot "old=$folder/$1/build/aresctl bot play --seed $seed $player" 2>"$folder/aresd.log" || {
		tail -n 5 "$folder/aresd.log" >&2
		return 1
	}
	"$B/aresctl" psql -XqAt -v name="meet-$1" -v text="$(git log -1 --format='%h %cs %s' "$1" | cut -c1-70)" <<'SQL'
select format('%-70s %6s %6s  %s to %s', :'text', games, share, low, high)
from farm.standings where tournament = :'name' and player = 'here';
SQL
}

mkdir -p "$folder"
"$B/aresctl" up >/dev/null
"$B/aresctl" init >/dev/null
printf '%-70s %6s %6s  %s\n' "$player here against it at" games 'share' '95 %'
for commit in $base; do
	commit=$(git rev-parse --short --verify "$commit^{commit}")
	build "$commit"
	meet "$commit"
done
