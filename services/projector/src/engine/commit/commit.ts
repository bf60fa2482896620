import { atomically, type Connection, type Statement } from '../database/connection.ts'
import { asWriteRefused, WriteRefused } from '../database/faults.ts'
import { loadRows, writing } from '../tables/rows.ts'
import type { Batch, Member } from './batch.ts'
import { announce, type CheckpointTable, moveCheckpoints } from './checkpoints.ts'
import { foldParts, type Load, type TableWrites } from './fold-parts.ts'
import { discarding, type Parking, parking } from './park.ts'

/**
 * Loads the rows that a batch depends on, before its transaction, and folds. This is safe because only the leader
 * writes them: if another process leads by now, the checkpoints refuse to move.
 * @throws {FoldFailed} or {WriteRefused} if an event is the cause
 */
export async function foldBatch(connection: Connection, { parts }: Pick<Batch, 'parts'>) {
  const load: Load = (table, keys) => loadRows(connection, table, keys)
  const byMember = Map.groupBy(parts, ({ member }) => member)
  const folding = [...byMember].map(async ([member, its]) => {
    try {
      return await foldParts(member, its, load)
    } catch (error) {
      throw asWriteRefused(member.projection.name, error)
    }
  })
  return (await Promise.all(folding)).flat()
}

/** The content of a transaction, besides the new position of the checkpoints. */
export type Content = {
  tables: readonly TableWrites[]
  position: Member['position']
  parkings?: readonly Parking[]
  discarded?: Batch['discarded']
  taken?: Batch['taken']
  mark?: Statement[]
}

/**
 * Writes rows and checkpoints in one transaction. They are computed before, because an open transaction hides newer
 * events from readers of the log.
 * @returns how long it was open, in ms @throws {Fenced}, or {WriteRefused} if the database refuses an event’s rows
 */
export async function commitBatch(
  { connection, checkpointTable }: { connection: Connection; checkpointTable: CheckpointTable },
  members: readonly Member[],
  { tables, position, parkings = [], discarded = new Map(), taken = new Map(), mark = [] }: Content,
): Promise<number> {
  const moving = members.filter(member => member.position < position)
  if (moving.length === 0) return 0
  const statements = [
    ...tables.flatMap(writesOf),
    ...parkings.map(each => parking(checkpointTable, each)),
    ...[...discarded].map(([{ projection }, streams]) =>
      discarding(checkpointTable, projection, [...streams]),
    ),
    ...mark,
  ]
  const startedAt = performance.now()
  // First, so that a former leader stops here, before it waits for row locks.
  const first = () => moveCheckpoints(connection, checkpointTable, { moving, position, taken })
  await atomically(connection, first, statements)
  const transactionMs = performance.now() - startedAt
  for (const member of moving) member.position = position
  for (const [{ parked }, streams] of discarded) for (const stream of streams) parked.delete(stream)
  // After the commit: commits with NOTIFY wait for each other's flush to disk.
  if (checkpointTable === 'checkpoints') {
    await announce(
      connection,
      position,
      moving.map(({ projection }) => projection.name),
    )
  }
  return transactionMs
}

/** @throws {WriteRefused} for a row that does not fit its table */
export function writesOf({ member: { projection }, table, writes }: TableWrites): Statement[] {
  try {
    return writing(table, writes).map(statement => ({ ...statement, projection: projection.name }))
  } catch (error) {
    throw new WriteRefused(projection.name, error)
  }
}
