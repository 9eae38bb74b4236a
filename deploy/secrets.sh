#!/bin/sh
# Fills in what is still empty in furrow.env and owner.env: keys, and the passwords of the database's two logins. What is
# there stays, so it may run again.
#   secrets.sh [FOLDER]        FOLDER is /etc/furrow
set -eu
folder=${1:-/etc/furrow}

random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
# fill FILE LINE: sed reads its script from stdin, for arguments are shown to every user of the machine.
fill() { printf 's|^%s$|&%s|\n' "$2" "$(random)" | sed -i -f - "$1"; }

for name in IOT_TOKEN_KEY MEDIA_URL_KEY CONSOLE_COOKIE_KEY METRICS_TOKEN; do fill "$folder/furrow.env" "$name="; done
# password FILE LOGIN: in the place of CHANGEME in its URL.
password() { printf 's|://%s:CHANGEME@|://%s:%s@|\n' "$2" "$2" "$(random)" | sed -i -f - "$1"; }
password "$folder/furrow.env" furrow_app
password "$folder/owner.env" furrow_owner
