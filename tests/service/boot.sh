#!/bin/sh
# Boots the systemd of the tree ROOT as process 1 of namespaces of its own: mounts, processes,
# names, network, control groups. Needs root, and no container engine.
#   boot.sh ROOT [SOURCE:PLACE …]     each SOURCE is mounted read-only at ROOT/PLACE
set -eu
root=$1
shift
group=/sys/fs/cgroup/unified
[ -d $group ] || group=/sys/fs/cgroup
group=$group/word-table-test-$$
mkdir "$group"
echo $$ >"$group/cgroup.procs"
# Whoever started it may be killed: then it goes, too.
exec setpriv --pdeathsig KILL unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child \
    --propagation private sh -euc '
root=$1
shift
mount --bind "$root" "$root"
for each; do
    mount --bind "${each%%:*}" "$root/${each#*:}"
    mount -o remount,bind,ro "$root/${each#*:}"
done
cd "$root"
mkdir -p proc sys dev run tmp old
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup || {
    mount -t tmpfs tmpfs sys/fs/cgroup
    mount -t cgroup2 cgroup2 sys/fs/cgroup
}
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for node in null zero full random urandom tty; do cp -a /dev/$node dev/; done
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
hostname wordtable
ip link set lo up
pivot_root . old
umount -l old
exec env -i container=word-table PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --unit=multi-user.target --log-target=console --log-level=warning
' boot "$root" "$@"
