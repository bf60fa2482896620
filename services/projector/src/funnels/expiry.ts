import { type PackedPosition, unpacked } from '@tba/event-store/packed-position.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { placesOfTypes } from './history-rows.ts'
import type { Reading } from './units.ts'

type Between = { after: PackedPosition; upTo: PackedPosition }

/** Of the visits that expired between two places the latest time by which they had ended; null: none expired. */
export async function expiryIn({ query, store, like }: Reading, between: Between): Promise<string | null> {
  const places = await placesOfTypes(query, ['VisitsExpired'], between)
  if (places.length === 0) return null
  const events = await store.readAt(places.map(({ place }) => unpacked(place, like)))
  const befores = events.map(event => String(maskEvent(event).data.before ?? '9999'))
  return befores.reduce((latest, before) => (before > latest ? before : latest), '0000')
}

type Periods = Pick<FunnelDefinition, 'by' | 'from' | 'compareTo'>

/** Visits that ended before the periods began counted nowhere; that of a customer may have said on what they came. */
export function isSpared({ by, from, compareTo }: Periods, expiredBefore: string): boolean {
  return by === 'visit' && from >= expiredBefore && (!compareTo || compareTo.from >= expiredBefore)
}
