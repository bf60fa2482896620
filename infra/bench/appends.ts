import { randomBytes, randomUUID } from 'node:crypto'
import type { NewEvent } from '@tba/event-store/port.ts'

export const callers = 64
const appendsARound = 4000

/** About 300 bytes, as most events here. */
export function someEvent(text = randomBytes(60).toString('hex')): NewEvent {
  const metadata = {
    actor: 'visitor',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    schemaVersion: 1,
  }
  return { id: randomUUID(), type: 'InteractionTracked', data: { page: '/', text }, metadata }
}

/** How many appends a second come back, where so many callers make one after the other. */
export async function perSecond(append: (event: NewEvent) => Promise<unknown>): Promise<number> {
  let left = appendsARound
  const start = performance.now()
  const caller = async () => {
    while (left-- > 0) await append(someEvent())
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (appendsARound * 1000) / (performance.now() - start)
}
