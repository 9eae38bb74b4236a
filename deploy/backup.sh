#!/bin/sh
# One backup as docs/operations.md describes it, with the environment of furrow-backup.service:
#   furrow-backup FOLDER KEYS_FOLDER
# Creates a folder named after the time, with furrow.dump and media.tar. Keys are saved elsewhere, and only when they have
# changed. Removes backups older than BACKUP_KEEP_DAYS (14), but only once the new one is complete.
set -eu
umask 077
folder=$1 keys=$2
release=$(dirname "$(dirname "$(readlink -f "$0")")")
node() { "$release/bin/node" "$@"; }

name=$(date -u +%Y-%m-%dT%H%M%SZ)
new=$folder/.unfinished
rm -rf "$new"
mkdir "$new"

# Every user of the machine can see arguments, so the URL there has no password.
PGPASSWORD=$(node -p 'decodeURIComponent(new URL(process.env.DATABASE_OWNER_URL).password)')
export PGPASSWORD
url=$(node -p 'const url = new URL(process.env.DATABASE_OWNER_URL); url.password = ""; url.href')

# Dumps the database before copying the media, so that the copy has every file that the dump refers to.
pg_dump --format=custom --file="$new/furrow.dump" "$url"
if [ "${MEDIA_DRIVER:-fs}" = fs ]; then
  # Exit code 1 means that files were added while tar was reading; they are newer than the dump.
  tar -C "$FURROW_HOME" -cf "$new/media.tar" media || [ $? -eq 1 ]
fi
sync "$new"/*
# Fails if there is one of the same second, instead of moving into it.
mv -T "$new" "$folder/$name"

rm -f "$keys/.unfinished"
node "$release/cli/bundle/main.js" keys backup "$keys/.unfinished" > /dev/null
newest=$(find "$keys" -name 'keys-*.json' | sort | tail -n 1)
if [ -n "$newest" ] && cmp -s "$newest" "$keys/.unfinished"; then
  rm "$keys/.unfinished"
else
  mv "$keys/.unfinished" "$keys/keys-$name.json"
fi

find "$folder" -mindepth 1 -maxdepth 1 -name '20*Z' -mtime "+${BACKUP_KEEP_DAYS:-14}" -exec rm -rf {} +
echo "$folder/$name is whole."
