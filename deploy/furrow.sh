#!/bin/sh
# The operator's command line, for root: runs with the services' environment as a user who may also read the owner's.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
exec setpriv --reuid=furrow-owner --regid=furrow-owner --init-groups --reset-env -- \
  "$release/bin/node" --env-file=/etc/furrow/furrow.env --env-file=/etc/furrow/owner.env \
  "$release/cli/bundle/main.js" "$@"
