#!/bin/sh
# Walks the whole way on a slow phone, then measures the pages of a server with sample data; a quarter of an hour.
# RUNS: how many runs of each page count. WALK=no leaves the walk out.
set -eu
export DAYSHIFT_DATA_DIR="$(mktemp -d)"
port="${PORT:-8099}"
dayshift migrate >/dev/null && dayshift jobs sample >/dev/null
dayshift serve --port "$port" >"$DAYSHIFT_DATA_DIR/server.log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$DAYSHIFT_DATA_DIR"' EXIT
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do sleep 1; done
kill -0 $server || { echo "somebody else serves on port $port" >&2; exit 1; }
walked=0
if [ "${WALK:-yes}" != no ]; then
  (cd e2e && ../web/node_modules/.bin/playwright test --config slow.config.ts) || walked=1
fi
node bench/web.mjs "http://127.0.0.1:$port" "${RUNS:-3}"
exit "$walked"
