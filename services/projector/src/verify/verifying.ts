import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** A verification reads the log as it was at its start. Meanwhile no event is deleted, and no key destroyed. */

const nothing = sql.type(z.unknown())
const got = sql.type(z.object({ got: z.boolean() }))

/** Prevents the deletion of events and keys while the work runs. */
export async function whileVerifying<T>(pool: DatabasePool, work: () => Promise<T>): Promise<T> {
  return pool.connect(async connection => {
    await connection.query(nothing`select pg_advisory_lock_shared(hashtextextended('verifying', 0))::text`)
    try {
      return await work()
    } finally {
      await connection.query(nothing`select pg_advisory_unlock_shared(hashtextextended('verifying', 0))`)
    }
  })
}

/** Runs the work, unless a verification runs. @returns whether it ran */
export async function unlessVerifying(pool: DatabasePool, work: () => Promise<void>): Promise<boolean> {
  return pool.connect(async connection => {
    const isFree = await connection.oneFirst(
      got`select pg_try_advisory_lock(hashtextextended('verifying', 0)) as got`,
    )
    if (!isFree) return false
    try {
      await work()
      return true
    } finally {
      await connection.query(nothing`select pg_advisory_unlock(hashtextextended('verifying', 0))`)
    }
  })
}
