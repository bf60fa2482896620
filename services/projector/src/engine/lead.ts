import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { despiteQueries } from './backoff.ts'
import type { Member } from './batch.ts'
import { type Building, build, type Order } from './build.ts'
import { readCatalogue } from './catalogue.ts'
import { announce, type Checkpoint, claimCheckpoints, type Ledger } from './checkpoints.ts'
import { firstOf } from './first-of.ts'
import { type Following, follow, slowest, type Written } from './follow.ts'
import type { Leadership } from './leader.ts'
import type { Projection } from './projection.ts'
import { ChangedWithoutVersion, noteOf, readNotes, sourceOf } from './source.ts'
import { dropRetired, forgetOthers, writeNote } from './version.ts'

export type Leading = Omit<Building, 'client' | 'ledger'> &
  Pick<Following, 'onBatch'> & {
    projections: readonly Projection[]
    /** Rebuilds a projection that changed under its live version, instead of refusing it. */
    foldsChanged?: boolean | undefined
    leadership: Leadership
    /** Called with the position of the slowest projection, once all of them are live. */
    onPosition: (position: Position) => void
  }

type Plan = { live: Member[]; orders: Order[] }

/**
 * What a leader does until the signal aborts: it follows the log with the projections that are up to date, builds
 * the others beside them, and then follows with all.
 */
export async function lead(leading: Leading): Promise<void> {
  const { leadership, projections, signal } = leading
  const ledger: Ledger = { table: 'checkpoints', epoch: leadership.epoch }
  const { live, orders } = await planBuilds(leading, ledger)
  // An earlier leader may have ended between its last commit and the announcement of it.
  for (const { position, projection } of live) await announce(leadership.client, position, [projection.name])
  let built: Member[] = []
  if (orders.length > 0) {
    await firstOf(signal, within => [
      build({ ...leading, ledger, client: leadership.client, signal: within }, orders).then(members => {
        built = members
      }),
      ...(live.length > 0 ? [follow({ ...leading, ledger }, live, { signal: within })] : []),
    ])
  } else {
    await despiteQueries(signal, () => dropRetired(leadership.client, projections))
  }
  if (signal.aborted) return
  await despiteQueries(signal, () => forgetOthers(leadership.client, projections))
  await followAll(leading, ledger, [...live, ...built])
}

async function followAll(leading: Leading, ledger: Ledger, members: readonly Member[]): Promise<void> {
  const { onBatch, onPosition, signal } = leading
  onPosition(slowest(members))
  const following = {
    ...leading,
    ledger,
    onBatch: (written: Written) => {
      onBatch(written)
      onPosition(written.position)
    },
  }
  await follow(following, members, { signal })
}

/** Which projections are up to date, and which have to be built: new ones, changed ones, and all after a restore. */
async function planBuilds(leading: Leading, ledger: Ledger): Promise<Plan> {
  const { foldsChanged, leadership, pool, projections } = leading
  const names = projections.map(({ name }) => name)
  const checkpoints = await known(leading, await claimCheckpoints(pool, ledger, names))
  const builds = await known(leading, await claimCheckpoints(pool, { ...ledger, table: 'builds' }, names))
  const plan: Plan = { live: [], orders: [] }
  for (const projection of projections) {
    const note = noteOf(await sourceOf(projection))
    const isOwn = ({ projection: name }: Checkpoint) => name === projection.name
    const begun = builds.find(build => isOwn(build) && build.readable && build.note === note) ?? null
    const live = checkpoints.find(isOwn) ?? null
    const isOfVersion = live?.readable && live.version === projection.version
    // An older build has written no note; the same version means the same source.
    if (isOfVersion && live.note === null) await writeNote(leadership.client, live.schema, note)
    if (isOfVersion && (live.note ?? note) === note) {
      const tables = await readCatalogue(pool, projection, live.schema)
      plan.live.push({ projection, tables, position: live.position })
    } else if (isOfVersion && !foldsChanged) throw new ChangedWithoutVersion(projection)
    else plan.orders.push({ projection, note, live, begun })
  }
  return plan
}

type Known = Checkpoint & { readable: boolean; note: string | null }

/**
 * Checkpoints with the note of the source that their tables were folded with. A restore gives the log a new generation;
 * what was projected from an older one has to be rebuilt.
 */
async function known({ pool, store }: Leading, checkpoints: readonly Checkpoint[]): Promise<Known[]> {
  const notes = await readNotes(pool, checkpoints)
  return Promise.all(
    checkpoints.map(async checkpoint => ({
      ...checkpoint,
      readable: await isReadable(store, checkpoint),
      note: notes.get(checkpoint.schema) ?? null,
    })),
  )
}

/** Whether a position is of this log, and not of a generation before a restore. */
export async function isReadable(
  store: EventStore,
  { position }: Pick<Checkpoint, 'position'>,
): Promise<boolean> {
  if (position === '') return true
  try {
    for await (const _ of store.readAll({ after: position, limit: 1 })) break
    return true
  } catch (error) {
    if (error instanceof InvalidPosition) return false
    throw error
  }
}
