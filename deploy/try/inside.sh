#!/bin/bash
# Runs inside the trial's Debian, as root: executes the page's commands and checks the results.
set -euo pipefail
cd /root
name=furrow.example.com
url=https://$name

page() { (cd "${2:-/root}" && bash -euo pipefail "/root/page/$1.sh") > /root/page.log 2>&1 || { cat /root/page.log && fail "the page: $1"; }; }
fail() {
  echo "not ok: $*" >&2
  journalctl --no-pager -q -n 30 -u 'furrow-*' >&2 || true
  exit 1
}
ok() { echo "ok: $*"; }
# is WHAT EXPECTED ACTUAL
is() { [ "$2" = "$3" ] && ok "$1${3:+: $3}" || fail "$1: $3 instead of $2"; }
ask() { curl -sS --cacert /etc/furrow/tls/fullchain.pem "$@"; }
status() { ask -o /dev/null -w '%{http_code}' "$@"; }
ready() { # until both hosts are ready
  for port in 3000 3001; do
    curl -fsS -o /dev/null --retry 60 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$port/health/ready" 2> /dev/null ||
      fail "port $port is not ready"
  done
}
sql() { cd / && setpriv --reuid=postgres --regid=postgres --init-groups psql -qAtd furrow -c "$1"; }

# What an operator provides: a host name, a certificate, identity providers.
echo "127.0.0.1 localhost $name" > /etc/hosts
page setting-it-up-1
sed -i -e 's|^\(USER\|MOBILE\)_JWT_.*||' /etc/furrow/furrow.env
for kind in user mobile; do
  prefix=$(echo $kind | tr a-z A-Z)_JWT
  printf '%s\n' "${prefix}_ISSUER=urn:furrow:development:$kind" "${prefix}_AUDIENCE=furrow-development-$kind" \
    "${prefix}_JWKS_URI=http://127.0.0.1:8090/$kind.json" >> /etc/furrow/furrow.env
done
jwt() { # [--mobile]
  NODE_ENV=development FURROW_HOME=/root/issuer /opt/furrow/current/bin/node /opt/furrow/current/cli/bundle/main.js \
    jwt --json --idp-id 'demo|clara' "$@" | jq -r .jwt
}
jwt > /dev/null && jwt --mobile > /dev/null
systemd-run -q --unit=issuer -E FURROW_HOME=/root/issuer -E PORT=8090 \
  /opt/furrow/current/bin/node /root/trial-issuer.mjs
mkdir -p /etc/furrow/tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$name" \
  -addext "subjectAltName=DNS:$name" -keyout /etc/furrow/tls/privkey.pem -out /etc/furrow/tls/fullchain.pem 2> /dev/null
chmod 600 /etc/furrow/tls/privkey.pem

deploy=/opt/furrow/current/deploy
page setting-it-up-2 $deploy
page setting-it-up-3 $deploy
ready
ok 'users, folders, secrets, database, schema, services and nginx are there'

echo '— units'
for unit in api iot-gateway migrate backup; do
  said=$(systemd-analyze verify /etc/systemd/system/furrow-$unit.service 2>&1) || fail "verify: $said"
  is "furrow-$unit.service verified, without a word" '' "$said"
  systemd-analyze security --no-pager --threshold=25 furrow-$unit.service > /root/security.log || fail "$(cat /root/security.log)"
  ok "$(tail -n 1 /root/security.log | sed 's/^[^A-Za-z]*//')"
done
said=$(systemd-analyze verify /etc/systemd/system/furrow-backup.timer 2>&1) || fail "verify: $said"
is 'furrow-backup.timer waits' active "$(systemctl is-active furrow-backup.timer)"
for unit in api iot-gateway; do
  pid=$(systemctl show -P MainPID furrow-$unit)
  is "furrow-$unit runs as" furrow "$(stat -c %U /proc/$pid)"
  is "furrow-$unit may open as many files, or all that this machine lets anybody" \
    "$(printf '%s\n' "$(systemctl show -P LimitNOFILE furrow-$unit)" "$(ulimit -Hn)" | sort -n | head -n 1)" \
    "$(awk '/Max open files/ { print $5 }' /proc/$pid/limits)"
  is "furrow-$unit has no capability, and gets none" '0000000000000000 1' \
    "$(awk '/CapBnd/ { bound = $2 } /NoNewPrivs/ { print bound, $2 }' /proc/$pid/status)"
  for path in /var/lib/furrow /opt/furrow/current /etc/furrow /var/backups /home; do
    nsenter -t "$pid" -m setpriv --reuid=furrow --regid=furrow --clear-groups touch $path/mine 2> /dev/null &&
      fail "furrow-$unit can write to $path"
  done
  ok "furrow-$unit can write nowhere it should not"
done
is 'only the API may write photos' 'yes no' "$(for unit in api iot-gateway; do
  nsenter -t "$(systemctl show -P MainPID furrow-$unit)" -m setpriv --reuid=furrow --regid=furrow --clear-groups \
    touch /var/lib/furrow/media/try 2> /dev/null && echo yes || echo no
done | xargs)"
rm /var/lib/furrow/media/try

echo '— secrets'
is furrow.env '640 root:furrow' "$(stat -c '%a %U:%G' /etc/furrow/furrow.env)"
is owner.env '640 root:furrow-owner' "$(stat -c '%a %U:%G' /etc/furrow/owner.env)"
is 'nothing is left to fill in' '' "$(grep -hE 'CHANGEME@|^[A-Z_]+=$' /etc/furrow/*.env || true)"
for user in furrow nobody; do
  setpriv --reuid=$user --regid=$user --init-groups cat /etc/furrow/owner.env > /dev/null 2>&1 && fail "$user reads owner.env"
done
setpriv --reuid=nobody --regid=nogroup --clear-groups cat /etc/furrow/furrow.env > /dev/null 2>&1 && fail 'nobody reads furrow.env'
ok 'services do not see what the owner has, and strangers see nothing'

echo '— farm, doctor, TLS'
is 'the login alone sees no table' 'denied' "$(PGPASSWORD=$(sed -n 's|.*furrow_app:\([^@]*\)@.*|\1|p' /etc/furrow/furrow.env) \
  psql -qAt -h 127.0.0.1 -U furrow_app furrow -c 'TABLE access.companies' > /dev/null 2>&1 && echo seen || echo denied)"
page setting-it-up-4
cat /root/page.log | sed -n '/STATE/,$p'
device=$(furrow device register try-1 --company demo --project vega --sector v1 --json)
is 'HTTP leads to HTTPS' "308 $url/api/control/projects" "$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://$name/api/control/projects)"
is 'the API is ready, by TLS' 200 "$(status $url/health/ready)"
is 'TLS 1.1 is refused' refused "$(ask --tls-max 1.1 $url/health/ready > /dev/null 2>&1 && echo taken || echo refused)"
is 'figures stay inside' 404 "$(status $url/metrics)"
photo="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
worker=$(jq -n --arg photo "$photo" '{ first_name: "Eva", last_name: "Soto", hire_date: "2026-03-02", position: "harvester",
  employment_type: "seasonal", status: "active", photo: $photo }' |
  ask $url/api/control/workers -H "authorization: Bearer $(jwt)" -H 'content-type: application/json' -d @-)
link=$(jq -r .data.photo_url <<< "$worker")
case $link in "$url"/*) ok 'links lead to the public name' ;; *) fail "$worker" ;; esac
photo_is() { ask -f "$link" | sha256sum; }
before=$(photo_is)
ok 'a worker has a photo, through nginx'
head -c 21000000 /dev/zero | tr '\0' a > /root/large
is 'what is larger than the API takes it refuses itself' '413 payload_too_large' "$(ask -o /root/answer -w '%{http_code} ' \
  $url/api/control/forms/record -H "authorization: Bearer $(jwt)" -H 'content-type: application/json' --data-binary @/root/large)$(jq -r .code /root/answer)"
NODE_EXTRA_CA_CERTS=/etc/furrow/tls/fullchain.pem /opt/furrow/current/bin/node /root/device.mjs $url "$device"
is 'a reading over WebSocket and TLS is stored' 1 "$(sql 'SELECT count(*) FROM telemetry.weather WHERE te = 19.5')"

echo '— crashes and stops'
kill -KILL "$(systemctl show -P MainPID furrow-api)"
ready
is 'a killed API is started again' 1 "$(systemctl show -P NRestarts furrow-api)"
systemctl stop furrow-api furrow-iot-gateway
is 'a stop is clean' 'success success' "$(systemctl show -P Result furrow-api) $(systemctl show -P Result furrow-iot-gateway)"
systemctl start furrow-api furrow-iot-gateway && ready

echo '— backup, restore'
page backup-and-restore-1
sleep 1 # A backup is named after the second in which it begins.
page backup-and-restore-1
is 'backups' '0700 furrow-owner' "$(stat -c '0%a %U' /var/backups/furrow)"
is 'two backups, and the keys once' '2 1' "$(ls /var/backups/furrow | wc -l) $(ls /var/backups/furrow-keys | wc -l)"
export BACKUP=/var/backups/furrow/$(ls /var/backups/furrow | tail -n 1)
tables="SELECT (SELECT count(*) FROM workforce.workers), (SELECT count(*) FROM telemetry.weather), (SELECT count(*) FROM access.companies)"
rows=$(sql "$tables")
systemctl stop furrow-api furrow-iot-gateway
read -r version cluster _ <<< "$(pg_lsclusters -h)"
pg_dropcluster --stop "$version" "$cluster" && pg_createcluster "$version" "$cluster" > /dev/null && systemctl restart postgresql
systemctl start "postgresql@$version-$cluster"
rm -rf /var/lib/furrow/media/*
page backup-and-restore-2 $deploy
ready
is 'the restored rows' "$rows" "$(sql "$tables")"
is 'the restored photo, by the link of before' "$before" "$(photo_is)"

echo '— upgrade, rollback'
page upgrade-1
is 'the upgrade runs' /opt/furrow/releases/0.2.0 "$(release=$(readlink -f /opt/furrow/current) && systemctl is-active -q furrow-api && echo $release)"
page rollback-1
ready
is 'the version before runs again' "/opt/furrow/releases/0.1.0/bin/node" "$(readlink /proc/"$(systemctl show -P MainPID furrow-api)"/exe)"
is 'and has the same rows' "$rows" "$(sql "$tables")"
echo 'Everything on the page works.'
