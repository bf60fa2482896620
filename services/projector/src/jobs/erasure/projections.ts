import { idOf } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { projections } from '../../projections.ts'
import { unlessVerifying } from '../../verify/verifying.ts'
import { RetryLater } from '../policy.ts'

/**
 * A key may be destroyed only after every projection has passed the erasure. One that folds the earlier events without the
 * key would get other rows. One that parked the erasure still has the person's rows. Only this build's projections count.
 * @throws {RetryLater}
 */
export async function assertProjectionsPassed(
  pool: DatabasePool,
  { stream, position }: Pick<RecordedEvent, 'stream' | 'position'>,
): Promise<void> {
  const names = projections.map(({ name }) => name)
  const passed = await pool.oneFirst(sql.type(z.object({ passed: z.boolean() }))`
    select count(*) = ${names.length} as passed from projector.checkpoints
    where projection = any(${sql.array(names, 'text')}) and position >= ${position}
    and projection not in (select projection from projector.parked
      where person = ${idOf(stream)} and position <= ${position})`)
  if (!passed) throw new RetryLater(`the projections have not passed ${position}`)
}

/**
 * A verification compares older tables with the log, so it needs the keys of that time.
 * @throws {RetryLater} while one runs
 */
export async function destroyKey(
  { pool, keyring }: { pool: DatabasePool; keyring: Pick<Keyring, 'destroy'> },
  person: string,
): Promise<void> {
  const isDone = await unlessVerifying(pool, () => keyring.destroy(person))
  if (!isDone) throw new RetryLater('a verification is running')
}
