import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { consoleTables } from '../reads/console-tables.ts'

/** Longer than visits are kept. */
const kept = sql.fragment`interval '2 years'`
const row = sql.type(z.object({ visit: z.string() }))

/**
 * Which visits an account has opened: a table of the service, as nothing is decided by it and nobody asks when. An event for
 * each look would be most of what administrators write.
 */
export function seenVisits(pool: DatabasePool) {
  const makeTables = consoleTables(pool)
  return {
    async among(adminId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      await makeTables()
      const rows = await pool.any(row`
        select visit from console.seen_visits
        where admin_id = ${adminId} and visit = any(${sql.array([...ids], 'text')})`)
      return new Set(rows.map(({ visit }) => visit))
    },
    async add(adminId: string, visit: string): Promise<void> {
      await makeTables()
      await pool.query(sql.unsafe`delete from console.seen_visits where seen_at < now() - ${kept}`)
      await pool.query(sql.unsafe`
        insert into console.seen_visits (admin_id, visit) values (${adminId}, ${visit}) on conflict do nothing`)
    },
  }
}
