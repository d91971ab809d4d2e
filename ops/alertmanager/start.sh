#!/bin/sh
# Starts Alertmanager with the receiver of the environment: ALERT_WEBHOOK_URL. Further arguments are Alertmanager's.
set -eu
if [ -z "${ALERT_WEBHOOK_URL:-}" ]; then
  echo "ALERT_WEBHOOK_URL is not set: no alert would reach anybody" >&2
  exit 1
fi
configuration="${TMPDIR:-/tmp}/alertmanager.yml"
# The address is a secret of the receiver's, mostly.
umask 077
# In single quotes for YAML, and without a meaning for sed.
url=$(printf '%s' "$ALERT_WEBHOOK_URL" | sed "s/'/''/g" | sed 's/[&|\]/\\&/g')
sed "s|\"http://alert-webhook-url.invalid/\"|'$url'|" "$(dirname "$0")/alertmanager.yml" >"$configuration"
exec "${ALERTMANAGER:-alertmanager}" --config.file="$configuration" "$@"
