#!/usr/bin/env bash
# Creates the cluster if there is none, as the official image documents it. Then it runs the command.
set -euo pipefail

# The value of NAME, or the content of the file in NAME_FILE.
given() {
  local file=$1_FILE
  if [ -n "${!file:-}" ]; then cat "${!file}"; else printf '%s' "${!1:-}"; fi
}

run_scripts() {
  local script
  for script in /docker-entrypoint-initdb.d/*; do
    case $script in
      *.sh) if [ -x "$script" ]; then "$script"; else . "$script"; fi ;;
      *.sql) on_socket --dbname "$database" --file "$script" ;;
      *.sql.gz) gunzip --stdout "$script" | on_socket --dbname "$database" ;;
    esac
  done
}

on_socket() { psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$user" "$@"; }

make_cluster() {
  local user password database method=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  user=$(given POSTGRES_USER) password=$(given POSTGRES_PASSWORD) database=$(given POSTGRES_DB)
  user=${user:-postgres} database=${database:-${user:-postgres}}
  if [ -z "$password" ] && [ "$method" != trust ]; then
    echo 'No password for the superuser: set POSTGRES_PASSWORD or POSTGRES_PASSWORD_FILE.' >&2
    exit 1
  fi
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
  # shellcheck disable=SC2086 # a list of arguments, as the official image takes it
  initdb --username="$user" --pwfile=<(printf '%s\n' "$password") ${POSTGRES_INITDB_ARGS:-}
  printf '\nhost all all all %s\n' "$method" >>"$PGDATA/pg_hba.conf"
  # Only on the socket, so that no client connects before the cluster is complete.
  export PGPASSWORD=$password
  pg_ctl --wait --options="-c listen_addresses=''" start
  [ "$database" = postgres ] || on_socket --dbname postgres --command "create database \"$database\""
  run_scripts
  pg_ctl --wait --mode=fast stop
  unset PGPASSWORD
}

if [ "${1:0:1}" = - ]; then set -- postgres "$@"; fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then make_cluster; fi
exec "$@"
