import type { Recorded } from '@tba/event-store/port.ts'
import { OpenCopy } from '../open-copy.ts'
import type { Reading } from '../reading.ts'

/** A copy in memory, for tests of questions. */
export type TestCopy = {
  /** Written in one commit, behind what is there. */
  add(...events: readonly Recorded[]): Promise<void>
  ask<T>(work: (reading: Reading) => Promise<T>): Promise<T>
  [Symbol.dispose](): void
}

export async function copyOf(events: readonly Recorded[] = []): Promise<TestCopy> {
  const { signal } = new AbortController()
  const copy = await OpenCopy.open(':memory:', { memoryMb: 256 })
  const add = (...added: readonly Recorded[]) => copy.writer.add(added, { isCaughtUp: true })
  await add(...events)
  return {
    add,
    ask: work => copy.answer({ wish: null, must: null, waitMs: 0, signal }, work),
    [Symbol.dispose]: () => void copy.close(),
  }
}
