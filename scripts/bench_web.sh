#!/bin/sh
# Runs the full journey on a simulated slow phone, then measures pages of a server with sample data; takes 15 minutes.
# RUNS: counted runs per page. WALK=no skips the journey.
set -eu
export DAYSHIFT_DATA_DIR="$(mktemp -d)"
port="${PORT:-8099}"
dayshift migrate >/dev/null && dayshift jobs sample >/dev/null
dayshift serve --port "$port" >"$DAYSHIFT_DATA_DIR/server.log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$DAYSHIFT_DATA_DIR"' EXIT
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do sleep 1; done
kill -0 $server || { echo "port $port is in use by another process" >&2; exit 1; }
journey_failed=0
export JOURNEY_FILE="$DAYSHIFT_DATA_DIR/journey.json"
if [ "${WALK:-yes}" != no ]; then
  (cd e2e && ../web/node_modules/.bin/playwright test --config slow.config.ts) || journey_failed=1
fi
node bench/web.mjs "http://127.0.0.1:$port" "${RUNS:-3}"
exit "$journey_failed"
