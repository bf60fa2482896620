import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** `LIMIT_SCALE` does not multiply these: a code has only a million values. */
const limits = { hour: 10, day: 50 }

const countRow = sql.type(z.object({ count: z.int() }))

/** Counts wrong codes per account, whatever the browser. In a table, so that all processes count together, also after a restart. */
export function wrongCodes(pool: DatabasePool) {
  const since = (unit: 'hour' | 'day') => sql.fragment`
    array(select time from unnest(held.times) time where time > now() - ${`1 ${unit}`}::interval)`
  return {
    /** Before the check, so that parallel guesses get no extra checks. @returns how many in a day; null: no code is taken */
    async count(adminId: string): Promise<number | null> {
      const counted = await pool.maybeOne(countRow`
        insert into command.wrong_codes as held (admin_id, times) values (${adminId}, array[now()])
        on conflict (admin_id) do update set times = ${since('day')} || now()
        where cardinality(${since('hour')}) < ${limits.hour} and cardinality(${since('day')}) < ${limits.day}
        returning cardinality(times) as count`)
      return counted?.count ?? null
    },
    async clear(adminId: string): Promise<void> {
      await pool.query(sql.unsafe`delete from command.wrong_codes where admin_id = ${adminId}`)
    },
  }
}

export const tooManyCodes = () =>
  new HttpFailure(429, 'Troppi codici errati. Usa un codice di recupero, oppure riprova più tardi.', {
    headers: { 'retry-after': '3600' },
    secondFactor: true,
  })
