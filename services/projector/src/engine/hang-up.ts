import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

const patienceMs = 1_000

/** Ends a connection, of which a server that is gone may never say that it has ended. */
export async function hangUp(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), pause(patienceMs, undefined, { ref: false })])
  client.connection.stream.destroy()
}
