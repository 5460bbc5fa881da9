#!/bin/sh
# Checks the system packages that tests need: browser, database server, Redis, proxy, speech synthesis, Debian's Python.
# Installs missing ones as root on Debian; otherwise lists them and fails.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v flite >/dev/null 2>&1 || missing="$missing flite"
command -v caddy >/dev/null 2>&1 || missing="$missing caddy"
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v dpkg >/dev/null 2>&1 && { dpkg -s python3-venv >/dev/null 2>&1 || missing="$missing python3-venv"; }
[ -z "$missing" ] && exit 0

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "system packages: installing$missing"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -o DPkg::Lock::Timeout=900 update -qq
  # shellcheck disable=SC2086  (word splitting is intended)
  apt-get -o DPkg::Lock::Timeout=900 install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "The tests need these system packages, please install them:$missing" >&2
  exit 1
fi
