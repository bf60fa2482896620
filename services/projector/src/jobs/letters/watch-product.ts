import { dirname } from 'node:path'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import { type AlarmState, alarmDecider } from '@tba/events/alarms/alarm.decider.ts'
import { type Trouble, troubles } from '@tba/events/alarms/states.ts'
import { fold, isRefusal, noLogTime } from '@tba/events/decider.ts'
import { type DiskSpace, databaseFolder, readDiskSpace } from '@tba/runtime/disk.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { readCheckpoints } from '../../engine/commit/checkpoints.ts'
import { productLetter } from '../../mail/product.letters.ts'
import { projections } from '../../projections.ts'
import type { PolicyDeps } from '../deps.ts'

export type Watched = Pick<PolicyDeps, 'mailer' | 'notifyEmail' | 'publicUrl'> & {
  pool: DatabasePool
  store: Pick<EventStore, 'head'>
  disks(): Promise<readonly DiskSpace[]>
}

/** A disk with less than this share free is low. */
const leastFree = 0.1

const heldRow = sql.type(
  z.object({
    isFresh: z.boolean(),
    head: storedPosition.nullable(),
    states: z.partialRecord(z.enum(troubles), z.custom<AlarmState>()),
  }),
)

/**
 * Every five minutes, decided as an alarm is. Nothing of it is in the log, which may be what fails. A kill after a letter may send
 * it again.
 * @throws the first letter that could not be sent, which is tried again at the next look
 */
export async function watchProduct(deps: Watched, at = new Date()): Promise<void> {
  const { pool, store, mailer, notifyEmail, publicUrl } = deps
  const now = at.toISOString()
  const held = await pool.maybeOne(heldRow`
    select checked_at > ${now}::timestamptz - interval '5 minutes' as "isFresh", head, states from jobs.watch`)
  if (held?.isFresh) return
  const found: Record<Trouble, boolean> = {
    lost: await pool.exists(sql.unsafe`select from projector.lost_events`),
    disk: (await deps.disks()).some(({ freeBytes, totalBytes }) => freeBytes < leastFree * totalBytes),
    behind: await isBehind(pool, held?.head ?? null),
  }
  const head = await store.head().catch(() => held?.head ?? null)
  const states: Partial<Record<Trouble, AlarmState>> = {}
  const failures: unknown[] = []
  for (const trouble of troubles) {
    const before = held?.states[trouble] ?? armed
    const outcome = { is: found[trouble] ? 'met' : 'clear', value: 0 } as const
    const judged = alarmDecider.decide(before, { type: 'JudgeAlarm', outcome, now })
    let state = before
    for (const event of isRefusal(judged) ? [] : judged) {
      state = alarmDecider.evolve(state, event, noLogTime)
      const letter = event.type === 'AlarmJudged' ? event.data.letter : null
      if (!letter || !notifyEmail) continue
      const told = productLetter({ to: notifyEmail, trouble, letter, at: now, publicUrl })
      await mailer.send(`product-${trouble}-${now.replaceAll(':', '-')}`, told).catch(error => {
        failures.push(error)
        state = before
      })
    }
    states[trouble] = state
  }
  await pool.query(sql.unsafe`
    insert into jobs.watch (checked_at, head, states)
    values (${now}::timestamptz, ${head}, ${JSON.stringify(states)}::jsonb)
    on conflict (only_row) do update
    set (checked_at, head, states) = (excluded.checked_at, excluded.head, excluded.states)`)
  if (failures.length > 0) throw failures[0]
}

const armed = fold(alarmDecider, [{ type: 'AlarmMade', data: { name: '', definition: {} } }])

/** Whether a projection has not reached where the log ended five minutes ago. */
async function isBehind(pool: DatabasePool, head: Position | null): Promise<boolean> {
  if (head === null) return false
  const checkpoints = await readCheckpoints(pool)
  return projections.some(({ name }) => {
    const reached = checkpoints.find(({ projection }) => projection === name)?.position
    return reached !== undefined && reached < head
  })
}

/** The disks of the data folder and of a database on this machine. */
export async function productDisks(connectionString: string, lettersFolder: string): Promise<DiskSpace[]> {
  const folders = [dirname(lettersFolder), await databaseFolder(connectionString)]
  const read = folders
    .filter(folder => folder !== null)
    .map(folder => readDiskSpace(folder).catch(() => null))
  return (await Promise.all(read)).filter(space => space !== null)
}
