#!/bin/sh
# Runs a command in the root of another Debian: in-debian-root.sh ROOT HOME COMMAND... Its mounts are in a mount namespace
# of its own: nothing outside sees them, so deleting the root's folder never reaches /dev, and they end with the command,
# also when it is killed. The folder HOME is /tmp inside.
set -eu
if [ "$1" != --inside ]; then
  exec unshare --mount --propagation private --pid --fork --kill-child -- sh "$0" --inside "$@"
fi
root=$2
home=$3
shift 3
mount -t tmpfs -o mode=755 devices "$root/dev"
for name in null zero full random urandom; do
  : >"$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
mount -t tmpfs -o mode=1777 memory "$root/dev/shm"
mount -t proc processes "$root/proc"
mount --bind "$home" "$root/tmp"
exec chroot "$root" "$@"
