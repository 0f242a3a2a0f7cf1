# serve: starts and stops aresdaide for tests. It needs suite.sh and a folder of the suite's own in $folder.

# daide_serve [OPTION...]: starts a server and waits until it listens. Sets server, its process, and port. What it prints is
# in daide.said, what it logs in daide.log.
daide_serve() {
	: >"$folder/daide.said"
	"$B/aresdaide" ${CONNINFO:+-d "$CONNINFO"} --listen "127.0.0.1:${listen:-0}" "$@" >"$folder/daide.said" 2>>"$folder/daide.log" &
	server=$!
	wait_for 10 grep -q '^listening on ' "$folder/daide.said" || { cat "$folder/daide.log"; return 1; }
	port=$(sed 's/.*://' "$folder/daide.said")
}

# clients SCENE [ARGUMENT...]: has clients of tests/daide play that scene; prints what they found.
clients() { timeout $((120 + 10 * ${games:-1})) python3 -B "tests/daide/games.py" "$1" "$port" "$SEED" "${@:2}"; }
