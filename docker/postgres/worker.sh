#!/bin/sh
# The image runs this once, when it creates the cluster of a worker. Citus itself brings the roles and all tables.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --command 'CREATE DATABASE furrow'
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname furrow --command 'CREATE EXTENSION citus'
