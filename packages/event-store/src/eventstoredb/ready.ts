import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { isStarting } from './failures.ts'
import { startsWithinMs, waits } from './limits.ts'
import { readHead } from './read-log.ts'

/** Resolves when the server answers; waits for one that says it is about to. @throws {StoreUnavailable} */
export async function awaitReady(connection: Connection): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    try {
      await readHead(connection)
      return
    } catch (error) {
      if (!isStarting(error) || performance.now() - startedMs > startsWithinMs) throw error
      await pause(waits.reconnectMs)
    }
  }
}
