import { within } from '@tba/runtime/within.ts'
import type { Client } from 'pg'

const timeoutMs = 1_000

/** Ends a connection, also where the server is gone and never confirms it. */
export async function hangUp(client: Client): Promise<void> {
  const ended = client.end().catch(() => {})
  await within(timeoutMs, ended, () => {})
  client.connection.stream.destroy()
}
