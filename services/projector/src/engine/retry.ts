import type { EventLog, HandedEvent } from '@tba/runtime/log/event-log.ts'
import type { DatabasePool } from 'slonik'
import { cut, type Member } from './batch.ts'
import { moveCheckpoints } from './checkpoints.ts'
import { foldBatch, writesOf } from './commit.ts'
import { atomically, type Connection, connect, type Statement } from './connection.ts'
import { FoldFailed, WriteRefused } from './faults.ts'
import { usualPace } from './pace.ts'
import {
  forwarding,
  type Parked,
  parking,
  personIn,
  readParked,
  readSkipped,
  skip,
  unparking,
} from './parked.ts'
import { origin, type Projection, typesOf } from './projection.ts'

type Retrying = { log: EventLog; pool: DatabasePool; connectionString: string }
type Working = Retrying & { connection: Connection }

/**
 * Takes in the parked streams of which an operator asks it, as far as their projection has come; an event that fails
 * again leaves its stream parked there. It runs before the projection follows the log, so nothing else writes its rows.
 */
export async function retryAsked(retrying: Retrying, members: readonly Member[]): Promise<void> {
  const { pool, connectionString } = retrying
  const asked = (await readParked(pool)).filter(row => row.asked !== null)
  const its = asked.flatMap(row => members.filter(isOf(row)).map(member => ({ row, member })))
  if (its.length === 0) return
  const connection = await connect(connectionString)
  try {
    for (const { row, member } of its) {
      if (row.asked === 'skip') await skip(pool, row)
      const skipped = await readSkipped(pool, row.projection)
      // Its own position would make it pass over what it has passed already.
      const anew: Member = { ...member, position: origin, skipped, parked: new Map() }
      if (await retry({ ...retrying, connection }, { member, anew, row })) member.parked.delete(row.stream)
    }
  } finally {
    await connection.close()
  }
}

/** Whether somebody asks for what these have parked. */
export async function isAsked(pool: DatabasePool, members: readonly Member[]): Promise<boolean> {
  if (members.every(({ parked }) => parked.size === 0)) return false
  return (await readParked(pool)).some(row => row.asked !== null && members.some(isOf(row)))
}

function isOf({ projection, version }: Parked) {
  return (member: { projection: Projection }) =>
    member.projection.name === projection && member.projection.version === version
}

type Retry = { member: Member; anew: Member; row: Parked }

/** @returns whether all of it was taken in */
async function retry({ log, connection }: Working, { member, anew, row }: Retry): Promise<boolean> {
  const waiting = await waitingEvents(log, member, row)
  let size = usualPace.start
  let at = 0
  while (at < waiting.length) {
    const chunk = waiting.slice(at, at + size)
    const next = waiting[at + chunk.length]
    try {
      const { parts } = cut([anew], { events: chunk, position: member.position }, Number.POSITIVE_INFINITY)
      const writes = (await foldBatch(connection, { parts })).flatMap(writesOf)
      await fenced(connection, member, next ? [...writes, forwarding(row, next)] : writes)
      at += chunk.length
    } catch (error) {
      if (error instanceof WriteRefused && chunk.length > 1) size = 1
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

/** From the event that was parked on, to where the projection stands. */
async function waitingEvents(log: EventLog, { projection, position }: Member, { stream, revision }: Parked) {
  const types: readonly string[] = typesOf([projection])
  const waiting: HandedEvent[] = []
  for await (const event of log.readTolerantly(stream, { from: revision })) {
    if (event.position <= position && types.includes(event.type)) waiting.push(event)
  }
  return waiting
}

/** In one transaction, of which a leader of the past does nothing: its checkpoint is not where it left it. */
function fenced(connection: Connection, member: Member, statements: readonly Statement[]): Promise<void> {
  const first = () =>
    moveCheckpoints(connection, 'checkpoints', { moving: [member], position: member.position })
  return atomically(connection, first, statements)
}
