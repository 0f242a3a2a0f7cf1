#!/bin/bash
# deploy: proves that the scripts of deploy/ do what Slurm and deploy/compose.yaml ask of them: Slurm's job, the roles and the
# passwords.
#
# Calls them as Slurm and the container would, on a cluster of its own. SEED=1 draws the games.
. tests/suite.sh

export ARESFARM_HOME=$ARESFARM_HOME/deploy
mkdir -p "$ARESFARM_HOME/bin"
trap 'ctl down; rm -rf "$ARESFARM_HOME"' EXIT
ctl up
ctl init >/dev/null
exec 8<"$ARESFARM_HOME/pg"

# Slurm's scontrol: this one writes down what it is asked to do.
printf '#!/bin/sh\necho "$@" >>"%s"\n' "$ARESFARM_HOME/asked" >"$ARESFARM_HOME/bin/scontrol"
chmod +x "$ARESFARM_HOME/bin/scontrol"

# task: starts one task of Slurm's job array in the background; job is its process.
task() {
	: >"$ARESFARM_HOME/asked"
	PATH=$ARESFARM_HOME/bin:$PATH PGHOST=/proc/self/fd/8 PGPORT=5432 PGDATABASE=aresfarm PGUSER=$(id -un) \
		ARESD=$PWD/$B/aresd ARESD_OPTIONS='--batch 4 --lease 3600' SLURM_JOB_ID=42 SLURM_CPUS_PER_TASK=2 \
		deploy/slurm.sh 2>>"$ARESFARM_HOME/log" &
	job=$!
	trap 'kill -TERM $job 2>/dev/null || true' EXIT
}

slow() { ctl tournament create "$1" --games 400 --seats 'ares(depth=2,age=40),random' --seed "$SEED"; }
playing() { holds "claimed > 0 and finished > 0 from farm.progress where tournament = '$1'"; }
handed_back() { holds "claimed = 0 and pending > 0 from farm.progress where tournament = '$1'"; }

# The task's time is nearly over. It hands its games back and queues up again.
test_slurm_time_is_over() {
	slow late
	task
	wait_for 20 playing late
	kill -USR1 $job
	wait $job
	handed_back late
	same "what scontrol was asked" "$(cat "$ARESFARM_HOME/asked")" "requeue 42"
	same "workers" "$(query "select count(*) from farm.workers")" 2
	cancel late
}

# The task is cancelled or preempted. It hands its games back, and leaves it to Slurm whether it runs again.
test_slurm_cancelled() {
	slow cancelled
	task
	wait_for 20 playing cancelled
	kill -TERM $job
	wait $job
	handed_back cancelled
	same "what scontrol was asked" "$(cat "$ARESFARM_HOME/asked")" ""
	cancel cancelled
}

test_slurm_all_played() {
	ctl tournament create short --games 4 --seats random,random --seed "$SEED"
	task
	wait $job
	holds "finished = 4 from farm.progress where tournament = 'short'"
	same "what scontrol was asked" "$(cat "$ARESFARM_HOME/asked")" ""
}

test_slurm_refusals() {
	refused "PGHOST or PGSERVICE must name" env -u PGHOST deploy/slurm.sh
	local status=0
	PGHOST=127.0.0.1 PGPORT=1 ARESD=$PWD/$B/aresd deploy/slurm.sh || status=$?
	same "status where aresd cannot begin" $status 2
}

# The role gets the password of the service file, even one that needs quoting. The role owns the database and may do no more.
test_secrets_and_role() {
	local secrets=$ARESFARM_HOME/copy/secrets
	mkdir "$ARESFARM_HOME/copy"
	cp deploy/secrets.sh deploy/role.sh "$ARESFARM_HOME/copy"
	"$ARESFARM_HOME/copy/secrets.sh"
	refused "there already" "$ARESFARM_HOME/copy/secrets.sh"
	same "modes" "$(stat -c %a "$secrets" "$secrets"/* | paste -sd' ')" "700 644 644 644 644"
	same "length of passwords" "$(sed -n 's/^password=//p' "$secrets/pg_service" | tr -d '\n' | wc -c) \
$(sed -n 's/^password=//p' "$secrets/pg_service_worker" | tr -d '\n' | wc -c) $(wc -c <"$secrets/postgres_password")" "48 48 48"
	same "users" "$(sed -n 's/^user=//p' "$secrets"/pg_service* | paste -sd' ')" "aresfarm aresweb aresd"
	same "passwords that are the same" "$(grep -h ^password "$secrets"/pg_service* | sort | uniq -d)" ""
	sed -i "s/^password=.*/password=o'br\\\\ien/" "$secrets/pg_service"
	query "create database role_test"
	PGHOST=/proc/self/fd/8 PGPORT=5432 POSTGRES_USER=$(id -un) POSTGRES_DB=role_test PGSERVICE_SECRET=$secrets/pg_service \
		PGSERVICE_WORKER_SECRET=$secrets/pg_service_worker PGSERVICE_WEB_SECRET=$secrets/pg_service_web \
		"$ARESFARM_HOME/copy/role.sh"
	# only the catalogue can tell: peer authentication asks for no password
	holds "rolpassword like 'SCRAM-SHA-256%' from pg_authid where rolname = 'aresfarm'"
	holds "rolcanlogin and not (rolsuper or rolcreaterole or rolcreatedb or rolreplication) from pg_roles
		where rolname = 'aresfarm'"
	same "owner" "$(query "select datdba::regrole from pg_database where datname = 'role_test'")" aresfarm
	holds "rolpassword like 'SCRAM-SHA-256%' from pg_authid where rolname = 'aresd'"
	same "groups of aresd" "$(query "select roleid::regrole from pg_auth_members where member = 'aresd'::regrole")" farm_worker
	same "who may connect" "$(query "select string_agg(grantee::regrole::text, ' ' order by grantee::regrole::text)
		from pg_database, aclexplode(datacl) where datname = 'role_test' and privilege_type = 'CONNECT'")" \
		"aresfarm farm_agent farm_daide farm_reader farm_web farm_worker"
}

# confined FILE THING COUNT LINE...: so many times each of these lines stands in the file: once for each thing.
confined() {
	local file=$1 thing=$2 count=$3 line
	shift 3
	[ "$count" -gt 1 ]
	for line; do
		same "$thing in $file that have $line" "$(grep -cF -e "$line" "$file")" "$count"
	done
}

# Every container is without privileges: no way to get any, no capability, nothing to write, another user than root. Only
# PostgreSQL's own image begins as root.
test_containers_are_confined() {
	confined deploy/compose.yaml services "$(grep -c '^    image: ' deploy/compose.yaml)" \
		'cap_drop: [ALL]' 'security_opt: ["no-new-privileges:true"]' 'read_only: true'
	same "capabilities that are given back" "$(grep cap_add deploy/compose.yaml)" \
		'    cap_add: [CHOWN, DAC_OVERRIDE, FOWNER, SETGID, SETUID]'
	confined deploy/kubernetes.yaml containers "$(grep -c 'image: ' deploy/kubernetes.yaml)" \
		'allowPrivilegeEscalation: false' 'readOnlyRootFilesystem: true' 'drop: [ALL]' 'runAsNonRoot: true' \
		'seccompProfile: {type: RuntimeDefault}' 'automountServiceAccountToken: false' 'enableServiceLinks: false' 'limits: {memory: '
	same "user of the image" "$(grep ^USER deploy/Containerfile)" "USER 10001:10001"
}

test_shellcheck() {
	bash -n deploy/slurm.sh
	command -v shellcheck >/dev/null || return 0
	shellcheck -S warning deploy/*.sh
}

run_tests
