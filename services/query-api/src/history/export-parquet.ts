import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Position } from '@tba/event-store/port.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { parquetEnd } from '../analytics/copy/database.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { type CopyFilter, conditionsIn } from './conditions.ts'

/**
 * The columns of an event in Parquet: those of NDJSON and CSV, and the copy's data of the visit. The time is marked as UTC.
 * Like `withPerson`, they hold no hash of an address.
 * See `infra/docs/analysts.md`.
 */
export const parquetColumns: Sql = raw(`
  event_id::varchar as id, position, if(starts_with(stream, 'email-'), 'email-' || person, stream) as stream,
  revision, type, make_timestamptz(recorded_ms * 1000) as "recordedAt", actor,
  coalesce(correlation_uuid::varchar, correlation_text) as "correlationId", causation_id as "causationId",
  if(names_own_visit, own_visit, visit) as "visitId", schema_version as "schemaVersion",
  if(contains(data, '"emailHash":'), regexp_replace(data, '"emailHash":("[^"]*"|null)',
    '"person":' || coalesce('"' || person || '"', 'null')), data) as data, sealed,
  coalesce(own_visit, tied_visit) as visit, page, source, referrer_host as "referrerHost", device, robot`)

export const parquetOptions: Sql = raw('format parquet, compression zstd')

/**
 * Writes the events to a file beside the copy, because the footer of a Parquet file comes last. The caller deletes it.
 * @returns the file, and the position up to which it holds the log
 */
export async function exportParquet(
  snapshot: Snapshot,
  { filter, role }: { filter: CopyFilter; role: Role },
): Promise<{ file: string; end: Position | null }> {
  const [copy] = await snapshot.rows<{ path: string }>(
    sql`select path from duckdb_databases() where database_name = current_database()`,
  )
  const file = path.join(path.dirname(copy?.path ?? ''), `${crypto.randomUUID()}${parquetEnd}`)
  const conditions = await conditionsIn(snapshot, filter)
  const isJoined = filter.filters !== undefined || filter.segment !== undefined
  const to = raw(`'${file.replaceAll("'", "''")}'`)
  try {
    await snapshot.rows(sql`copy (${rowsOf(conditions, role, isJoined)}) to ${to} (${parquetOptions})`)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return { file, end: snapshot.position }
}

/** An analyst sees no customer numbers. */
export const withoutUserId = sql`json_merge_patch(data, '{"userId":null}')::varchar`

/**
 * Without a join or sort DuckDB writes rows in table order. Sorting all events would take 500 bytes of disk each. Filters
 * about visits join. The events of one visit come from two lists and are few.
 */
function rowsOf(conditions: readonly Sql[], role: Role, isJoined: boolean): Sql {
  const lists = conditions.map(all => sql`select seq, ${parquetColumns} from events where ${all}`)
  const data = role === 'analyst' ? withoutUserId : sql`data`
  const rows = sql`select * exclude (seq) replace (${data} as data) from (${join(lists, ' union all ')})`
  return lists.length === 1 && !isJoined ? rows : sql`${rows} order by seq`
}
