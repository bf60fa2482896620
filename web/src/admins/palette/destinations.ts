import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import { eventName } from '../history/event-kind.tsx'
import { pathOf, type Room, rooms } from '../rooms.ts'
import { addressOf } from '../views/view-filters.ts'
import { readingAddress } from '../visits/visit-address.ts'
import type { Place } from './recent.ts'

/** Something to go to. `place` is what is remembered of it; null where that would be what somebody typed. */
export type Destination = { key: string; title: string; hint: string; to: string; place: Place | null }

const at = (place: Place, shown: Pick<Destination, 'title' | 'hint' | 'to'>): Destination => ({
  ...shown,
  place,
  key: `${place.kind} ${place.id}`,
})

const toRoom = (room: Room) =>
  at({ kind: 'room', id: room.name }, { title: room.title, hint: 'Pagina', to: `/admin/${pathOf(room)}` })

const toView = ({ id, name, filters }: SavedView) =>
  at({ kind: 'view', id }, { title: name, hint: 'Vista della cronologia', to: addressOf(filters) })

export const toCustomer = ({ id, name, email }: { id: string; name: string; email: string }) =>
  at({ kind: 'customer', id }, { title: name || 'Cliente', hint: email, to: `/admin/customers/${id}` })

export const toStream = (name: string) =>
  at(
    { kind: 'stream', id: name },
    { title: name, hint: name.startsWith('visit-') ? 'Visita' : 'Flusso', to: readingAddress(name) },
  )

export const toEvent = ({ id, type, stream }: Pick<HistoryEvent, 'id' | 'type' | 'stream'>) =>
  at(
    { kind: 'event', id },
    { title: type && eventName(type), hint: stream, to: `/admin/events?evento=${id}` },
  )

/** Always there: the words that were typed, among all events. */
export const toWords = (words: string): Destination => ({
  key: 'words',
  title: `Cerca «${words}» negli eventi`,
  hint: 'Cronologia',
  to: `/admin/events?${new URLSearchParams({ q: words })}`,
  place: null,
})

/** Rooms that have an address of their own, without a part that says of what. */
const openRooms = rooms.filter(room => !pathOf(room).includes(':'))

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word that was typed begins or stands in the text, letter case and accents aside. */
export function matches(text: string, typed: string): boolean {
  const known = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every(word => known.includes(word))
}

export const roomsFor = (typed: string): Destination[] =>
  openRooms.filter(({ title }) => matches(title, typed)).map(toRoom)

export const viewsFor = (views: readonly SavedView[], typed: string): Destination[] =>
  views
    .filter(({ name }) => matches(name, typed))
    .slice(0, 6)
    .map(toView)

/** A place that was gone to before; null where it is no longer there. */
export function known({ kind, id }: Place, views: readonly SavedView[]): Destination | null {
  if (kind === 'stream') return toStream(id)
  if (kind === 'customer') return toCustomer({ id, name: '', email: id })
  if (kind === 'event') return { ...toEvent({ id, type: '', stream: id }), title: 'Evento' }
  if (kind === 'view') {
    const view = views.find(saved => saved.id === id)
    return view ? toView(view) : null
  }
  const room = openRooms.find(({ name }) => name === id)
  return room ? toRoom(room) : null
}
