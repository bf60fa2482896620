import { freshDatabase } from '@tba/testing/database.ts'
import { createPool } from '../postgres/pool.ts'

export async function testDatabase(applicationName?: string) {
  const { connectionString, drop } = await freshDatabase()
  const pool = await createPool(connectionString, applicationName ? { applicationName } : {})
  afterAll(async () => {
    await pool.end()
    await drop()
  })
  return { connectionString, pool }
}
