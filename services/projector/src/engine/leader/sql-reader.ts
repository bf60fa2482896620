import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/**
 * Ends the sessions of the role of `npm run sql` that could hold others up: a transaction of more than five minutes, a transaction
 * id, behind which readers of the log wait, or an advisory lock, by which projectors lead. The role may change its own time limits.
 * Anybody who is no member of the role ends nothing: see `reader.ts`.
 */
export async function endHoldingReaders(pool: DatabasePool): Promise<void> {
  await pool.query(sql.type(z.unknown())`
    select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity as session
    where usename = current_database() || '_sql' and pg_catalog.pg_has_role(usesysid, 'usage')
      and (xact_start < now() - interval '5 minutes' or backend_xid is not null
        or exists (select from pg_catalog.pg_locks as held where held.pid = session.pid and locktype = 'advisory'))`)
}
