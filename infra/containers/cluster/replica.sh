#!/usr/bin/env bash
# Copies the primary if there is no copy yet. Then it follows the primary, read-only.
set -euo pipefail
PGPASSWORD=$(cat /password/postgres)
export PGPASSWORD
slot=replica

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo 'Copying the primary…'
  # The primary keeps the changes that the copy lacks, up to max_slot_wal_keep_size.
  psql --host=postgres --username=tba --dbname=tba --quiet --set=ON_ERROR_STOP=1 --command="
    select pg_create_physical_replication_slot('$slot')
    where not exists (select from pg_replication_slots where slot_name = '$slot')" >/dev/null
  rm -rf "$PGDATA.part"
  mkdir -p "$(dirname "$PGDATA")"
  # The copy also stores the address of the primary with its password.
  pg_basebackup --host=postgres --username=tba --pgdata="$PGDATA.part" --checkpoint=fast --wal-method=stream \
    --slot="$slot" --write-recovery-conf
  chmod 700 "$PGDATA.part"
  mv "$PGDATA.part" "$PGDATA"
fi
unset PGPASSWORD
exec postgres "$@"
