#!/bin/sh
# Walks the whole way on a slow phone, then measures the pages of a server with sample data. RUNS: how many runs of each page count.
set -eu
export DAYSHIFT_DATA_DIR="$(mktemp -d)"
port="${PORT:-8099}"
dayshift migrate >/dev/null && dayshift jobs sample >/dev/null
dayshift serve --port "$port" >"$DAYSHIFT_DATA_DIR/server.log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$DAYSHIFT_DATA_DIR"' EXIT
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do sleep 1; done
(cd e2e && ../web/node_modules/.bin/playwright test --config slow.config.ts)
node bench/web.mjs "http://127.0.0.1:$port" "${RUNS:-5}"
