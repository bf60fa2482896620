import { personOf } from '@tba/events/streams.ts'
import type { EventLog, LoggedEvent } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { fence, foldBatch, writesOf } from '../commit/commit.ts'
import { atomically, type Connection, connect, type Statement } from '../commit/connection.ts'
import { FoldFailed, ProjectionHalted, WriteRefused } from '../commit/faults.ts'
import { type Member, takeBatch } from '../follow/batch.ts'
import { defaultBatchSize } from '../follow/batch-size.ts'
import { beforeRemoval, filterOf, origin, type Projection } from '../projection.ts'
import { takeSteps } from '../tables/steps.ts'
import {
  discarding,
  forwarding,
  type Parked,
  parking,
  readParked,
  readSkipped,
  skipRequested,
  unparking,
} from './parked.ts'
import { confinedTo, removalsSince } from './removals.ts'

type Retrying = { log: EventLog; pool: DatabasePool; connectionString: string }
type Working = Retrying & { connection: Connection }

/**
 * Projects the parked streams that an operator wants retried, up to the checkpoint; at an event that fails, the stream
 * stays parked. To be called before the projection follows the log, so that nothing else writes its rows.
 */
export async function retryRequested(retrying: Retrying, members: readonly Member[]): Promise<void> {
  const { pool, connectionString } = retrying
  const projections = members.map(({ projection }) => projection)
  await skipRequested(pool, projections)
  const asked = (await readParked(pool)).filter(row => row.asked !== null)
  const its = asked.flatMap(row =>
    members.filter(({ projection }) => isOf(row)(projection)).map(member => ({ row, member })),
  )
  if (its.length === 0) return
  const connection = await connect(connectionString)
  try {
    for (const { row, member } of its) {
      const parked = new Map(member.parked)
      // An erasure among those before may have discarded it.
      if (!parked.delete(row.stream)) continue
      const skipped = await readSkipped(pool, member.projection)
      // At its own position it would skip events up to the checkpoint.
      const anew: Member = { ...member, position: origin, skipped, parked }
      if (await retry({ ...retrying, connection }, { member, anew, row })) member.parked.delete(row.stream)
    }
  } finally {
    await connection.close()
  }
}

/** Whether an operator wants a parked stream of these retried. */
export async function isRetryRequested(
  pool: DatabasePool,
  projections: readonly Projection[],
): Promise<boolean> {
  return (await readParked(pool)).some(row => row.asked !== null && projections.some(isOf(row)))
}

const isOf = (row: Parked) => (projection: Projection) =>
  projection.name === row.projection && projection.version === row.version

type Retry = { member: Member; anew: Member; row: Parked }

/** @returns whether the whole stream was projected */
async function retry({ log, connection }: Working, { member, anew, row }: Retry): Promise<boolean> {
  const waiting = await waitingEvents(log, member, row)
  const removals = await removalsSince(log, { ...anew, position: member.position }, waiting)
  let size = defaultBatchSize.start
  let at = 0
  const { position, projection } = member
  while (at < waiting.length) {
    const chunk = beforeRemoval(waiting.slice(at, at + size))
    const next = waiting[at + chunk.length]
    try {
      // All that comes behind it: a leader that dies before the next chunk leaves no row that is to go.
      const events = inLogOrder([...chunk, ...removals.filter(isBehind(chunk))])
      const confined = { ...anew, projection: confinedTo(row.stream, projection) }
      const { parts, discarded } = takeBatch([confined], { events, position }, Number.POSITIVE_INFINITY)
      const tables = await foldBatch(connection, { parts })
      await takeSteps(connection, tables, {
        first: () => fence({ connection, checkpointTable: 'checkpoints' }, member, { inSteps: true }),
      })
      const gone = [...(discarded.get(confined) ?? [])]
      await fenced(connection, member, [
        ...tables.flatMap(writesOf),
        discarding(projection, gone),
        ...(next ? [forwarding(row, next)] : []),
      ])
      for (const stream of gone) member.parked.delete(stream)
      at += chunk.length
      size = Math.min(defaultBatchSize.start, size * 2)
    } catch (error) {
      const fault = faultOf(error, chunk)
      if (chunk.length > 1) size = Math.ceil(chunk.length / 2)
      else {
        await fenced(connection, member, [
          parking({ projection, fault, tries: 1, person: personOf(fault.event) }),
        ])
        return false
      }
    }
  }
  await fenced(connection, member, [unparking(row)])
  return true
}

/** Of a chunk of one. What a newer build has to take in keeps its stream parked, and the projection goes on. */
function faultOf(error: unknown, [event]: readonly LoggedEvent[]): FoldFailed {
  const isOfEvent = [FoldFailed, WriteRefused, ProjectionHalted].some(kind => error instanceof kind)
  if (!event || !isOfEvent) throw error
  const { projection, cause } = error as FoldFailed | WriteRefused | ProjectionHalted
  return new FoldFailed(projection, event, cause ?? error)
}

function inLogOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return events.toSorted((a, b) => (a.position < b.position ? -1 : 1))
}

function isBehind([first]: readonly LoggedEvent[]) {
  return ({ position }: LoggedEvent) => first !== undefined && position > first.position
}

/** The events of a parked stream, from the failed one to the checkpoint. */
async function waitingEvents(log: EventLog, { projection, position }: Member, { stream, revision }: Parked) {
  const { types } = filterOf([projection])
  const waiting: LoggedEvent[] = []
  for await (const event of log.readTolerantly(stream, { from: revision })) {
    if (event.position <= position && (types?.includes(event.type) ?? true)) waiting.push(event)
  }
  return waiting
}

/** Executes statements in one transaction that does nothing where this instance no longer leads. */
function fenced(connection: Connection, member: Member, statements: readonly Statement[]): Promise<void> {
  return atomically(
    connection,
    () => fence({ connection, checkpointTable: 'checkpoints' }, member),
    statements,
  )
}
