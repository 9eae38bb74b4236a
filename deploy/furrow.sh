#!/bin/sh
# The operator's command line, for root: with the environment of the services, as a user who also reads the owner's.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
exec setpriv --reuid=furrow-owner --regid=furrow-owner --init-groups --reset-env -- \
  "$release/bin/node" --env-file=/etc/furrow/furrow.env --env-file=/etc/furrow/owner.env \
  "$release/cli/bundle/main.js" "$@"
