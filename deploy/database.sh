#!/bin/sh
# Creates the two logins of an installation and its database, on the PostgreSQL of this machine, with the passwords of
# furrow.env and owner.env. The owner runs migrations; the other login may only switch to the roles that migrations grant it.
# Run once, as root.
#   database.sh [FOLDER]       FOLDER is /etc/furrow
set -eu
folder=${1:-/etc/furrow}

# password LOGIN FILE
password() {
  sed -n "s|^DATABASE_[A-Z_]*=postgresql://$1:\([0-9A-Za-z_-]*\)@.*|\1|p" "$2" | grep . || {
    echo "$2 has no URL with a password of $1 of letters and digits." >&2
    exit 1
  }
}
app=$(password furrow_app "$folder/furrow.env")
owner=$(password furrow_owner "$folder/owner.env")

# Passes passwords by stdin, because every user of the machine can see arguments.
setpriv --reuid=postgres --regid=postgres --init-groups -- psql --quiet --no-psqlrc --dbname postgres << SQL
\set ON_ERROR_STOP on
CREATE ROLE furrow_owner LOGIN CREATEROLE PASSWORD '$owner';
CREATE ROLE furrow_app LOGIN NOINHERIT PASSWORD '$app';
CREATE DATABASE furrow OWNER furrow_owner;
REVOKE ALL ON DATABASE furrow FROM PUBLIC;
GRANT CONNECT ON DATABASE furrow TO furrow_app;
SQL
