#!/bin/sh
# Builds what a server runs without Docker, in a clone: Node.js and the three programs with what they need, and no compiler.
#   deploy/release.sh FOLDER        such as /opt/furrow/releases/0.1.0; it may be copied to other machines of the same kind
# Needs Node.js 20 or newer and npm; the release has a Node.js of its own.
set -eu
case ${1:-} in '' | -*) sed -n '2,4s/^# //p' "$0" && exit 2 ;; esac
mkdir -p "$(dirname "$1")"
folder=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ ! -e "$folder" ] || { echo "$folder is there already; a release is never changed." >&2 && exit 1; }
cd "$(dirname "$0")/.."
umask 022

node tools/dev/bootstrap.mjs test --help > /dev/null # installs what the lockfile says, where that is not done
export CI=true NX_DAEMON=false PATH="$PWD/node_modules/.bin:$PATH"
nx run-many -t build bundle

# Made aside and then named, so that half a release is never started.
new=$folder.new
rm -rf "$new"
mkdir -p "$new/bin"
cp -L node_modules/.bin/node "$new/bin/node"
for program in api iot-gateway cli; do
  pnpm --filter "@furrow/$program" deploy --prod --ignore-scripts "$new/$program"
done
# What the API serves at /console/.
mkdir -p "$new/api/console"
cp -R apps/console/dist "$new/api/console/dist"
# What only compilers and people read, and browsers' maps; those of the bundles tell where an error was.
find "$new"/*/node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete
install -m 755 deploy/furrow.sh "$new/bin/furrow"
install -m 755 deploy/backup.sh "$new/bin/furrow-backup"
# What the server is set up with, of the same version.
cp -R deploy "$new/deploy"
cp docker/nginx/proxy.conf "$new/deploy/nginx/"
mv "$new" "$folder"
echo "$folder is ready."
