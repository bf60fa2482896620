import { hostname } from 'node:os'
import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { projectionList } from '@tba/events/projections/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import type { ReadSideOf } from '../freshness/read-side.ts'
import type { Reads } from '../reads/open-session.ts'
import { findLostEvents } from './lost-events.ts'
import { statusOf } from './status.ts'
import { type StoredStatus, storedStatuses } from './stored-status.ts'
import { findWatched } from './watched.ts'

type Needs = Reads & { store: EventStore; copy: Pick<Copy, 'state'>; readSide: ReadSideOf }

/** The state of each projection. It waits for none, so that one that stands still is shown at once. */
export function projectionsRoute(app: App, { some, pool, store, copy, readSide, onRequest }: Needs) {
  const schema = {
    tags: ['admins'],
    summary: 'Lo stato delle proiezioni: ritardo, ritmo, ricostruzioni, flussi in attesa',
    querystring: z.strictObject({}),
    response: { 200: projectionList },
  }

  app.get('/api/admin/projections', { schema, onRequest }, async request => {
    const stored = await storedStatuses({ some }, adminOf(request))
    const isBuilding = stored.some(({ build }) => build !== null)
    const first = isBuilding ? await firstOf(store) : null
    const timeAt = await timesAt(
      store,
      stored.flatMap(status => heldBy(status) ?? []),
    )
    const projections = await Promise.all(
      stored.map(async status => {
        const held = heldBy(status)
        return statusOf(status, { first, lastEventAt: timeAt.get(held) ?? null, ...(await readSide(held)) })
      }),
    )
    const { recordedMs, ...kept } = copy.state()
    const lastEventAt = recordedMs === null ? null : new Date(recordedMs).toISOString()
    const { lagMs } = await readSide(kept.position)
    const analytics = { ...kept, lastEventAt, lagMs, instance: hostname() }
    const [lost, watched] = [await findLostEvents(pool), await findWatched(pool)]
    return { projections, analytics, lost, watched, next: null }
  })
}

const heldBy = ({ live }: StoredStatus) => live?.position || null

/** Positions from before a restore have no time. */
async function timesAt(store: EventStore, positions: readonly Position[]) {
  const found = await store.readAt([...new Set(positions)]).catch(error => {
    if (error instanceof InvalidPosition) return []
    throw error
  })
  return new Map<Position | null, string>(found.map(({ position, recordedAt }) => [position, recordedAt]))
}

async function firstOf(store: EventStore): Promise<Position | null> {
  for await (const { position } of store.readAll({ limit: 1 })) return position
  return null
}
