/** As whoever writes a table by hand would, past everything that the adapter takes care of. */
export const singleInsert =
  'insert into log.events (stream, revision, event_id, type, data, metadata) values ($1, 0, $2, $3, $4, $5)'
