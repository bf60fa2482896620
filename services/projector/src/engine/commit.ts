import type { Batch, Member } from './batch.ts'
import { announce, type Ledger, moveCheckpoints } from './checkpoints.ts'
import { atomically, type Connection } from './connection.ts'
import { foldParts, type Load, type TableWrites } from './fold-parts.ts'
import { loadRows, writing } from './rows.ts'

/**
 * Loads the rows that a batch depends on, before its transaction, and folds. That is safe since only the leader writes
 * them: where this process no longer leads, the checkpoints refuse to move.
 */
export async function foldBatch(connection: Connection, { parts }: Batch): Promise<TableWrites[]> {
  const load: Load = (table, keys) => loadRows(connection, table, keys)
  const byMember = Map.groupBy(parts, ({ member }) => member)
  return (await Promise.all([...byMember].map(([member, its]) => foldParts(member, its, load)))).flat()
}

/**
 * Writes rows and checkpoints in one transaction. Everything is computed before, so that it only waits for the database:
 * while it is open, readers of the log see nothing that is newer.
 * @returns how long it was open, in ms
 * @throws {Fenced}
 */
export async function commitBatch(
  { connection, ledger }: { connection: Connection; ledger: Ledger },
  members: readonly Member[],
  { tables, position }: { tables: readonly TableWrites[]; position: Member['position'] },
): Promise<number> {
  const moving = members.filter(member => member.position < position)
  if (moving.length === 0) return 0
  const statements = tables.flatMap(({ table, writes }) => writing(table, writes))
  const startedAt = performance.now()
  // First, so that a former leader stops here, before it waits for row locks.
  const first = () => moveCheckpoints(connection, ledger, { moving, position })
  await atomically(connection, first, statements)
  const transactionMs = performance.now() - startedAt
  for (const member of moving) member.position = position
  // After the commit: commits with NOTIFY wait for each other's flush to disk.
  if (ledger.table === 'checkpoints') {
    await announce(
      connection,
      position,
      moving.map(({ projection }) => projection.name),
    )
  }
  return transactionMs
}

/** For tables without a checkpoint: those of `verify`. */
export async function writeTables(connection: Connection, tables: readonly TableWrites[]): Promise<void> {
  const statements = tables.flatMap(({ table, writes }) => writing(table, writes))
  await atomically(connection, async () => {}, statements)
}
