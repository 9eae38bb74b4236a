#!/bin/bash
# Acts as the real image does: creates the cluster once, runs /docker-entrypoint-initdb.d on a socket only, then serves.
set -euo pipefail
PGDATA=/var/lib/postgresql/data
export PGDATA
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 --auth-local=trust
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o '-c listen_addresses=' start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl -w -m fast stop
fi
exec postgres -c listen_addresses='*'
