import { connected } from './harness.ts'

/** Makes another log of it, as a restore does: no position of before means anything any more. */
export async function restored(connectionString: string): Promise<void> {
  const client = await connected(connectionString)
  await client.query('update log.meta set generation = generation + 1')
  await client.end()
}
