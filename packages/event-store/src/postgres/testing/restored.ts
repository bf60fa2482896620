import { connected } from './harness.ts'

/** Raises the generation like a restore, so that earlier positions are invalid. */
export async function restored(connectionString: string): Promise<void> {
  const client = await connected(connectionString)
  await client.query('update log.meta set generation = generation + 1')
  await client.end()
}
