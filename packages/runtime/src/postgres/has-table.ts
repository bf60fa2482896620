import { type CommonQueryMethods, sql } from 'slonik'

/** Whether a table exists. Each service creates its tables when it starts, which may be later. */
export const hasTable = (db: CommonQueryMethods, name: string): Promise<boolean> =>
  db.exists(sql.unsafe`select where to_regclass(${name}) is not null`)
