# hosts: a server and hosts to test with. Each is a network namespace with a name of its own. A bridge joins them, and its
# links can be cut. Sourced after suite.sh.
#
# This needs root and the right to make namespaces; hosts_real is yes or no. Without them, host NAME runs a program as
# usual, and the server is reached by its socket. When the script ends, its networks, mounts and processes end too.

[ -n "${hosts_real:-}" ] || hosts_real=$([ "$(id -u)" -eq 0 ] && command -v ip >/dev/null &&
	unshare --net --mount --uts ip netns list >/dev/null 2>&1 && echo yes || echo no)
if [ "$hosts_real" = yes ] && [ -z "${hosts_entered:-}" ]; then
	export hosts_real hosts_entered=yes
	exec unshare --net --mount --propagation private bash "$0" "$@"
fi
no_hosts="it takes root, iproute2 and the right to make namespaces"

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
bin=${bin:-$(pg_config --bindir)}
data='' hosts=()

# at HOST: sets the array at_host to the words that run a command on that host, as the same process.
at() {
	at_host=(env "$(host_mark "$1")")
	[ "$hosts_real" = no ] || at_host+=(ip netns exec "$1" unshare --uts bash -c 'hostname "$0"; exec "$@"' "$1")
}

# host_mark NAME: what all processes of a host have in their environment (tests/ends.sh).
host_mark() { echo "ARESFARM_HOST=$1.$$"; }

# host NAME COMMAND...: runs the command on that host.
host() {
	at "$1"
	shift
	"${at_host[@]}" "$@"
}

# hosts_make NAME...: makes the hosts, and a server with a new cluster on a file system of its own.
hosts_make() {
	local name address=1
	hosts=("$@")
	data=$(mktemp -d)
	chmod 755 "$data"
	trap hosts_end EXIT
	CONNINFO="host=$data dbname=postgres user=$(id -un)"
	if [ "$hosts_real" = yes ]; then
		mkdir -p /run/netns
		mount -t tmpfs tmpfs /run/netns
		mount -t tmpfs -o size=4g tmpfs "$data"
		ip netns add server
		ip -n server link add bridge address 02:00:00:00:00:01 type bridge # without it, the bridge takes over a cut link's address
		ip -n server addr add 10.0.0.1/24 dev bridge
		ip -n server link set bridge up
		CONNINFO="host=10.0.0.1 dbname=postgres user=$(id -un)"
		for name; do
			ip netns add "$name"
			ip -n "$name" link add eth0 type veth peer name "$name" netns server
			ip -n "$name" addr add 10.0.0.$((++address))/24 dev eth0
			ip -n "$name" link set eth0 up
			ip -n server link set "$name" up
			link_heal "$name"
		done
	fi
	[ "$(id -u)" -ne 0 ] || chown postgres "$data"
	as_server "$bin/initdb" -D "$data/pg" -U "$(id -un)" --auth=trust --encoding=UTF8 --no-locale --no-sync >/dev/null
	cat >>"$data/pg/postgresql.conf" <<-END
		listen_addresses = '$([ "$hosts_real" = no ] || echo 10.0.0.1)'
		unix_socket_directories = '$data'
		fsync = off
		max_wal_size = 64MB
		min_wal_size = 32MB
		log_line_prefix = '%m [%p] %q%a '
	END
	echo 'host all all 10.0.0.0/24 trust' >>"$data/pg/pg_hba.conf"
	server_start
}

# pids_of HOST: the processes of a host.
pids_of() { if [ "$hosts_real" = yes ]; then ip netns pids "$1"; else marked "$(host_mark "$1")"; fi; }

hosts_end() {
	local name
	trap - EXIT
	{ kill -KILL $(jobs -p) && wait; } 2>/dev/null || true # a shell tells of each job that was killed
	for name in "${hosts[@]}"; do
		kill -KILL $(pids_of "$name") 2>/dev/null || true
	done
	server_stop immediate
	[ "$hosts_real" = no ] || umount -l "$data"
	rm -rf "$data"
}

# link_cut HOST: loses every packet to and from the host. Neither end is told.
link_cut() { ip -n server link set "$1" nomaster; }
link_heal() { ip -n server link set "$1" master bridge; }

# ── the server ──

# as_server COMMAND...: runs it in the server's namespace, as the server's user.
as_server() {
	local command=("$@")
	[ "$(id -u)" -ne 0 ] || command=(setpriv --reuid postgres --regid postgres --clear-groups "${command[@]}")
	[ "$hosts_real" = no ] || command=(ip netns exec server "${command[@]}")
	(cd / && exec "${command[@]}")
}

server_pid() { head -1 "$data/pg/postmaster.pid" 2>/dev/null; }
server_runs() { kill -0 "$(server_pid)" 2>/dev/null; }

# server_start OPTION...: tries until it succeeds, because processes of a killed server may live on for a moment.
server_start() {
	wait_for 60 server_try "$@"
}
server_try() { as_server "$bin/pg_ctl" start -D "$data/pg" -l "$data/log" -w "$@" >/dev/null 2>&1; }
server_stop() {
	! server_runs || as_server "$bin/pg_ctl" stop -D "$data/pg" -m "$1" >/dev/null 2>&1 || true
}

# The tests' own queries use the server's socket. So they work while links are cut.
ctl() { "$B/aresctl" --quiet -d "host=$data dbname=postgres user=$(id -un)" "$@"; }
