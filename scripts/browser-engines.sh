#!/bin/sh
# Installs the browser engines of `make e2e-engines` by package name: Firefox ESR, WPE, an old Chromium from an npm package,
# and WebKitGTK in the root of a newer Debian (in var/engines, or ENGINES_ROOTS). Needs root on Debian 12; otherwise it
# lists what is missing. With names of engines, it installs only those: browser-engines.sh firefox webkit
set -eu

wants() { # Whether one of these engines is wanted.
  [ -n "$wanted" ] || return 0
  for engine in "$@"; do case " $wanted " in *" $engine "*) return 0 ;; esac; done
  return 1
}
wanted=$*

roots=${ENGINES_ROOTS:-var/engines}
root=$roots/trixie
inside="webkit2gtk-driver dbus gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad
  gstreamer1.0-plugins-ugly gstreamer1.0-libav gstreamer1.0-gl gstreamer1.0-nice fonts-dejavu-core fonts-noto-core"

mkdir -p "$roots"
if [ -z "${ENGINES_ROOTS:-}" ] && [ "$(id -u)" = 0 ]; then
  for folder in dev/shm dev proc sys; do # Earlier versions of this script mounted them for everybody.
    ! mountpoint -q "$root/$folder" || umount "$root/$folder" || echo "browser engines: /$folder is still mounted in $root"
  done
fi
if wants oldest_chromium && [ ! -x "$roots/chromium106/chromium" ]; then
  echo "browser engines: installing Chromium 106 in $roots"
  unpack='const fs = require("fs"), zlib = require("zlib"), [from, to] = process.argv.slice(1);
    fs.writeFileSync(to, zlib.brotliDecompressSync(fs.readFileSync(from)), { mode: 0o755 });'
  folder=$roots/chromium106
  mkdir -p "$folder" && npm pack --silent --pack-destination "$folder" @sparticuz/chrome-aws-lambda@17.1.3 >/dev/null &&
    tar -xzf "$folder"/*.tgz -C "$folder" && node -e "$unpack" "$folder/package/bin/swiftshader.tar.br" "$folder/libraries.tar" &&
    tar -xf "$folder/libraries.tar" -C "$folder" && node -e "$unpack" "$folder/package/bin/chromium.br" "$folder/chromium" &&
    rm -rf "$folder/package" "$folder"/*.t* || echo "browser engines: missing the npm package @sparticuz/chrome-aws-lambda"
fi

missing=""
need() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
if wants firefox; then
  need firefox-esr firefox-esr
  ldconfig -p 2>/dev/null | grep -q libavcodec.so || missing="$missing libavcodec-extra" # Firefox plays H.264 with it.
fi
if wants oldest_webkit; then need WPEWebDriver wpewebkit-driver; need cog cog; fi
if wants webkit webkit_webm; then
  need Xvfb xvfb
  need matchbox-window-manager matchbox-window-manager
  [ -x "$root/usr/bin/apt-get" ] || need debootstrap debootstrap
fi

if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  [ -z "$missing" ] || echo "browser engines: missing packages, which only root can install on Debian:$missing"
  ! wants webkit webkit_webm || [ -x "$root/usr/bin/WebKitWebDriver" ] || echo "browser engines: missing WebKitGTK, a Debian trixie in $root with:" $inside
  exit 0
fi

export DEBIAN_FRONTEND=noninteractive
if [ -n "$missing" ]; then
  echo "browser engines: installing$missing"
  apt-get -o DPkg::Lock::Timeout=900 update -qq || echo "browser engines: the list of packages is not up to date"
  for package in $missing; do
    apt-get -o DPkg::Lock::Timeout=900 install -y -qq --no-install-recommends "$package" >/dev/null ||
      echo "browser engines: missing package $package"
  done
fi
wants webkit webkit_webm || exit 0
command -v debootstrap >/dev/null 2>&1 || [ -x "$root/usr/bin/apt-get" ] || exit 0
if [ ! -x "$root/usr/bin/apt-get" ]; then
  echo "browser engines: installing Debian trixie in $root"
  # It mounts /proc and /sys in the root: here they end with it, also when it is killed.
  unshare --mount --propagation private debootstrap --variant=minbase trixie "$root" >"$roots/debootstrap.log" 2>&1 || { echo "browser engines: missing trixie, see $roots/debootstrap.log"; exit 0; }
fi
if [ ! -x "$root/usr/bin/WebKitWebDriver" ]; then
  echo "browser engines: installing WebKitGTK in $root"
  # The package manager of the root uses the same network.
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  # shellcheck disable=SC2086  (word splitting is intended)
  temporary=$(mktemp -d)
  chmod 1777 "$temporary" # The package manager becomes another user.
  sh "$(dirname "$0")/in-debian-root.sh" "$root" "$temporary" \
    sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' install $inside >"$roots/webkit.log" 2>&1 ||
    echo "browser engines: missing WebKitGTK, see $roots/webkit.log"
  rm -rf "$temporary"
fi
