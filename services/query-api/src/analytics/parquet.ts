import { raw, type Sql } from 'sql-template-tag'

/** Of a download: an export writes it beside the copy. */
export const parquetEnd = '.parquet'

/**
 * Of an event in a Parquet file: what the history shows, the time as a timestamp in UTC, and what the copy knows of a visit.
 * See `infra/docs/analysts.md`.
 */
export const parquetColumns: Sql = raw(`
  position, event_id::varchar as event_id, epoch_ms(recorded_ms) as recorded_at, stream, revision, type, schema_version,
  actor, correlation_id, causation_id, coalesce(own_visit, visit) as visit, page, source, referrer_host, device, robot,
  data, sealed`)

export const parquetOptions: Sql = raw('format parquet, compression zstd')
