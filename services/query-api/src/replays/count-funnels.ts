import { setInterval } from 'node:timers/promises'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { type DatabasePool, sql } from 'slonik'
import type { Copy } from '../analytics/copy.ts'
import { kindOf } from '../analytics/failures.ts'
import { findReplays, type StoredReplay } from './stored-replays.ts'

type Counting = { pool: DatabasePool; copy: Copy; onError: (error: unknown) => void }

const lookEveryMs = 500
/** No browser waits for it. */
const withinMs = 600_000

/**
 * Counts the funnels of replays that a worker of the projector has begun, until the signal aborts. Of several processes each
 * may count one: they come to the same, and the first one writes.
 */
export async function countFunnels({ pool, copy, onError }: Counting, signal: AbortSignal): Promise<void> {
  const waiting = sql.fragment`r.state = 'waiting' and r.asked -> 'mode' ->> 'kind' = 'funnel'`
  try {
    for await (const _ of setInterval(lookEveryMs, undefined, { signal, ref: false })) {
      const replays = await findReplays(pool, waiting, 100).catch(onError)
      const next = replays?.find(({ progress }) => progress?.isTaken && !progress.counted)
      if (next) await count({ pool, copy, onError }, next).catch(onError)
    }
  } catch {
    // Aborted.
  }
}

async function count({ pool, copy, onError }: Counting, { id, asked, end }: StoredReplay): Promise<void> {
  if (asked.mode.kind !== 'funnel') return
  const { mode, ...bounds } = asked
  const definition = mode.definition as unknown as FunnelDefinition
  let told: Told
  try {
    const must = end === null ? {} : { must: end }
    const counted = await copy.ask('replayFunnel', { definition, bounds, end }, { ...must, withinMs })
    told = { what: 'counted', ...counted }
  } catch (error) {
    const kind = kindOf(error)
    const isTooLarge = kind === 'long' || kind === 'large'
    const isBroken = kind === null || kind === 'error' || kind === 'invalid'
    // The copy is not that far, or has no time: it is asked again.
    if (!isTooLarge && !isBroken) return
    if (isBroken) onError(error)
    told = { what: isTooLarge ? 'tooLarge' : 'failed', result: null, events: 0 }
  }
  await pool.query(sql.unsafe`
    update jobs.replays set counted = ${told.what}, result = ${told.result}, done = ${told.events}
    where id = ${id} and over_at is null and counted is null`)
}

type Told = { what: 'counted' | 'tooLarge' | 'failed'; result: string | null; events: number }
