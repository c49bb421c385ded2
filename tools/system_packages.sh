#!/bin/sh
# Installs the browser and the database the tests drive, where they are missing and we may.
set -eu

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium fonts-dejavu-core"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 ||
  missing="$missing postgresql"
command -v cc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"

if may_install; then
  [ -z "$missing" ] || apt-get update -qq
  # Makes the tests faster, and not every system has it.
  command -v chromium-headless-shell >/dev/null 2>&1 ||
    ! apt-cache show chromium-headless-shell >/dev/null 2>&1 ||
    missing="$missing chromium-headless-shell"
fi
[ -z "$missing" ] && exit 0

if may_install; then
  echo "== Installing system packages:$missing (a minute or two)"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "These tests need:$missing. Please install them (on Debian, as root: apt-get install$missing)."
  exit 1
fi
