import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Another process is changing the key-encryption key. */
export class KeyChangeRunning extends Error {
  override readonly name = 'ChangeUnderWay'
}

/** One process at a time changes the KEK of a vault. The lock of a dead process ends with its connection. @throws {KeyChangeRunning} */
export function withKeyChangeLock<T>(pool: DatabasePool, change: () => Promise<T>): Promise<T> {
  return pool.connect(async connection => {
    const taken = sql.type(z.object({ taken: z.boolean() }))`
      select pg_try_advisory_lock(hashtextextended('vault key change', 0)) as taken`
    if (!(await connection.oneFirst(taken))) throw new KeyChangeRunning()
    try {
      return await change()
    } finally {
      await connection.any(
        sql.type(z.unknown())`select pg_advisory_unlock(hashtextextended('vault key change', 0))`,
      )
    }
  })
}
