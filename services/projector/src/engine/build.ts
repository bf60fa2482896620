import type { EventStore } from '@tba/event-store/port.ts'
import type { Client } from 'pg'
import type { DatabasePool } from 'slonik'
import { despiteQueries } from './backoff.ts'
import type { Member } from './batch.ts'
import { readCatalogue } from './catalogue.ts'
import { announce, type Checkpoint } from './checkpoints.ts'
import { type Following, follow, slowest } from './follow.ts'
import { origin, type Projection } from './projection.ts'
import { createVersion, dropRetired, goLive, nextSchema } from './version.ts'

/** A projection to build: the checkpoint that it will replace, and that of an unfinished build of the same source. */
export type Order = {
  projection: Projection
  /** What it is folded with. */
  note: string
  live: Checkpoint | null
  begun: Checkpoint | null
}

/** How far a build has come: events folded so far, the position reached, and the one to reach. */
export type Progress = { projections: string[]; eventCount: number; position: string; goal: string }

export type Building = Omit<Following, 'onBatch'> & {
  store: EventStore
  pool: DatabasePool
  client: Client
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Builds projections from the beginning of the log, each in a schema of its own beside the one that readers see. When all
 * have reached the head that the log had at the start, they go live together.
 */
export async function build(building: Building, orders: readonly Order[]): Promise<Member[]> {
  const { client, signal, store, ledger, onProgress } = building
  const goal = (await store.head()) ?? origin
  const started: Started[] = []
  // One after the other: each is a transaction on the same connection.
  for (const order of orders) started.push(await start(building, order))
  const members = started.map(({ member }) => member)
  const projections = members.map(({ projection }) => projection)
  const names = projections.map(({ name }) => name)
  let eventCount = 0
  await follow(
    {
      ...building,
      ledger: { ...ledger, table: 'builds' },
      onBatch: written => {
        eventCount += written.eventCount
        onProgress({ projections: names, eventCount, position: written.position, goal })
      },
    },
    members,
    { signal, goal },
  )
  signal.throwIfAborted()
  const built = started.map(({ member, schema }) => ({ projection: member.projection, schema }))
  await despiteQueries(signal, () => goLive(client, built))
  await announce(client, slowest(members), names)
  await despiteQueries(signal, () => dropRetired(client, projections))
  return members
}

type Started = { member: Member; schema: string }

/** Continues an unfinished build, or starts a new one. */
async function start(
  { client, pool, ledger: { epoch } }: Building,
  { projection, note, live, begun }: Order,
): Promise<Started> {
  const schema = nextSchema(projection, live?.schema ?? null)
  const resumed = begun?.version === projection.version && begun.schema === schema
  if (!resumed) await createVersion(client, projection, { schema, epoch, note })
  const tables = await readCatalogue(pool, projection, schema)
  return { member: { projection, tables, position: resumed ? begun.position : origin }, schema }
}
