import type { EventLog, HandedEvent } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { cut, type Member } from './batch.ts'
import { moveCheckpoints } from './checkpoints.ts'
import { foldBatch, writesOf } from './commit.ts'
import { atomically, type Connection, connect, type Statement } from './connection.ts'
import { FoldFailed, WriteRefused } from './faults.ts'
import { usualPace } from './pace.ts'
import {
  discarding,
  forwarding,
  type Parked,
  parking,
  personIn,
  readParked,
  readSkipped,
  skipAsked,
  unparking,
} from './parked.ts'
import { origin, type Projection, typesOf } from './projection.ts'

type Retrying = { log: EventLog; pool: DatabasePool; connectionString: string }
type Working = Retrying & { connection: Connection }

/**
 * Projects the parked streams that an operator wants retried, up to the checkpoint; at an event that fails, the stream
 * stays parked. To be called before the projection follows the log, so that nothing else writes its rows.
 */
export async function retryAsked(retrying: Retrying, members: readonly Member[]): Promise<void> {
  const { pool, connectionString } = retrying
  const projections = members.map(({ projection }) => projection)
  await skipAsked(pool, projections)
  const asked = (await readParked(pool)).filter(row => row.asked !== null)
  const its = asked.flatMap(row => members.filter(isOf(row)).map(member => ({ row, member })))
  if (its.length === 0) return
  const connection = await connect(connectionString)
  try {
    for (const { row, member } of its) {
      const parked = new Map(member.parked)
      // An erasure among those before may have discarded it.
      if (!parked.delete(row.stream)) continue
      const skipped = await readSkipped(pool, row.projection)
      // At its own position it would skip events up to the checkpoint.
      const anew: Member = { ...member, position: origin, skipped, parked }
      if (await retry({ ...retrying, connection }, { member, anew, row })) member.parked.delete(row.stream)
    }
  } finally {
    await connection.close()
  }
}

/** Whether an operator wants a parked stream of these retried. */
export async function isAsked(pool: DatabasePool, members: readonly Member[]): Promise<boolean> {
  if (members.every(({ parked }) => parked.size === 0)) return false
  return (await readParked(pool)).some(row => row.asked !== null && members.some(isOf(row)))
}

function isOf({ projection, version }: Parked) {
  return (member: { projection: Projection }) =>
    member.projection.name === projection && member.projection.version === version
}

type Retry = { member: Member; anew: Member; row: Parked }

/** @returns whether the whole stream was projected */
async function retry({ log, connection }: Working, { member, anew, row }: Retry): Promise<boolean> {
  const waiting = await waitingEvents(log, member, row)
  let size = usualPace.start
  let at = 0
  while (at < waiting.length) {
    const chunk = waiting.slice(at, at + size)
    const next = waiting[at + chunk.length]
    try {
      const delivery = { events: chunk, position: member.position }
      const { parts, discarded } = cut([anew], delivery, Number.POSITIVE_INFINITY)
      const writes = (await foldBatch(connection, { parts })).flatMap(writesOf)
      const gone = [...(discarded.get(anew) ?? [])]
      await fenced(connection, member, [
        ...writes,
        discarding(member.projection, gone),
        ...(next ? [forwarding(row, next)] : []),
      ])
      for (const stream of gone) member.parked.delete(stream)
      at += chunk.length
      size = Math.min(usualPace.start, size * 2)
    } catch (error) {
      if (error instanceof WriteRefused && chunk.length > 1) size = Math.ceil(chunk.length / 2)
      else {
        const fault = faultOf(error, chunk)
        const { projection } = member
        await fenced(connection, member, [
          parking({ projection, fault, tries: 1, person: personIn(fault.event) }),
        ])
        return false
      }
    }
  }
  await fenced(connection, member, [unparking(row)])
  return true
}

function faultOf(error: unknown, [event]: readonly HandedEvent[]): FoldFailed {
  if (error instanceof FoldFailed) return error
  if (error instanceof WriteRefused && event) return new FoldFailed(error.projection, event, error.cause)
  throw error
}

/** The events of a parked stream, from the failed one to the checkpoint. */
async function waitingEvents(log: EventLog, { projection, position }: Member, { stream, revision }: Parked) {
  const types: readonly string[] = typesOf([projection])
  const waiting: HandedEvent[] = []
  for await (const event of log.readTolerantly(stream, { from: revision })) {
    if (event.position <= position && types.includes(event.type)) waiting.push(event)
  }
  return waiting
}

/** Executes statements in one transaction that does nothing where this instance no longer leads. */
function fenced(connection: Connection, member: Member, statements: readonly Statement[]): Promise<void> {
  const first = () =>
    moveCheckpoints(connection, 'checkpoints', { moving: [member], position: member.position })
  return atomically(connection, first, statements)
}
