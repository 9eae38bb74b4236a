#!/bin/sh
# Joins the named workers to the coordinator of a Citus; may be repeated.
#   nodes.sh WORKER…
set -eu
ask() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --host "${COORDINATOR:-coordinator}" --port "${PORT:-5432}" --username postgres --dbname furrow --command "$1"; }

ask 'CREATE EXTENSION IF NOT EXISTS citus'
ask "SELECT citus_set_coordinator_host('${COORDINATOR:-coordinator}', ${PORT:-5432})" > /dev/null
for worker; do
  case $worker in *:*) port=${worker#*:} ;; *) port=5432 ;; esac
  ask "SELECT citus_add_node('${worker%:*}', $port)" > /dev/null
done
# Citus makes the owner of a function known to the workers. Without this it would try to do so in the first migration, as the
# owner itself, who may not.
ask 'CREATE OR REPLACE FUNCTION public.joined() RETURNS integer LANGUAGE sql RETURN 1'
ask "ALTER FUNCTION public.joined() OWNER TO ${OWNER:-furrow_owner}"
ask 'DROP FUNCTION public.joined()'
echo 'The nodes are joined.'
