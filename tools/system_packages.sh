#!/bin/sh
# Installs the browser and the database the tests drive, where they are missing and we may.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium fonts-dejavu-core"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 ||
  missing="$missing postgresql"
command -v cc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "== Installing system packages:$missing (a minute or two)"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "These tests need:$missing. Please install them (on Debian, as root: apt-get install$missing)."
  exit 1
fi
