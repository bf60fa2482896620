import type { Position } from '@tba/event-store/port.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import type { Client } from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Connection } from '../database/connection.ts'
import type { Projection } from '../projection.ts'
import type { Batch, Member } from './batch.ts'

/** Which checkpoints move: those of the live tables, or those of builds. */
export type CheckpointTable = 'checkpoints' | 'builds'

const checkpoint = z.object({
  projection: z.string(),
  version: z.int(),
  position: storedPosition,
  epoch: z.int(),
  /** Where its tables are. */
  schema: z.string(),
  /** The tables are ahead of that position: rows are already deleted that a later event removes. */
  inSteps: z.boolean(),
})
export type Checkpoint = z.infer<typeof checkpoint>

/** Those of the live tables. */
export async function readCheckpoints(db: CommonQueryMethods): Promise<readonly Checkpoint[]> {
  return db.any(sql.type(checkpoint)`
    select projection, version, position, epoch, schema, in_steps as "inSteps" from projector.checkpoints`)
}

/**
 * Takes over the checkpoints of these versions: transactions of an earlier leader can no longer commit. Uses the
 * connection that holds the lock: without the lock the connection is gone, and nothing is claimed.
 */
export async function claimCheckpoints(
  client: Client,
  checkpointTable: CheckpointTable,
  projections: readonly Projection[],
): Promise<readonly Checkpoint[]> {
  const { rows } = await client.query(
    `update projector.${checkpointTable} as held set epoch = held.epoch + 1
     from unnest($1::text[], $2::int[]) as led (projection, version)
     where held.projection = led.projection and held.version = led.version
     returning held.projection, held.version, held.position, held.epoch, held.schema, held.in_steps as "inSteps"`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version)],
  )
  return z.array(checkpoint).parse(rows)
}

type Move = {
  moving: readonly Member[]
  position: Position
  taken?: Batch['taken'] | undefined
  inSteps?: boolean
}

/** Compare-and-set of all checkpoints before `position`. @throws {Fenced} if one was moved by somebody else */
export async function moveCheckpoints(
  { query }: Pick<Connection, 'query'>,
  checkpointTable: CheckpointTable,
  { moving, position, taken = new Map(), inSteps = false }: Move,
): Promise<void> {
  const moved = await query({
    name: `move ${checkpointTable}`,
    text: `
      update projector.${checkpointTable} as held set position = $1, in_steps = $8, updated_at = now(),
        event_count = held.event_count + expected.taken, events_per_second = expected.rate
      from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::int[], $7::real[])
        as expected (projection, version, position, epoch, taken, rate)
      where held.projection = expected.projection and held.version = expected.version
        and held.position = expected.position and held.epoch = expected.epoch
      returning 1`,
    values: [
      position,
      moving.map(({ projection }) => projection.name),
      moving.map(({ projection }) => projection.version),
      moving.map(member => member.position),
      moving.map(({ epoch }) => epoch),
      moving.map(member => taken.get(member) ?? 0),
      moving.map(member => member.rate(taken.get(member) ?? 0)),
      inSteps,
    ],
  })
  if (moved.length !== moving.length) throw new Fenced(moving.map(({ projection }) => projection.name))
}

/** Wakes the readers that wait for their own writes. */
export async function announce(
  through: { query(statement: { text: string; values: unknown[] }): Promise<unknown> },
  position: Position,
  projections: readonly string[],
): Promise<void> {
  const values = [JSON.stringify({ position, projections })]
  await through.query({ text: `select pg_notify('projected', $1)`, values })
}

/** Another leader has taken over, or a newer version went live: the state in memory is no longer valid. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
  constructor(projections: readonly string[]) {
    super(`the checkpoints of ${projections.join(', ')} are no longer where this leader left them`)
  }
}
