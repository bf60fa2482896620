import type { EventStore } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import type { Member } from './batch.ts'
import type { Order } from './build.ts'
import { readCatalogue } from './catalogue.ts'
import { type Checkpoint, claimCheckpoints, readCheckpoints } from './checkpoints.ts'
import type { Candidate } from './leader.ts'
import { readParked, readSkipped } from './parked.ts'
import type { Projection } from './projection.ts'
import { isReadable } from './readable.ts'
import { ChangedWithoutVersion, noteOf, readNotes, sourceOf } from './source.ts'
import { writeNote } from './version.ts'

/** What an instance does with the projections that it leads. */
export type Plan = {
  /** Live in this build's version: they follow the log. */
  live: Member[]
  /** To build: new, changed, or projected from the log before a restore. */
  orders: Order[]
  /** Live in a newer version than this build knows: it does not lead them. */
  superseded: Projection[]
  /** Whether this instance leads all projections, and all are live. */
  isWhole: boolean
}

type Looking = {
  store: EventStore
  pool: DatabasePool
  candidate: Candidate
  projections: readonly Projection[]
  foldsChanged?: boolean | undefined
}

/** @throws {ChangedWithoutVersion} */
export async function planWork(looking: Looking, led: ReadonlySet<Projection>): Promise<Plan> {
  const { pool, candidate, projections, store, foldsChanged } = looking
  const claimed = await claimCheckpoints(candidate.client, 'checkpoints', [...led])
  const checkpoints = await readCheckpoints(pool)
  const plan: Plan = { live: [], orders: [], superseded: [], isWhole: false }
  for (const projection of projections) {
    const live = checkpoints.find(checkpoint => checkpoint.projection === projection.name)
    if (live && live.version > projection.version) plan.superseded.push(projection)
    else if (led.has(projection)) {
      const note = noteOf(await sourceOf(projection))
      const isOfThisLog = live !== undefined && (await isReadable(store, live.position))
      const mine = claimed.find(checkpoint => checkpoint.projection === projection.name)
      const isSame = mine && isOfThisLog && (await isFoldedWith(looking, mine, note))
      if (isSame) plan.live.push(await memberOf(pool, projection, mine))
      else if (mine && isOfThisLog && !foldsChanged) throw new ChangedWithoutVersion(projection)
      else plan.orders.push(orderOf(projection, { note, live, isOfThisLog }))
    }
  }
  plan.isWhole = plan.live.length === projections.length
  return plan
}

async function isFoldedWith({ pool, candidate }: Looking, { schema, ...held }: Checkpoint, note: string) {
  const found = (await readNotes(pool, [{ schema, ...held }])).get(schema) ?? null
  // Older builds wrote no note: the same version stands for the same source then.
  if (found === null) await writeNote(candidate.client, schema, note)
  return (found ?? note) === note
}

async function memberOf(pool: DatabasePool, projection: Projection, checkpoint: Checkpoint): Promise<Member> {
  const { name, version } = projection
  const its = (await readParked(pool)).filter(row => row.projection === name && row.version === version)
  return {
    projection,
    tables: await readCatalogue(pool, projection, checkpoint.schema),
    position: checkpoint.position,
    epoch: checkpoint.epoch,
    parked: new Map(its.map(({ stream, position, person }) => [stream, { position, person }])),
    skipped: await readSkipped(pool, name),
  }
}

function orderOf(
  projection: Projection,
  { note, live, isOfThisLog }: { note: string; live: Checkpoint | undefined; isOfThisLog: boolean },
): Order {
  const outdated = live && !isOfThisLog ? live.position : null
  return { projection, note, schema: live?.schema ?? null, outdated }
}

/** Whether a newer version of one of these has gone live since the plan was made. */
export async function isOvertaken({ pool }: Looking, { live, orders }: Plan): Promise<boolean> {
  const checkpoints = await readCheckpoints(pool)
  return [...live, ...orders].some(({ projection: { name, version } }) =>
    checkpoints.some(held => held.projection === name && held.version > version),
  )
}
