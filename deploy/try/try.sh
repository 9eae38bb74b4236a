#!/bin/bash
# Tries docs/production.md on a Debian that is made for it and thrown away: systemd, PostgreSQL and nginx of Debian really
# run there, in namespaces of their own, and every command of the page is run as it stands.
#   deploy/try/try.sh [--suite bookworm|trixie] [--debian FOLDER] [--keep]
#     --debian FOLDER   a Debian made before (its copy is used); without it debootstrap makes one
#     --keep            leaves the folder of the trial, and says where it is
# Needs root on Linux, debootstrap, util-linux, and Debian's mirror. Takes three minutes. Where control groups are of
# version 1, limits of memory are read but not enforced.
set -euo pipefail

suite=bookworm debian='' keep=''
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2 && shift 2 ;;
    --debian) debian=$2 && shift 2 ;;
    --keep) keep=yes && shift ;;
    *) sed -n '2,8s/^# //p' "$0" && exit 2 ;;
  esac
done
cd "$(dirname "$0")/../.."
here=deploy/try
scratch=$(mktemp -d /tmp/furrow-try-XXXXXX)
root=$scratch/root
namespaces=''

finish() {
  [ -z "$namespaces" ] || { kill -KILL "$namespaces" && wait "$namespaces"; } 2> /dev/null || true
  if [ -n "$keep" ]; then echo "The trial is in $scratch."; else rm -rf "$scratch"; fi
}
trap finish EXIT

if [ -n "$debian" ]; then
  cp -a "$debian" "$root"
else
  echo "Debian $suite …"
  packages=systemd,systemd-sysv,dbus,postgresql,nginx-light,ca-certificates,curl,jq,openssl
  debootstrap --variant=minbase --include=$packages "$suite" "$root" > "$scratch/debootstrap.log" ||
    { tail -n 20 "$scratch/debootstrap.log" >&2 && exit 1; }
fi

echo 'A release …'
mkdir -p "$root/opt/furrow/releases"
deploy/release.sh "$root/opt/furrow/releases/0.1.0" > "$scratch/release.log" 2>&1 ||
  { tail -n 20 "$scratch/release.log" >&2 && exit 1; }
# A next version, to go to and to come back from.
cp -al "$root/opt/furrow/releases/0.1.0" "$root/opt/furrow/releases/0.2.0"

# Every command of the page, a file for each block: /root/page/<heading>-<number>.sh.
mkdir "$root/root/page"
awk -v folder="$root/root/page" '
  /^## / { heading = tolower(substr($0, 4)); gsub(/[^a-z]+/, "-", heading); count = 0 }
  /^```$/ { file = "" }
  file != "" { print > file }
  /^```sh$/ { file = folder "/" heading "-" ++count ".sh" }
' docs/production.md
cp $here/inside.sh $here/device.mjs docker/trial-issuer.mjs "$root/root/"
cp tools/dev/demo-farm.yaml "$root/root/farm.yaml"

echo 'systemd …'
unshare --fork --pid --mount --uts --ipc --net --cgroup --kill-child \
  sh $here/boot.sh "$root" > "$scratch/systemd.log" 2>&1 &
namespaces=$!
for _ in $(seq 300); do
  init=$(pgrep -P "$namespaces" || true)
  [ -n "$init" ] && nsenter -t "$init" -a -- systemctl is-system-running > /dev/null 2>&1 && break
  kill -0 "$namespaces" 2> /dev/null || { cat "$scratch/systemd.log" >&2 && exit 1; }
  sleep 0.2
done
nsenter -t "$init" -a -- env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  bash /root/inside.sh
