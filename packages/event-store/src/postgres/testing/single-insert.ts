/** A plain insert, without anything that the adapter does. */
export const singleInsert =
  'insert into log.records (stream, revision, event_id, shape, correlation_id, causation_id, payload) values ($1, 0, $2, $3, $4, $5, $6)'
