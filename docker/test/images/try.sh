#!/bin/bash
# Builds every image of docker/ and starts the services of the Compose files from them, with podman, in a temporary storage
# of its own, separate from the images and containers of this machine.
#   docker/test/images/try.sh [--only NAME] [--suite SUITE] [--citus TAR] [--registry] [--keep FOLDER]
#     --only NAME      plain (the default), scale, tls, broker or citus: the Compose files to test
#     --suite SUITE    the Debian that the stand-ins are built from: bookworm, or a later one
#     --citus TAR      Citus built for the suite's PostgreSQL, in a gzipped tar of /usr, for the stand-in of its image
#     --registry       pulls third-party images; otherwise debootstrap and Debian's packages build stand-ins, for machines
#                      that cannot reach a registry
#     --keep FOLDER    keeps images there and reuses them the next time
# Runs the main workflow against the services: provisions a farm, records and closes a session, checks the report, and sends a
# device's reading through the public address into its series.
# Needs root on Linux, podman, runc, catatonit, debootstrap, the workspace installed (npm test -- --help), Debian's mirror
# and npm's registry; 6 GB of disk and ten minutes of two cores.
set -euo pipefail

only='' suite=bookworm citus='' registry='' keep=''
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2 && shift 2 ;;
    --suite) suite=$2 && shift 2 ;;
    --citus) citus=$(realpath "$2") && shift 2 ;;
    --registry) registry=yes && shift ;;
    --keep) keep=$2 && shift 2 ;;
    *) sed -n '2,15s/^# //p' "$0" && exit 2 ;;
  esac
done
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.."
node=$(realpath node_modules/.bin/node)
scratch=$(mktemp -d /tmp/furrow-images-XXXXXX)
prefix=furrow-try-$$
store=${keep:-$scratch/store}
mkdir -p "$store"
store=$(realpath "$store")

# The machine's hard limits, because higher ones are refused.
files=$(ulimit -Hn)
limits="--ulimit nofile=$files:$files --ulimit nproc=4096:4096"
engine() { podman --root "$store/images" --runroot "$store/run" --tmpdir "$store/tmp" --cgroup-manager cgroupfs --runtime runc "$@"; }
# Prints long output only on failure.
quietly() { "$@" > "$scratch/log" 2>&1 || { tail -n 40 "$scratch/log" >&2 && return 1; }; }
build() { quietly engine build --isolation chroot --network host --format docker --layers $limits "$@"; }

finish() {
  engine rm --all --force --time 5 > /dev/null 2>&1 || true
  engine volume prune --force > /dev/null 2>&1 || true
  engine network rm --force "$prefix" "$prefix-nodes" > /dev/null 2>&1 || true
  umount -l "$store/images/overlay" 2> /dev/null || true
  rm -rf "$scratch"
}
trap finish EXIT

stand_ins() {
  local context=$scratch/context version
  version=$(sed -n 's/^ARG NODE_VERSION=//p' docker/Dockerfile)
  engine image exists furrow-try/debian || {
    echo "Debian $suite …"
    quietly debootstrap --variant=minbase --include=ca-certificates,curl "$suite" "$scratch/debian"
    rm -rf "$scratch"/debian/var/cache/apt/archives/*.deb "$scratch"/debian/var/lib/apt/lists/*
    tar -C "$scratch/debian" -c . | engine import --quiet - furrow-try/debian > /dev/null
    rm -rf "$scratch/debian"
  }
  mkdir -p "$context/node/bin" "$context/node/lib/node_modules"
  cp "$here"/stand-ins/* "$context/"
  cp "$node" "$context/node/bin/node"
  (cd "$context/node/lib/node_modules" && npm pack --silent npm@11 > name 2> /dev/null && tar -xzf "$(cat name)" &&
    mv package npm && rm -f name npm-*.tgz)
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$context/node/bin/$name"; done
  cat "${NODE_EXTRA_CA_CERTS:-/dev/null}" > "$context/certificates.pem"
  stand_in node "node:$version-slim"
  if [ -n "$citus" ]; then
    cp "$citus" "$context/citus.tar.gz"
    stand_in citus "$(sed -n 's/^ *image: \(citusdata\/citus:.*\)/\1/p' docker/compose.citus.yaml)"
  fi
  for name in postgres redis mosquitto nginx; do
    stand_in $name "$(sed -n "s/^ *image: \(\(eclipse-\)\?$name:.*\)/\1/p" docker/compose*.yaml | head -n 1)"
  done
}
stand_in() { # STAGE IMAGE
  local image=$2
  case $image in */*) ;; *) image=library/$image ;; esac
  echo "A stand-in for $2 …"
  build --file "$scratch/context/Dockerfile" --target "$1" --tag "docker.io/$image" "$scratch/context"
}

if [ -z "$registry" ]; then stand_ins; fi
version=$(sed -n 's/^ARG VERSION=//p' docker/Dockerfile)
for target in api iot-gateway furrow; do
  echo "furrow/$target:$version …"
  build --file docker/Dockerfile --target $target --tag "furrow/$target:$version" .
done
engine images --filter reference='furrow/*' --format '{{.Repository}}:{{.Tag}} {{.Size}}'

for profile in ${only:-plain}; do
  "$node" --experimental-transform-types --disable-warning=ExperimentalWarning docker/test/images/main.ts "$profile" \
    "$prefix" "$scratch" -- podman --root "$store/images" --runroot "$store/run" --tmpdir "$store/tmp" \
    --cgroup-manager cgroupfs --runtime runc
done
echo 'All of it serves.'
