import type { Position } from '@tba/events/store/port.ts'
import type { CommonQueryMethods } from 'slonik'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Member } from './batch.ts'

/** Which checkpoints move, and by which leader: those that readers see, or those of versions being built. */
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

/** Those that readers see. */
export async function readCheckpoints(db: CommonQueryMethods): Promise<readonly Checkpoint[]> {
  return db.any(sql.type(checkpoint)`
    select projection, version, position, epoch, schema from projector.checkpoints`)
}

/**
 * Makes them this leader's: from here on, nothing that an earlier leader has under way can commit.
 * @throws {Fenced} where a later leader has been here already
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
 * Compare and set, of all that lie before `position`.
 * @throws {Fenced} where one of them is not where this leader left it
 */
export async function moveCheckpoints(
  db: CommonQueryMethods,
  { table, epoch }: Ledger,
  { moving, position }: { moving: readonly Member[]; position: Position },
): Promise<void> {
  const statement = sql.type(z.object({ projection: z.string() }))`
    update ${ledgerTable(table)} as held set position = ${position}, updated_at = now()
    from unnest(
      ${sql.array(
        moving.map(({ projection }) => projection.name),
        'text',
      )},
      ${sql.array(
        moving.map(({ projection }) => projection.version),
        'int4',
      )},
      ${sql.array(
        moving.map(member => member.position),
        'text',
      )}
    ) as expected (projection, version, position)
    where held.projection = expected.projection and held.version = expected.version
      and held.position = expected.position and held.epoch = ${epoch}
    returning held.projection`
  const moved = await db.any({ ...statement, name: `move ${table}` })
  if (moved.length !== moving.length) throw new Fenced(epoch)
}

/** Wakes the readers that wait for their own writes. */
export async function announce(db: CommonQueryMethods, position: Position, projections: readonly string[]) {
  const payload = JSON.stringify({ position, projections })
  await db.query(sql.type(z.unknown())`select pg_notify('projected', ${payload})::text`)
}

function ledgerTable(name: Ledger['table']) {
  return sql.identifier(['projector', name])
}

/** Another leader has taken over, or the checkpoints were moved by hand: what is in memory counts for nothing. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
  constructor(epoch: number) {
    super(`the checkpoints are no longer where the leader of epoch ${epoch} left them`)
  }
}
