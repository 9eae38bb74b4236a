#!/bin/sh
# Builds a release for servers without Docker, in a clone: Node.js and the three programs with what they need, no compiler.
#   deploy/release.sh FOLDER        such as /opt/furrow/releases/0.1.0; it may be copied to other machines of the same kind
# Needs Node.js 20 or newer and npm; the release contains its own Node.js.
set -eu
case ${1:-} in '' | -*) sed -n '2,4s/^# //p' "$0" && exit 2 ;; esac
mkdir -p "$(dirname "$1")"
folder=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ ! -e "$folder" ] || { echo "$folder is there already; a release is never changed." >&2 && exit 1; }
cd "$(dirname "$0")/.."
umask 022

node tools/dev/bootstrap.mjs test --help > /dev/null # installs what the lockfile pins, if needed
export CI=true NX_DAEMON=false PATH="$PWD/node_modules/.bin:$PATH"
nx run-many -t build bundle

# Builds under a temporary name and renames at the end, so that an incomplete release is never started.
new=$folder.new
rm -rf "$new"
mkdir -p "$new/bin"
cp -L node_modules/.bin/node "$new/bin/node"
pnpm --filter @furrow/api-external deploy --prod --ignore-scripts "$new/api"
mkdir "$new/iot-gateway" "$new/cli"
cp -R apps/api/bundle apps/api/package.json "$new/api/"
cp -R apps/iot-gateway/bundle apps/iot-gateway/package.json "$new/iot-gateway/"
cp -R tools/furrow/bundle tools/furrow/package.json "$new/cli/"
# The browser apps, which the API serves at /console/ and /field/.
mkdir -p "$new/api/console" "$new/api/field"
cp -R apps/console/dist "$new/api/console/dist"
cp -R apps/field/dist "$new/api/field/dist"
# Removes what only compilers and people read, and browser source maps. The bundles keep theirs, for stack traces.
find "$new"/*/node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete
install -m 755 deploy/furrow.sh "$new/bin/furrow"
install -m 755 deploy/backup.sh "$new/bin/furrow-backup"
# The server's configuration files, of the same version.
cp -R deploy "$new/deploy"
cp docker/nginx/proxy.conf "$new/deploy/nginx/"
mv "$new" "$folder"
echo "$folder is ready."
