#!/bin/bash
#SBATCH --job-name=aresfarm
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=256M
#SBATCH --time=04:00:00
#SBATCH --signal=B:USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
#
# deploy/slurm.sh: one aresd for each task, on as many machines, against one server:
#
#     PGHOST=db.example.org PGDATABASE=aresfarm sbatch deploy/slurm.sh
#
# The tasks know nothing of each other. The database shares the games out. Each task ends when everything is played. A
# minute before its time is over, or when it is cancelled or preempted, it hands its games back. Only if its time was over
# does it queue up again. ARESD_OPTIONS is passed on. ARESD names the program if it is not in the path.
set -u

export ARESFARM_LOG=${ARESFARM_LOG:-json}
if [ -z "${PGHOST:-}${PGHOSTADDR:-}${PGSERVICE:-}" ]; then
	echo "slurm.sh: PGHOST or PGSERVICE must name the server all tasks can reach" >&2
	exit 2
fi

# The batch shell gets the signals (B:) and passes them on. Each signal ends the wait, so the wait begins again.
asked="" signals=0 daemon=""
# shellcheck disable=SC2317 # called by the traps
pass_on() {
	asked=$1
	signals=$((signals + 1))
	[ -z "$daemon" ] || kill -TERM "$daemon" 2>/dev/null
}
trap 'pass_on USR1' USR1
trap 'pass_on TERM' TERM INT

# shellcheck disable=SC2086 # options, split at blanks
"${ARESD:-aresd}" --workers "${SLURM_CPUS_PER_TASK:-1}" --until-done ${ARESD_OPTIONS:-} &
daemon=$!
[ -z "$asked" ] || kill -TERM "$daemon"
while :; do
	before=$signals status=0
	wait "$daemon" || status=$?
	[ $signals -gt "$before" ] || break
done

if [ "$asked" = USR1 ] && [ "$status" -eq 0 ] && [ -n "${SLURM_JOB_ID:-}" ]; then
	scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
