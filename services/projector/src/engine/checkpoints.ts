import type { Position } from '@tba/event-store/port.ts'
import type { CommonQueryMethods } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Member } from './batch.ts'
import type { Connection } from './connection.ts'

/** The checkpoints to move (live ones, or those of builds), and the epoch of the leader that moves them. */
export type Ledger = { table: 'checkpoints' | 'builds'; epoch: number }

const checkpoint = z.object({
  projection: z.string(),
  version: z.int(),
  position: z.string().transform(text => text as Position),
  epoch: z.int(),
  /** Where its tables are. */
  schema: z.string(),
})
export type Checkpoint = z.infer<typeof checkpoint>

/** Those of the live tables. */
export async function readCheckpoints(db: CommonQueryMethods): Promise<readonly Checkpoint[]> {
  return db.any(sql.type(checkpoint)`
    select projection, version, position, epoch, schema from projector.checkpoints`)
}

/**
 * Writes this leader's epoch into the checkpoints: from now on, an earlier leader's transactions cannot commit.
 * @throws {Fenced} where a later leader has done so already
 */
export async function claimCheckpoints(
  db: CommonQueryMethods,
  { table, epoch }: Ledger,
  projections: readonly string[],
): Promise<readonly Checkpoint[]> {
  const claimed = await db.any(sql.type(checkpoint)`
    update ${ledgerTable(table)} set epoch = greatest(epoch, ${epoch})
    where projection = any(${sql.array(projections, 'text')})
    returning projection, version, position, epoch, schema`)
  if (claimed.some(({ epoch: held }) => held > epoch)) throw new Fenced(epoch)
  return claimed
}

/**
 * Compare-and-set of all checkpoints that are before `position`.
 * @throws {Fenced} where one of them is not where this leader left it
 */
export async function moveCheckpoints(
  { query }: Pick<Connection, 'query'>,
  { table, epoch }: Ledger,
  { moving, position }: { moving: readonly Member[]; position: Position },
): Promise<void> {
  const moved = await query({
    name: `move ${table}`,
    text: `
      update projector.${table} as held set position = $1, updated_at = now()
      from unnest($2::text[], $3::int[], $4::text[]) as expected (projection, version, position)
      where held.projection = expected.projection and held.version = expected.version
        and held.position = expected.position and held.epoch = $5
      returning 1`,
    values: [
      position,
      moving.map(({ projection }) => projection.name),
      moving.map(({ projection }) => projection.version),
      moving.map(member => member.position),
      epoch,
    ],
  })
  if (moved.length !== moving.length) throw new Fenced(epoch)
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

function ledgerTable(name: Ledger['table']) {
  return sql.identifier(['projector', name])
}

/** Another leader has taken over, or the checkpoints were moved by hand: what this process has in memory is void. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
  constructor(epoch: number) {
    super(`the checkpoints are no longer where the leader of epoch ${epoch} left them`)
  }
}
