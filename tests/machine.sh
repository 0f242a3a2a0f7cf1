# machine: a Debian machine for walks/operator, in a folder: PostgreSQL as Debian has it, systemd, sudo, and the users
# of both. It needs walks.sh.
#
#     machine_make PLACE      makes it, and starts its server
#     on_machine TEXT         types the text into a shell there, as the user ada who may use sudo; outside the sources
#
# As root, the user postgres runs the server, and nobody is the user aresfarm; otherwise both are the user who runs this. Peer
# authentication tells them apart by what sudo says (PGUSER), as far as the server's map allows. The folders /usr/local,
# /etc, /run/postgresql, /var/lib and /vault are below PLACE, in the text as in the files that are read. systemctl starts what
# the installed unit says, and no more of it: crash/service looks at the rest of the unit.
machine_make() {
	place=$1 prefix=$1/usr/local
	bindir=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
	[ -x "$bindir/initdb" ] || bindir=$(pg_config --bindir)
	service=$(id -un) server=$(id -un)
	[ "$(id -u)" != 0 ] || service=nobody server=postgres
	mkdir -p "$place"/{bin,home,etc/cron.d,etc/systemd/system,run/postgresql,var/lib/postgresql/15,log}
	chmod 755 "$place" "$place"/{bin,home,run,var,var/lib}
	machine=(PATH="$place/bin:$prefix/bin:$PATH" PREFIX="$prefix" ETC="$place/etc" PGUSER=ada PGHOST="$place/run/postgresql")
	settings >"$place/settings"
	for name in sudo systemctl systemd-sysusers aresctl; do
		{ echo '#!/bin/bash'; echo ". '$place/settings'"; declare -f "machine_$name"; echo "machine_$name \"\$@\""; } \
			>"$place/bin/$name"
		chmod 755 "$place/bin/$name"
	done
	[ "$(id -u)" != 0 ] || chown postgres "$place"/{run/postgresql,var/lib/postgresql,var/lib/postgresql/15,log}
	machine_cluster
	on_machine 'sudo systemctl start postgresql'
}

# settings: what the stand-ins know. They run without this shell's functions.
settings() {
	printf '%s=%q\n' place "$place" prefix "$prefix" bindir "$bindir" service "$service" server "$server"
	declare -f here as_user
}

# here: puts the folders of the machine below PLACE, in what it reads.
here() {
	sed -E "s#/usr/lib/postgresql/15/bin#$bindir#g
		s#(^|[ '=>])(/etc/|/run/postgresql|/var/lib/|/vault)#\1$place\2#g; s#(^|[ '=:>])/usr/local#\1$prefix#g"
}

# as_user NAME COMMAND...: the command as that user of the machine.
as_user() {
	local name=$1 real
	shift
	export PGUSER=$name HOME=/nonexistent
	case $name in root) real=root ;; postgres) real=$server ;; *) real=$service ;; esac
	[ "$(id -u)" = 0 ] && [ $real != root ] || exec "$@"
	exec setpriv --reuid "$real" --regid "$(id -g "$real")" --clear-groups "$@"
}

machine_cluster() {
	(as_user postgres "$bindir/initdb" -D "$place/var/lib/postgresql/15/main" -U postgres --no-sync -E UTF8 --locale=C.UTF-8 \
		-A peer >"$place/log/initdb" 2>&1) || { cat "$place/log/initdb"; return 1; }
	local name
	for name in postgres aresfarm; do
		echo "all $([ $name = postgres ] && echo "$server" || echo "$service") $name"
	done >"$place/map"
	echo "all $(id -un) ada" >>"$place/map"
	printf '%s\n' 'local aresfarm aresd scram-sha-256' 'local all all peer map=all' 'local replication all peer map=all' \
		>"$place/hba"
	cat "$place/map" >"$place/var/lib/postgresql/15/main/pg_ident.conf"
	cat "$place/hba" >"$place/var/lib/postgresql/15/main/pg_hba.conf"
	cat >>"$place/var/lib/postgresql/15/main/postgresql.conf" <<-END
		listen_addresses = ''
		unix_socket_directories = '$place/run/postgresql'
		fsync = off
	END
}

# sudo [-u USER] COMMAND...
machine_sudo() {
	local user=root words=() word before=''
	[ "$1" != -u ] || { user=$2; shift 2; }
	for word; do
		# install -o USER
		if [ "$before" = -o ]; then
			case $word in postgres) word=$server ;; aresfarm) word=$service ;; esac
		fi
		words+=("$word")
		before=$word
	done
	as_user "$user" "${words[@]}"
}

machine_systemd-sysusers() {
	local real=/usr/bin/systemd-sysusers
	[ -x $real ] && [ "$(id -u)" = 0 ] || { grep -q '^u aresfarm ' "$prefix"/lib/sysusers.d/*.conf; return; }
	$real --root="$place" && grep -q '^aresfarm:' "$place/etc/passwd"
}

# Without -d and PGDATABASE an installed aresctl takes the database aresfarm. Here PGHOST, which it needs to find the machine's
# server, would keep it from that.
machine_aresctl() {
	export PGDATABASE=${PGDATABASE:-aresfarm}
	exec "$prefix/bin/aresctl" "$@"
}

# systemctl daemon-reload | enable --now UNIT | start|stop|restart UNIT...
machine_systemctl() {
	local verb=$1 name unit=$prefix/lib/systemd/system/aresd.service environment line
	shift
	[ "$verb" != daemon-reload ] || return 0
	[ "$verb" != enable ] || { verb=start; shift; }
	value() { sed -n "s/^$1=-\{0,1\}//p" "$unit"; }
	lives() { grep -qs '^State:.[^ZX]' "/proc/$(cat "$place/run/aresd.pid" 2>/dev/null)/status"; }
	do_aresd_start() {
		environment=$(value EnvironmentFile)
		export PGDATABASE=${PGDATABASE:-aresfarm}
		: >"$place/log/aresd"
		(
			[ ! -e "$environment" ] || while read -r line; do export "${line?}"; done < <(grep -v '^ *\(#\|$\)' "$environment" | here)
			as_user "$(value User)" bash -c "exec $(value ExecStart)"
		) >>"$place/log/aresd" 2>&1 </dev/null &
		echo $! >"$place/run/aresd.pid"
		for ((i = 0; i < 600; i++)); do
			grep -q ' begins: ' "$place/log/aresd" && return
			sleep 0.05
		done
		cat "$place/log/aresd"
		return 1
	}
	do_aresd_stop() {
		! lives || kill -TERM "$(cat "$place/run/aresd.pid")"
		for ((i = 0; i < 600; i++)); do
			lives || return 0
			sleep 0.05
		done
		return 1
	}
	do_postgresql_start() {
		(as_user postgres "$bindir/pg_ctl" -s -w -D "$place/var/lib/postgresql/15/main" -l "$place/log/postgresql" start)
	}
	do_postgresql_stop() {
		(as_user postgres "$bindir/pg_ctl" -s -w -m fast -D "$place/var/lib/postgresql/15/main" stop)
	}
	for name; do
		case $verb in
		restart) "do_${name}_stop" && "do_${name}_start" ;;
		*) "do_${name}_$verb" ;;
		esac || return
	done
}

on_machine() {
	[ -n "$1" ] || { echo "nothing to type"; return 1; }
	walk "set -e; cd '$place/home'; $(here <<<"$1")" "${machine[@]}"
}
