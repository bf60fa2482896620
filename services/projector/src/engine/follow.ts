import type { Position } from '@tba/event-store/port.ts'
import type { EventLog, HandedEvent, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { EventUnreadable, isUnreadable } from '@tba/runtime/log/unreadable.ts'
import { cut, type Delivery, type Member } from './batch.ts'
import type { Ledger } from './checkpoints.ts'
import { commitBatch, foldBatch } from './commit.ts'
import { type Connection, connect } from './connection.ts'
import { type EventBuffer, eventBuffer } from './event-buffer.ts'
import { firstOf } from './first-of.ts'
import { FoldFailed } from './fold.ts'
import { intervalMs, type Pace, type PaceOptions, pace } from './pace.ts'
import { typesOf } from './projection.ts'

export type Written = { position: Position; eventCount: number; changeCount: number; transactionMs: number }

export type Following = {
  log: EventLog
  connectionString: string
  ledger: Ledger
  pace?: PaceOptions | undefined
  /** After every commit. */
  onBatch: (written: Written) => void
}

type Ending = { signal: AbortSignal; goal?: Position }

/** How many events may be read ahead of the writing. */
const eventsAhead = 4_000

/** Projects the log with all members in one loop, from the slowest one on, until `goal` is reached or `signal` aborts. */
export async function follow(following: Following, members: readonly Member[], { signal, goal }: Ending) {
  if (hasReached(members, goal)) return
  await firstOf(signal, within => {
    const buffer = eventBuffer(eventsAhead, within)
    return [
      read(following.log, members, { buffer, signal: within }),
      write(following, members, { buffer, goal, signal: within }),
    ]
  })
  if (!signal.aborted && !hasReached(members, goal)) throw new Error('the log ended before its reader did')
}

export function slowest(members: readonly Member[]): Position {
  return members.map(({ position }) => position).reduce((a, b) => (a < b ? a : b))
}

function hasReached(members: readonly Member[], goal: Position | undefined): boolean {
  return goal !== undefined && slowest(members) >= goal
}

type Reading = { buffer: EventBuffer; signal: AbortSignal }

async function read(log: EventLog, members: readonly Member[], { buffer, signal }: Reading): Promise<void> {
  const after = slowest(members)
  const types = typesOf(members.map(({ projection }) => projection))
  for await (const handed of log.follow({ types, signal, ...(after && { after }) })) {
    if ('caughtUp' in handed) await buffer.put([], handed.caughtUp)
    else await buffer.put(handed.map(readable), handed.at(-1)?.position ?? after)
  }
}

/** @throws {FoldFailed} */
function readable(event: HandedEvent): RecordedEvent {
  if (isUnreadable(event)) throw new FoldFailed(event, new EventUnreadable(event))
  return event
}

type Writing = { buffer: EventBuffer; goal: Position | undefined; signal: AbortSignal }

async function write(
  following: Following,
  members: readonly Member[],
  { buffer, goal, signal }: Writing,
): Promise<void> {
  const rhythm = pace(following.pace)
  let nextAt = Number.NEGATIVE_INFINITY
  let connection = await connect(following.connectionString)
  try {
    while (!hasReached(members, goal)) {
      await buffer.gather(rhythm.limit(), nextAt - performance.now())
      let rest: Delivery | null = await buffer.take()
      const { length: eventCount } = rest.events
      const startedAt = performance.now()
      // Nothing is lost with a connection that breaks between two batches.
      if (connection.isLost) connection = await connect(following.connectionString)
      while (rest && !hasReached(members, goal)) {
        rest = await writeBatch(following, members, { connection, rest, rhythm })
        signal.throwIfAborted()
      }
      nextAt = startedAt + intervalMs({ eventCount, tookMs: performance.now() - startedAt })
    }
  } finally {
    await connection.close()
  }
}

async function writeBatch(
  { ledger, onBatch }: Following,
  members: readonly Member[],
  { connection, rest, rhythm }: { connection: Connection; rest: Delivery; rhythm: Pace },
): Promise<Delivery | null> {
  const batch = cut(members, rest, rhythm.limit())
  const { position, eventCount, changeCount } = batch
  const tables = await foldBatch(connection, batch)
  const transactionMs = await commitBatch({ connection, ledger }, members, { tables, position })
  rhythm.took({ size: Math.max(eventCount, changeCount), transactionMs })
  onBatch({ position, eventCount, changeCount, transactionMs })
  return batch.rest
}
