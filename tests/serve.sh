# serve: starts and stops aresweb for tests. It needs suite.sh and a folder of the suite's own in $folder.

# serve [OPTION...]: starts a server and waits until it listens. Sets web, its process, url and port. What it prints is in
# said, what it logs in log. Its process is also in the file web: a server outlives the test that has started it.
serve() {
	: >"$folder/said"
	"$B/aresweb" ${CONNINFO:+-d "$CONNINFO"} --listen 127.0.0.1:0 "$@" >"$folder/said" 2>"$folder/log" &
	web=$!
	echo "$web" >"$folder/web"
	wait_for 10 grep -q '^listening on ' "$folder/said" || { cat "$folder/log"; return 1; }
	url=$(sed 's/^listening on //; s,/$,,' "$folder/said") port=${url##*:}
}

# serve_end: tells the server to end and waits until it has. False if it does not within two seconds.
serve_end() {
	kill -TERM "$web"
	ends 2 "$web"
}
