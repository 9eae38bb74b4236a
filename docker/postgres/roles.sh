#!/bin/sh
# The image runs this once, when it creates the cluster: creates the two logins of an installation and its database. The owner
# runs migrations; the other login may only switch to the roles that migrations grant it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$(cat /run/furrow/owner/owner-password)" --set app="$(cat /run/furrow/owner/app-password)" << 'SQL'
CREATE ROLE furrow_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE furrow_app LOGIN NOINHERIT PASSWORD :'app';
CREATE DATABASE furrow OWNER furrow_owner;
SQL
