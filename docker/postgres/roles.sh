#!/bin/sh
# Run once by the image, when it makes the cluster: the two logins of an installation and its database. The owner
# migrates; the other may do nothing but take on the roles that migrations lend it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$(cat /run/furrow/owner/owner-password)" --set app="$(cat /run/furrow/owner/app-password)" << 'SQL'
CREATE ROLE furrow_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE furrow_app LOGIN NOINHERIT PASSWORD :'app';
CREATE DATABASE furrow OWNER furrow_owner;
SQL
