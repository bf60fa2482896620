import { setTimeout as pause } from 'node:timers/promises'
import { waits } from './limits.ts'
import type { Log } from './read-page.ts'
import { drawTransaction, isOver } from './statements.ts'

/** Waits for all running transactions of the server: each may have drawn a position. */
export async function settled({ connections }: Log, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  const [drawn] = await connections.query<{ xid: string }>(drawTransaction)
  for (let waitMs = waits.heldBackMs / 2; ; waitMs = Math.min(waitMs * 2, waits.heldBackMaxMs)) {
    const [found] = await connections.query<{ is_over: boolean }>(isOver, [drawn?.xid])
    if (found?.is_over) return true
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return false
    await pause(Math.min(waitMs, leftMs))
  }
}
