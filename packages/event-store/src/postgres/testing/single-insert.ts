/** A plain insert, without anything that the adapter does. */
export const singleInsert =
  'insert into log.events (stream, revision, event_id, type, data, metadata) values ($1, 0, $2, $3, $4, $5)'
