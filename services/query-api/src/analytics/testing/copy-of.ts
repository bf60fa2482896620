import type { Position, Recorded } from '@tba/event-store/port.ts'
import { LRUCache } from 'lru-cache'
import { openDatabase } from '../database.ts'
import { Reading } from '../reading.ts'
import { rowOf } from '../row.ts'
import { type Expiry, Writer } from '../writer.ts'

/** A copy in memory, for tests of questions. */
export type TestCopy = {
  /** Written in one commit, behind what is there. */
  add(...events: readonly Recorded[]): Promise<void>
  ask<T>(work: (reading: Reading) => Promise<T>): Promise<T>
  [Symbol.dispose](): void
}

export async function copyOf(events: readonly Recorded[] = []): Promise<TestCopy> {
  const database = await openDatabase(':memory:', { memoryMb: 256 })
  const writer = await Writer.open(database)
  await writer.begin('test')
  const answers = new LRUCache<string, object>({ max: 500 })

  async function add(...added: readonly Recorded[]): Promise<void> {
    const before = await writer.progress()
    if (!before || added.length === 0) return
    const rows = added.map((event, at) => ({ seq: before.lastSeq + at + 1, ...rowOf(event) }))
    const expiries = added.flatMap(({ type, data }, at): Expiry[] =>
      type === 'VisitsExpired' ? [{ seq: before.lastSeq + at + 1, visits: data.visits as string[] }] : [],
    )
    const last = added.at(-1) as Recorded
    const progress = {
      ...before,
      ...{ position: last.position as Position, eventId: last.id, lastSeq: before.lastSeq + added.length },
      ...{ recordedMs: Date.parse(last.recordedAt), isReady: true },
    }
    await writer.commit({ rows, expiries, progress })
  }

  await add(...events)
  return {
    add,
    async ask(work) {
      const connection = await database.connect()
      try {
        return await Reading.of(connection, { answers, signal: new AbortController().signal }, work)
      } finally {
        connection.closeSync()
      }
    },
    [Symbol.dispose]() {
      writer.close()
      database.close()
    },
  }
}
