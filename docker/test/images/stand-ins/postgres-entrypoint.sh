#!/bin/bash
# Acts as the real image does: creates the cluster once, runs /docker-entrypoint-initdb.d on a socket only, then serves with the
# arguments of the command.
set -euo pipefail
PGDATA=/var/lib/postgresql/data
export PGDATA
if [ "${1:-postgres}" = postgres ]; then shift $(($# > 0)); else exec "$@"; fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  network=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  initdb --username="$POSTGRES_USER" ${POSTGRES_PASSWORD_FILE:+--pwfile="$POSTGRES_PASSWORD_FILE"} \
    --auth-host="$network" --auth-local=trust
  echo "host all all all $network" >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o "$* -c listen_addresses=" start
  for script in /docker-entrypoint-initdb.d/*; do
    case $script in
      *.sh) sh "$script" ;;
      *.sql) psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --file "$script" ;;
    esac
  done
  pg_ctl -w -m fast stop
fi
exec postgres -c listen_addresses='*' "$@"
