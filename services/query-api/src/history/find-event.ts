import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { MaskedEvent } from '@tba/runtime/log/mask-event.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Searched, wholeAt } from './find-events.ts'
import { ofEvent, ofRequest } from './found-by.ts'

const row = z.object({ position: z.string().transform(text => text as PackedPosition) })
const uuid = z.guid()

/** Each is read whole. Even among a hundred million events, hardly two have one number. */
const mostAlike = 100

/** Null: the log has no such event. */
export async function findEvent(
  { pool, store }: Searched,
  { id, like }: { id: string; like: Position },
): Promise<MaskedEvent | null> {
  if (!uuid.safeParse(id).success) return null
  const wanted = id.toLowerCase()
  const rows = await pool.any(sql.type(row)`
    select e.position from read.history_events e where ${ofEvent(wanted).holds} limit ${mostAlike}`)
  const events = await wholeAt(
    store,
    rows.map(({ position }) => position),
    like,
  )
  return events.find(event => event.id === wanted) ?? null
}

/** An event's effects are a screen to walk through, not a list of everything. */
const mostEffects = 200

/** What the same request recorded after an event, and the jobs after that, in the order of the log. */
export async function findRequest(
  { pool, store }: Searched,
  { event, like }: { event: MaskedEvent; like: Position },
): Promise<MaskedEvent[]> {
  const { correlationId } = event.metadata ?? {}
  if (typeof correlationId !== 'string') return []
  const { holds } = ofRequest(correlationId)
  const rows = await pool.any(sql.type(row)`
    with e as materialized (select e.* from read.history_events e where ${holds})
    select e.position from e where e.position > ${packed(event.position)}::uuid
    order by e.position limit ${mostEffects}`)
  const events = await wholeAt(
    store,
    rows.map(({ position }) => position),
    like,
  )
  return events.filter(({ metadata }) => metadata?.correlationId === correlationId)
}
