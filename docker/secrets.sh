#!/bin/sh
# Creates the secrets that NODE_ENV=production requires, once; keeps existing ones. Each folder is a volume of its own, so
# that a host sees no more than it needs: not the owner's password, nor the key that signs trial JWTs.
#   secrets.sh SERVICE OWNER METRICS ISSUER
set -eu
service=$1 owner=$2 metrics=$3 issuer=$4
umask 027 # PostgreSQL and Prometheus read their secrets as members of the group

random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
# keep FILE TEXT: writes a temporary file and renames it, so that a partial secret is never read.
keep() { [ -s "$1" ] || { printf '%s\n' "$2" > "$1.new" && mv "$1.new" "$1"; }; }

for name in superuser-password owner-password app-password; do keep "$owner/$name" "$(random)"; done
for name in iot-token-key media-url-key; do keep "$service/$name" "$(random)"; done
keep "$metrics/metrics-token" "$(random)"
keep "$service/database-url" "postgresql://furrow_app:$(cat "$owner/app-password")@postgres:5432/furrow"
keep "$owner/database-owner-url" "postgresql://furrow_owner:$(cat "$owner/owner-password")@postgres:5432/furrow"

# The first `furrow jwt` creates the keys of the trial issuer.
for kind in '' --mobile; do FURROW_HOME=$issuer node bundle/main.js jwt --idp-id nobody $kind > /dev/null; done
# Secrets created by an earlier version were readable for everybody.
chmod 750 "$service" "$owner" "$metrics"
chmod 640 "$service"/* "$owner"/* "$metrics"/*
echo 'The secrets are there.'
