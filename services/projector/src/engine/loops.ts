import { setTimeout as pause } from 'node:timers/promises'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const initialMs = 100
const maxMs = 15_000

/** Doubles with each attempt, up to 15 s. */
export const backoffMs = (attempt: number): number => Math.min(maxMs, initialMs * 2 ** attempt)

/** Waits, or stops waiting when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}

export type Waiting = {
  signal: AbortSignal
  pool: DatabasePool
  logger: Record<'error', (fields: object, message: string) => void>
}

/** Runs work that needs locks, again and again while others hold them. The log names who does. */
export async function retryOnLockTimeout<T>(
  { signal, pool, logger }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  let named: string | null = null
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      const lock = await findLock(pool)
      if (lock !== null && lock !== named) logger.error({ lock }, 'waiting for a lock')
      named = lock
      await sleep(backoffMs(Math.min(attempt, 4)), signal)
      signal.throwIfAborted()
    }
  }
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** Who has held a lock on a read table or on the projector’s own for longest, if longer than a second: one sentence. */
export async function findLock(pool: DatabasePool): Promise<string | null> {
  return pool.maybeOneFirst(sql.type(z.object({ lock: z.string() }))`
    select format('%s.%s is locked by process %s (%s) of %s', nspname, relname, held.pid,
      coalesce(nullif(application_name, ''), backend_type, 'unnamed'), usename) as lock
    from pg_catalog.pg_locks as held join pg_catalog.pg_stat_activity as session using (pid)
    join pg_catalog.pg_class as c on c.oid = relation join pg_catalog.pg_namespace as n on n.oid = relnamespace
    where granted and database = (select oid from pg_catalog.pg_database where datname = current_database())
      and (nspname in ('read', 'projector') or nspname ~ '_v[0-9]+(_b)?$')
      and coalesce(xact_start < now() - interval '1 s', true)
    order by xact_start nulls last, nspname <> 'read', relname limit 1`)
}
