#!/bin/bash
# Tests docs/production.md on a temporary Debian: runs Debian's systemd, PostgreSQL and nginx in namespaces of their own, and
# executes every command of the page unchanged.
#   deploy/try/try.sh [--suite bookworm|trixie] [--debian FOLDER] [--keep]
#     --debian FOLDER   an existing Debian folder, which is copied; without it debootstrap creates one
#     --keep            keeps the folder of the trial, and prints its path
# Needs root on Linux, debootstrap, util-linux, and Debian's mirror. Takes three minutes. Under control groups of
# version 1, memory limits are read but not enforced.
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
# A later version, to upgrade to and roll back from.
cp -al "$root/opt/furrow/releases/0.1.0" "$root/opt/furrow/releases/0.2.0"

# Writes every command block of the page into a file: /root/page/<heading>-<number>.sh.
mkdir "$root/root/page"
awk -v folder="$root/root/page" '
  /^## / { heading = tolower(substr($0, 4)); gsub(/[^a-z]+/, "-", heading); count = 0 }
  /^```$/ { file = "" }
  file != "" { print > file }
  /^```sh$/ { file = folder "/" heading "-" ++count ".sh" }
' docs/production.md
cp $here/inside.sh $here/device.mjs docker/trial-issuer.mjs "$root/root/"
# The device's client in one file, because the programs of a release are bundles.
cp apps/iot-gateway/node_modules/mqtt/dist/mqtt.esm.js "$root/root/mqtt.mjs"
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
