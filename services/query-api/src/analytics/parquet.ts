import { raw, type Sql } from 'sql-template-tag'

/** Of an event in a Parquet file: the columns of the table `events` that the history shows, the time as a timestamp in UTC. */
export const parquetColumns: Sql = raw(`
  position, event_id::varchar as event_id, epoch_ms(recorded_ms) as recorded_at, stream, revision, type, schema_version,
  actor, correlation_id, causation_id, visit, data, sealed`)

export const parquetOptions: Sql = raw('format parquet, compression zstd')
