import type { CaughtUp, Position } from '@tba/event-store/port.ts'
import type { EventLog, HandedEvent } from '@tba/runtime/log/event-log.ts'
import { rest } from './backoff.ts'
import { type Batch, cut, type Delivery, type Member, usualBatchSize } from './batch.ts'
import type { Ledger } from './checkpoints.ts'
import { commitBatch, fence, foldBatch } from './commit.ts'
import { type Connection, connect } from './connection.ts'
import type { Parking } from './parked.ts'
import { type PoisonTracker, poisonTracker } from './poison-tracker.ts'
import { filterOf } from './projection.ts'
import { takeSteps } from './steps.ts'

export type Written = {
  position: Position
  /** Those whose checkpoints moved there. */
  projections: readonly string[]
  eventCount: number
  changeCount: number
  transactionMs: number
}

export type Following = {
  log: EventLog
  connectionString: string
  ledger: Ledger
  /** Events, or changed rows, of one transaction. */
  batchSize?: number | undefined
  onParked?: ((parking: Parking) => void) | undefined
  /** After every commit. */
  onBatch: (written: Written) => void
}

type Ending = { signal: AbortSignal; goal?: Position }

/**
 * Projects the log with all members in one loop, from the slowest one on, until `goal` is reached or `signal` aborts. What
 * arrives while a batch is being written is read together afterwards.
 */
export async function follow(
  following: Following,
  members: readonly Member[],
  { signal, goal }: Ending,
): Promise<void> {
  if (hasReached(members, goal)) return
  const { connectionString, log } = following
  const poison = poisonTracker(members, signal)
  const after = slowest(members)
  const filter = filterOf(members.map(({ projection }) => projection))
  let connection = await connect(connectionString)
  let round = { eventCount: 0, tookMs: 0 }
  try {
    for await (const handed of log.follow({ ...filter, signal, ...(after && { after }) })) {
      const startedMs = performance.now()
      let left: Delivery | null = deliveryOf(handed)
      while (left && !signal.aborted) {
        // Nothing is lost with a connection that breaks between two batches.
        if (connection.isLost) connection = await connect(connectionString)
        left = await writeBatch(following, members, { connection, delivery: left, poison, signal })
        if (hasReached(members, goal)) return
      }
      round.tookMs += performance.now() - startedMs
      if (!('caughtUp' in handed)) round.eventCount += handed.length
      else {
        await rest(pauseMs(round), signal)
        round = { eventCount: 0, tookMs: 0 }
      }
    }
  } finally {
    await connection.close()
  }
  if (!signal.aborted) throw new Error('the log ended before its reader did')
}

function deliveryOf(handed: readonly HandedEvent[] | CaughtUp): Delivery | null {
  if ('caughtUp' in handed) return { events: [], position: handed.caughtUp }
  const last = handed.at(-1)
  return last ? { events: handed, position: last.position } : null
}

const load = { eventCount: 400, mostMs: 250, share: 1 / 5 }

/**
 * The pause after all that was there is written. A batch costs as much as fifty of its events. So under heavy load writing
 * takes a fifth of the time; with fewer events the pause shrinks, and what was appended is readable within milliseconds.
 */
export function pauseMs({ eventCount, tookMs }: { eventCount: number; tookMs: number }): number {
  const everyMs = Math.min(1, eventCount / load.eventCount) * Math.min(load.mostMs, tookMs / load.share)
  return Math.max(0, everyMs - tookMs)
}

export function slowest(members: readonly Member[]): Position {
  return members.map(({ position }) => position).reduce((a, b) => (a < b ? a : b))
}

function hasReached(members: readonly Member[], goal: Position | undefined): boolean {
  return goal !== undefined && slowest(members) >= goal
}

type Turn = { connection: Connection; delivery: Delivery; poison: PoisonTracker; signal: AbortSignal }

/** @returns what is left of the delivery: all of it, where it has to be tried again */
async function writeBatch(
  { batchSize = usualBatchSize, ledger, onBatch, onParked }: Following,
  members: readonly Member[],
  { connection, delivery, poison, signal }: Turn,
): Promise<Delivery | null> {
  let batch: Batch | null = null
  try {
    batch = cut(members, delivery, Math.min(batchSize, poison.limit()))
    const { position, eventCount, changeCount, discarded, taken } = batch
    const tables = await foldBatch(connection, batch)
    await takeSteps(connection, tables, {
      limit: batchSize,
      first: member => fence({ connection, ledger }, member, { inSteps: true }),
      signal,
    })
    const parkings = poison.parkings()
    const moving = members.filter(member => member.position < position)
    const content = { tables, position, discarded, taken, parkings }
    const transactionMs = await commitBatch({ connection, ledger }, members, content)
    for (const parking of parkings) onParked?.(parking)
    poison.passed(batch)
    const projections = moving.map(({ projection }) => projection.name)
    onBatch({ position, projections, eventCount, changeCount, transactionMs })
    return batch.rest
  } catch (error) {
    await poison.failed(error, delivery, batch)
    return delivery
  }
}
