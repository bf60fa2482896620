import { setTimeout as after } from 'node:timers/promises'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
import type { DatabasePool } from 'slonik'

type Logger = { warn(fields: object, sentence: string): void }
type Patience = { patienceMs?: number; everyMs?: number }

/**
 * Waits until a projector has created the tables. In a new database its first start creates them, and both services may
 * start together. @throws {Refusal} if it takes too long
 */
export async function awaitTables(
  pool: DatabasePool,
  logger: Logger,
  { patienceMs = 60_000, everyMs = 500 }: Patience = {},
): Promise<void> {
  const startedMs = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    if (await hasTable(pool, 'projector.checkpoints')) return
    if (performance.now() - startedMs >= patienceMs)
      throw new Refusal('No projector has made the read tables within a minute: start one.')
    if (isFirst) logger.warn({}, 'waiting for a projector to make the read tables')
    await after(everyMs)
  }
}
