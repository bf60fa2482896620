import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import type { EventLog, HandedEvent } from '@tba/runtime/log/event-log.ts'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { cut, type Delivery, type Member, member } from './engine/batch.ts'
import { readCatalogue } from './engine/catalogue.ts'
import { readCheckpoints } from './engine/checkpoints.ts'
import { foldBatch, writeTables } from './engine/commit.ts'
import { type Connection, connect } from './engine/connection.ts'
import { type Digest, digestOf } from './engine/digest.ts'
import { usualPace } from './engine/pace.ts'
import { readParked, readSkipped } from './engine/parked.ts'
import { filterOf, origin, type Projection } from './engine/projection.ts'
import { type Scratch, withScratch } from './engine/scratch.ts'
import { takeSteps } from './engine/steps.ts'
import { projections as all } from './projections.ts'
import { whileVerifying } from './verifying.ts'

const lookAgainMs = 250
/** A minute and more. */
const stepsWaitedFor = 300

export type VerifyDeps = {
  log: EventLog
  pool: DatabasePool
  connectionString: string
  projections?: readonly Projection[]
  /** Called often: what is being done, and how far that is. */
  onProgress?: (step: VerifyStep) => void
}

/** Rows of a live table or of one that was folded anew, events that were folded, or units of a saved funnel. */
export type VerifyStep = {
  name: string
  counted: 'rows' | 'rows by the log' | 'events' | 'units'
  count: number
}

/** A live table, and the same table rebuilt from the log up to the same position. */
export type Finding = {
  projection: string
  table: string
  position: Position
  live: Digest
  folded: Digest
  isSame: boolean
}

/** The version that this build has of a projection is not live, so that there is nothing to compare. */
export class NotLive extends Error {
  override readonly name = 'NotLive'
}

/**
 * Compares every read table with what the log says. The projector may go on meanwhile.
 * @throws {NotLive}
 */
export function verify(deps: VerifyDeps): Promise<Finding[]> {
  return whileVerifying(deps.pool, () => compareAll(deps))
}

async function compareAll({
  log,
  pool,
  connectionString,
  projections = all,
  onProgress = () => {},
}: VerifyDeps): Promise<Finding[]> {
  const live = await settledSnapshot(pool, projections, onProgress)
  return withScratch(connectionString, async scratch => {
    const connection = await connect(connectionString)
    try {
      const findings: Finding[] = []
      const comparing = { log, pool, scratch, connection, onProgress }
      for (const seen of live) findings.push(...(await compare(comparing, seen)))
      return findings
    } finally {
      await connection.close()
    }
  })
}

type OnProgress = (step: VerifyStep) => void

type Seen = {
  projection: Projection
  position: Position
  /** By stream, from where on nothing of it was taken in. */
  parked: ReadonlyMap<string, Position>
  skipped: ReadonlySet<string>
  tables: { table: string; live: Digest }[]
}

/** Waits where rows are just being removed in steps: tables and checkpoint agree again when the last is done. */
async function settledSnapshot(...asked: Parameters<typeof snapshot>): Promise<Seen[]> {
  for (let time = 0; time < stepsWaitedFor; time += 1) {
    const seen = await snapshot(...asked)
    if (seen) return seen
    await pause(lookAgainMs)
  }
  throw new NotLive(
    'a projector was stopped while it removed rows in steps: start it, and let it come to the end',
  )
}

/**
 * Reads checkpoints and tables in one snapshot. Without writes, the transaction holds back no reader of the log.
 * @returns null where a projection is between two steps
 */
async function snapshot(
  pool: DatabasePool,
  projections: readonly Projection[],
  onProgress: OnProgress,
): Promise<Seen[] | null> {
  return pool.transaction(async transaction => {
    await transaction.query(sql.type(z.object({}))`set transaction isolation level repeatable read read only`)
    const checkpoints = await readCheckpoints(transaction)
    const parked = await readParked(transaction)
    const seen: Seen[] = []
    for (const projection of projections) {
      const { name, version } = projection
      const live = checkpoints.find(checkpoint => checkpoint.projection === name)
      if (live?.version !== version) {
        throw new NotLive(`${name}: version ${version} is to be verified, ${live?.version ?? 'none'} is live`)
      }
      if (live.inSteps) return null
      const its = parked.filter(row => row.projection === name && row.version === version)
      seen.push({
        projection,
        position: live.position,
        parked: new Map(its.map(row => [row.stream, row.position])),
        skipped: await readSkipped(transaction, projection),
        tables: await digests(transaction, { projection, schema: live.schema }, onProgress),
      })
    }
    return seen
  })
}

/** As readers see them: the views have the columns and keys of the live schema's tables. */
async function digests(
  db: CommonQueryMethods,
  { projection, schema }: { projection: Projection; schema: string },
  onProgress: OnProgress,
) {
  const digested: { table: string; live: Digest }[] = []
  const loose = new Set(projection.tables.filter(({ isLoose }) => isLoose).map(({ name }) => name))
  for (const [name, { key }] of await readCatalogue(db, projection, schema)) {
    if (loose.has(name)) continue
    const onPage = (count: number) => onProgress({ name: `read.${name}`, counted: 'rows', count })
    digested.push({ table: name, live: await digestOf(db, { schema: 'read', name, key }, { onPage }) })
  }
  return digested
}

type Comparing = Pick<VerifyDeps, 'log' | 'pool'> & {
  scratch: Scratch
  connection: Connection
  onProgress: OnProgress
}

async function compare(
  { log, pool, scratch, connection, onProgress }: Comparing,
  { projection, position, parked, skipped, tables }: Seen,
) {
  const schema = await scratch.create(projection)
  const shapes = await readCatalogue(pool, projection, schema)
  const anew = member({ projection, tables: shapes, position: origin, skipped })
  const isParked = (event: HandedEvent) => {
    const from = parked.get(event.stream)
    return from !== undefined && event.position >= from
  }
  let eventCount = 0
  for await (const { events, position: end } of upTo(log, projection, position)) {
    await foldInto(connection, anew, { events: events.filter(event => !isParked(event)), position: end })
    eventCount += events.length
    onProgress({ name: projection.name, counted: 'events', count: eventCount })
  }
  const findings: Finding[] = []
  for (const { table, live } of tables) {
    const shape = shapes.get(table)
    if (!shape) throw new Error(`the table ${table} was not created anew`)
    const onPage = (count: number) => onProgress({ name: `read.${table}`, counted: 'rows by the log', count })
    const folded = await digestOf(pool, shape, { onPage })
    const isSame = live.rowCount === folded.rowCount && live.hash === folded.hash
    findings.push({ projection: projection.name, table, position, live, folded, isSame })
  }
  return findings
}

/**
 * A projection's events from the first one up to `position`, in batches. Only here the whole log is read, once for each
 * projection: what is compared is what a fold from its beginning comes to.
 */
export async function* upTo(
  log: EventLog,
  projection: Projection,
  position: Position,
  after: Position = origin,
): AsyncGenerator<Delivery> {
  let events: HandedEvent[] = []
  const from = after === origin ? {} : { after }
  for await (const event of log.readAllTolerantly({ ...filterOf([projection]), ...from })) {
    if (event.position > position) break
    if (events.push(event) < usualPace.start) continue
    yield { events, position: event.position }
    events = []
  }
  yield { events, position }
}

export async function foldInto(connection: Connection, member: Member, delivery: Delivery): Promise<void> {
  let rest: Delivery | null = delivery
  while (rest) {
    const batch = cut([member], rest, usualPace.start)
    const tables = await foldBatch(connection, batch)
    await takeSteps(connection, tables)
    await writeTables(connection, tables)
    member.position = batch.position
    rest = batch.rest
  }
}

export function lineOf({ projection, table, position, live, folded, isSame }: Finding): string {
  const rows = isSame ? `${live.rowCount} rows` : `${live.rowCount} rows, ${folded.rowCount} by the log`
  return `${isSame ? 'same   ' : 'DIFFERS'} ${projection} → read.${table}: ${rows} (at ${position || 'the beginning'})`
}

export function progressLineOf({ name, counted, count }: VerifyStep): string {
  return `Verifying ${name}: ${count.toLocaleString('en-US')} ${counted}…`
}
