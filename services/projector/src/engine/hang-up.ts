import { within } from '@tba/runtime/within.ts'
import type { Client } from 'pg'

const timeoutMs = 1_000

/** Ends a connection, of which a server that is gone may never say that it has ended. */
export async function hangUp(client: Client): Promise<void> {
  const ended = client.end().catch(() => {})
  await within(timeoutMs, ended, () => {})
  client.connection.stream.destroy()
}
