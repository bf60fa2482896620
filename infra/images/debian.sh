# Functions for build.sh and .ci/bare: a Debian in a folder, with this machine's mirrors, proxies and trusted certificates.
suite=bookworm

say() { echo "${program:?}: $*"; }
refuse() { say "$*" >&2; exit 1; }

# without_password WHAT ADDRESS: everybody with the image could read the password.
without_password() {
  if grep -qE '://[^/[:space:]"]*@' <<<"$2"; then refuse "$1 has a password in its address, which must not be in an image."; fi
}

# The first mirror for the suite in this machine's lists, in both of their formats.
mirror() {
  local lists=(/etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources)
  local found
  found=$(cat "${lists[@]}" 2>/dev/null | awk -v suite="$suite" '
    /^URIs:/ { uri = $2 }
    /^Suites:/ { for (i = 2; i <= NF; i++) if ($i == suite && uri != "") { print uri; exit } }
    /^deb / { for (i = 2; i < NF; i++) if ($i ~ /:\/\// && $(i + 1) == suite) { print $i; exit } }')
  # The default of debootstrap.
  echo "${found:-http://deb.debian.org/debian}"
}

# debian FOLDER: creates it with what every Debian has, and nothing else.
debian() {
  command -v debootstrap >/dev/null || refuse 'debootstrap is missing: apt-get install debootstrap.'
  [ "$(id -u)" = 0 ] || refuse 'debootstrap must run as root to create Debian’s base.'
  local from acquire log=$1.log
  from=$(mirror)
  acquire=$(apt-config dump Acquire)
  without_password 'The mirror of Debian' "$from"
  without_password 'The proxy of apt' "$acquire"
  say 'fetching Debian’s base; this takes about half a minute…'
  debootstrap --variant=minbase "$suite" "$1" "$from" >"$log" || { tail -n 5 "$log"; refuse 'debootstrap failed.'; }
  # The proxies and the trusted certificates of this machine.
  printf '%s\n' "$acquire" >"$1/etc/apt/apt.conf.d/80-as-the-host"
  mkdir -p "$1/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/" 2>/dev/null || true
}

# npm_into FOLDER PACKAGE...: installs programs from npm. FOLDER/npmrc names the registry and the trusted certificates.
npm_into() {
  local registry to=$1
  shift
  npm install --global --prefix "$to" --no-audit --no-fund --loglevel=error "$@" >/dev/null
  registry=$(cd / && npm config get registry)
  without_password 'The registry of npm' "$registry"
  mkdir -p "$to/etc"
  printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' "$registry" >"$to/etc/npmrc"
}
