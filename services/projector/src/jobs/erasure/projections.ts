import { idOf } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { projections } from '../../projections.ts'
import { unlessVerifying } from '../../verifying.ts'
import { NotYet } from '../policy.ts'

/**
 * A key may be destroyed only when every projection has passed the erasure: one that folded the events before it without
 * the key would have other rows than one that had it. One that parked the erasure still has the person's rows. Only
 * today's projections count. @throws {NotYet}
 */
export async function haveAllPassed(
  pool: DatabasePool,
  { stream, position }: Pick<RecordedEvent, 'stream' | 'position'>,
): Promise<void> {
  const names = projections.map(({ name }) => name)
  const passed = await pool.oneFirst(sql.type(z.object({ passed: z.boolean() }))`
    select count(*) = ${names.length} as passed from projector.checkpoints
    where projection = any(${sql.array(names, 'text')}) and position >= ${position}
    and projection not in (select projection from projector.parked
      where person = ${idOf(stream)} and position <= ${position})`)
  if (!passed) throw new NotYet(`the projections have yet to pass ${position}`)
}

/**
 * A verification compares tables of a while ago with the log: it must read the log with the keys that there were then.
 * @throws {NotYet} while one runs
 */
export async function destroyKey(
  { pool, keyring }: { pool: DatabasePool; keyring: Pick<Keyring, 'destroy'> },
  person: string,
): Promise<void> {
  const isDone = await unlessVerifying(pool, () => keyring.destroy(person))
  if (!isDone) throw new NotYet('a verification reads the log')
}
