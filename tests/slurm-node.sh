#!/bin/sh
# Runs a command beside a Slurm cluster of one node, this machine, that lives as long as the command.
#
#   tests/slurm-node.sh FOLDER COMMAND [ARGUMENT]...
#
# All that the cluster needs is in FOLDER, which must be of root, as Slurm wants to be here. The command
# finds the cluster by SLURM_CONF.
#
# Exit status: that of the command; 77 Slurm is missing or not started by root, and nothing was run; 3
# the cluster does not start.
set -eu
folder=$1
shift
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch; do
    command -v "$program" >/dev/null || {
        echo "$program is missing; install Debian's packages slurm-wlm and munge"
        exit 77
    }
done
[ "$(id -u)" -eq 0 ] || {
    echo 'the daemons of Slurm want to be started by root'
    exit 77
}

pids=
stop() {
    # shellcheck disable=SC2086 # numbers
    [ -z "$pids" ] || kill $pids 2>/dev/null || :
    wait
}
trap stop EXIT
trap 'exit 130' INT TERM HUP
start() { # start NAME COMMAND...
    name=$1
    shift
    "$@" >"$folder/$name.out" 2>&1 &
    pids="$! $pids"
}
answers() { # answers WHAT COMMAND...: within half a minute
    what=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || {
            echo "$what does not answer:" >&2
            tail -n 5 "$folder"/*.out "$folder"/*.log >&2
            exit 3
        }
        sleep 0.1
    done
}

host=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool"
head -c 1024 /dev/urandom >"$folder/key"
chmod 400 "$folder/key"
cat >"$folder/slurm.conf" <<EOF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CryptoType=crypto/munge
CredType=cred/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
export SLURM_CONF="$folder/slurm.conf"
start munged munged --foreground --force --socket "$folder/munge.socket" --key-file "$folder/key" \
    --pid-file "$folder/munged.pid" --log-file "$folder/munged.log" --seed-file "$folder/seed"
answers munged munge --no-input --socket "$folder/munge.socket"
start slurmctld slurmctld -D
start slurmd slurmd -D
# shellcheck disable=SC2016 # not here
answers 'the node' sh -c '[ "$(sinfo --noheader --format %t)" = idle ]'
"$@" & # so that a signal is not left waiting
pids="$! $pids"
wait $!
