import type { Batch, Member } from './batch.ts'
import { announce, type Ledger, moveCheckpoints } from './checkpoints.ts'
import { atomically, type Connection } from './connection.ts'
import { foldParts, type Load, type TableWrites } from './fold-parts.ts'
import { loadRows, writing } from './rows.ts'

/**
 * The rows that a batch looks at are loaded before its transaction: only the leader writes them, and where that
 * should no longer be us, the checkpoints refuse to move.
 */
export async function foldBatch(connection: Connection, { parts }: Batch): Promise<TableWrites[]> {
  const load: Load = (table, keys) => loadRows(connection, table, keys)
  const byMember = Map.groupBy(parts, ({ member }) => member)
  return (await Promise.all([...byMember].map(([member, its]) => foldParts(member, its, load)))).flat()
}

/**
 * Rows and checkpoints in one transaction. It takes data only, so there is nothing but the database to wait for:
 * as long as it is open, the log's readers see nothing that is newer.
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
  // First, so that a leader of the past stops here and an overtaken one waits for nothing.
  const first = () => moveCheckpoints(connection, ledger, { moving, position })
  await atomically(connection, first, statements)
  const transactionMs = performance.now() - startedAt
  for (const member of moving) member.position = position
  // After the commit, not in it: a notifying commit makes all other notifying commits wait for its disk.
  if (ledger.table === 'checkpoints') {
    await announce(
      connection,
      position,
      moving.map(({ projection }) => projection.name),
    )
  }
  return transactionMs
}

/** For tables that no checkpoint belongs to. */
export async function writeTables(connection: Connection, tables: readonly TableWrites[]): Promise<void> {
  const statements = tables.flatMap(({ table, writes }) => writing(table, writes))
  await atomically(connection, async () => {}, statements)
}
