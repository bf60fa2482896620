import type { StoredEvent } from '@tba/event-store/port.ts'
import { OpenCopy } from '../copy/open-copy.ts'
import type { Long, Snapshot } from '../copy/snapshot.ts'

/** A copy in memory, for tests of queries. */
export type TestCopy = {
  add(...events: readonly StoredEvent[]): Promise<void>
  ask<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  [Symbol.dispose](): void
}

/** @param long where the passes of its questions are smaller */
export async function copyOf(events: readonly StoredEvent[] = [], long: Long = {}): Promise<TestCopy> {
  const { signal } = new AbortController()
  const copy = await OpenCopy.open(':memory:', { memoryMb: 256, siteHost: 'example.com' })
  const add = (...added: readonly StoredEvent[]) => copy.writer.add(added, { isCaughtUp: true })
  await add(...events)
  return {
    add,
    ask: work => copy.answer({ preferred: null, required: null, waitMs: 0, signal, ...long }, work),
    [Symbol.dispose]: () => void copy.close(),
  }
}
