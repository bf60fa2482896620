import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { createPool } from './pool.ts'

/** More than the number of parallel reads, so that the query for the replay position never waits. */
const max = 12

/** @throws {Refusal} it does not follow the primary; another error if it does not answer */
export async function openStandby(url: string, primary: DatabasePool, name: string): Promise<DatabasePool> {
  const replica = await createPool(url, { applicationName: `${name} reads`, max })
  try {
    await assertStandbyOf(primary, replica)
    return replica
  } catch (error) {
    await replica.end()
    throw error
  }
}

const identity = z.object({ system: z.string(), database: z.string(), isStandby: z.boolean() })

const identityOf = (pool: DatabasePool) =>
  pool.one(sql.type(identity)`
    select system_identifier::text as system, current_database() as database, pg_is_in_recovery() as "isStandby"
    from pg_control_system()`)

async function assertStandbyOf(primary: DatabasePool, replica: DatabasePool): Promise<void> {
  const [ours, its] = [await identityOf(primary), await identityOf(replica)]
  if (its.isStandby && its.system === ours.system && its.database === ours.database) return
  throw new Refusal(
    'READ_DATABASE_URL is no standby of the PostgreSQL of DATABASE_URL: give the address of one that follows it by streaming, with the same database, or none.',
  )
}
