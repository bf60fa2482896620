import type { Position, Seen } from '@tba/event-store/port.ts'
import { raceTasks } from '@tba/runtime/jobs/race-tasks.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type Batch, type Delivery, type Member, takeBatch } from '../commit/batch.ts'
import { type BatchSize, type BatchSizeOptions, batchSize, intervalMs } from '../commit/batch-size.ts'
import { type CheckpointTable, moveCheckpoints } from '../commit/checkpoints.ts'
import { commitBatch, foldBatch } from '../commit/commit.ts'
import type { Parking } from '../commit/park.ts'
import { takeSteps } from '../commit/steps.ts'
import { type Connection, connect } from '../database/connection.ts'
import { marking } from '../lost-events.ts'
import { type PoisonTracker, poisonTracker } from '../parked/poison-tracker.ts'
import { typesOf } from '../projection.ts'
import { type EventBuffer, eventBuffer } from './event-buffer.ts'

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
  checkpointTable: CheckpointTable
  batchSize?: BatchSizeOptions | undefined
  onParked?: ((parking: Parking) => void) | undefined
  /** After every commit. */
  onBatch: (written: Written) => void
  /** On every new connection to the log, with the last event that was read. @throws {LogLostEvents} */
  verify?: ((read: Seen | undefined) => Promise<void>) | undefined
}

type Ending = { signal: AbortSignal; goal?: Position }

/** How many events may be read ahead of the writing. */
const eventsAhead = 4_000

/**
 * Projects the log with all members in one loop, from the slowest member’s position, until `goal` is reached or
 * `signal` aborts.
 */
export async function follow(following: Following, members: readonly Member[], { signal, goal }: Ending) {
  if (hasReached(members, goal)) return
  await raceTasks(signal, within => {
    const buffer = eventBuffer(eventsAhead, within)
    return [
      read(following, members, { buffer, signal: within }),
      write(following, members, { buffer, goal, signal: within }),
    ]
  })
  if (!signal.aborted && !hasReached(members, goal)) throw new Error('the log ended before its reader did')
}

export function slowest(members: readonly Member[]): Position {
  return members.map(({ position }) => position).reduce((a, b) => (a < b ? a : b))
}

/** A name for those who read together. */
const followerOf = (members: readonly Member[]): string => members[0]?.projection.name ?? ''

function hasReached(members: readonly Member[], goal: Position | undefined): boolean {
  return goal !== undefined && slowest(members) >= goal
}

type Reading = { buffer: EventBuffer; signal: AbortSignal }

async function read({ log, verify }: Following, members: readonly Member[], { buffer, signal }: Reading) {
  const after = slowest(members)
  const types = typesOf(members.map(({ projection }) => projection))
  let seen: Seen | undefined
  const verifySeen = async () => verify?.(seen)
  for await (const handed of log.follow({ types, signal, verify: verifySeen, ...(after && { after }) })) {
    const isCaughtUp = 'caughtUp' in handed
    seen = (isCaughtUp ? handed.seen : handed.at(-1)) ?? seen
    if (isCaughtUp) await buffer.put([], handed.caughtUp, handed.seen)
    else await buffer.put(handed, seen?.position ?? after, seen)
  }
}

type Writing = { buffer: EventBuffer; goal: Position | undefined; signal: AbortSignal }

async function write(following: Following, members: readonly Member[], { buffer, goal, signal }: Writing) {
  const size = batchSize(following.batchSize)
  const poison = poisonTracker(members, signal)
  let nextAt = Number.NEGATIVE_INFINITY
  let connection = await connect(following.connectionString)
  try {
    while (!hasReached(members, goal)) {
      await buffer.gather(size.limit(), nextAt - performance.now())
      let rest: Delivery | null = await buffer.take()
      const { length: eventCount } = rest.events
      const startedAt = performance.now()
      while (rest && !hasReached(members, goal)) {
        // A connection that breaks between two batches loses nothing.
        if (connection.isLost) connection = await connect(following.connectionString)
        rest = await writeBatch(following, members, { connection, rest, size, poison, signal })
        signal.throwIfAborted()
      }
      nextAt = startedAt + intervalMs({ eventCount, tookMs: performance.now() - startedAt })
    }
  } finally {
    await connection.close()
  }
}

type Turn = {
  connection: Connection
  rest: Delivery
  size: BatchSize
  poison: PoisonTracker
  signal: AbortSignal
}

/** @returns the rest of the delivery: all of it if it must be tried again */
async function writeBatch(
  { checkpointTable, onBatch, onParked }: Following,
  members: readonly Member[],
  { connection, rest, size, poison, signal }: Turn,
): Promise<Delivery | null> {
  let batch: Batch | null = null
  try {
    batch = takeBatch(members, rest, Math.min(size.limit(), poison.limit()))
    const { position, eventCount, changeCount, discarded, taken, seen } = batch
    const mark = seen ? marking(followerOf(members), seen, eventCount) : []
    const tables = await foldBatch(connection, batch)
    await takeSteps(connection, tables, {
      limit: () => size.limit(),
      // The checkpoint does not move. Another leader would have moved it.
      first: async member => {
        const { position } = member
        await moveCheckpoints(connection, checkpointTable, { moving: [member], position, inSteps: true })
        for (const statement of mark) await connection.query(statement)
      },
      onStep: (rowCount, transactionMs) => size.took({ size: rowCount, transactionMs }),
      signal,
    })
    const parkings = poison.parkings()
    const moving = members.filter(member => member.position < position)
    const content = { tables, position, discarded, taken, parkings, mark }
    const transactionMs = await commitBatch({ connection, checkpointTable }, members, content)
    size.took({ size: Math.max(eventCount, changeCount), transactionMs })
    for (const parking of parkings) onParked?.(parking)
    poison.passed(batch)
    const projections = moving.map(({ projection }) => projection.name)
    onBatch({ position, projections, eventCount, changeCount, transactionMs })
    return batch.rest
  } catch (error) {
    await poison.failed(error, rest, batch)
    return rest
  }
}
