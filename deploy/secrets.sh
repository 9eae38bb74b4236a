#!/bin/sh
# Fills in what is empty in furrow.env and owner.env: keys, and the passwords of the two database logins. Keeps existing
# values, so it may run again.
#   secrets.sh [FOLDER]        FOLDER is /etc/furrow
set -eu
folder=${1:-/etc/furrow}

random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
# fill FILE LINE: passes the script by stdin, because every user of the machine can see arguments.
fill() { printf 's|^%s$|&%s|\n' "$2" "$(random)" | sed -i -f - "$1"; }

for name in IOT_TOKEN_KEY MEDIA_URL_KEY CONSOLE_COOKIE_KEY METRICS_TOKEN; do fill "$folder/furrow.env" "$name="; done
# password FILE LOGIN: replaces CHANGEME in the login's URL.
password() { printf 's|://%s:CHANGEME@|://%s:%s@|\n' "$2" "$2" "$(random)" | sed -i -f - "$1"; }
password "$folder/furrow.env" furrow_app
password "$folder/owner.env" furrow_owner
