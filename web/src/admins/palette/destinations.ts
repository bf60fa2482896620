import { type HistoryEvent, historyEvent, historyPage } from '@tba/events/history/views.ts'
import { customerRow } from '@tba/events/people/views.ts'
import { streams } from '@tba/events/streams.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import useSWR from 'swr'
import { z } from 'zod'
import { hasStatus } from '../../api/http.ts'
import { stored } from '../../api/stored.ts'
import { matches } from '../../components/matches.ts'
import { consoleCall } from '../api/calls.ts'
import { useMay } from '../api/token.ts'
import { type ConsolePage, consolePages, pathOf } from '../console-pages.ts'
import { eventName } from '../parts/words/event-kind.tsx'
import { customerAddress, eventAddress, readingAddress } from '../parts/words/links.tsx'
import { addressOf, hintOf } from '../views/saved-views-data.ts'

/** Only ids: storage outlives the session. */
const place = z.strictObject({
  kind: z.enum(['page', 'view', 'customer', 'stream', 'event']),
  id: z.string().min(1).max(300),
})
export type Place = z.infer<typeof place>

const kept = z.array(place).catch([])
const most = 6

const keptFor = (administrator: string) => stored('localStorage', `console_recent:${administrator}`)

export const isSame = (one: Place, other: Place) => one.kind === other.kind && one.id === other.id

/** The newest first. */
export const recentPlaces = (administrator: string): Place[] =>
  kept.parse(keptFor(administrator).json()).slice(0, most)

export function rememberPlace(administrator: string, { kind, id }: Place) {
  const others = recentPlaces(administrator).filter(place => !isSame(place, { kind, id }))
  keptFor(administrator).set(JSON.stringify([{ kind, id }, ...others].slice(0, most)))
}

/** `place` is remembered; null: it would hold typed words. */
export type Destination = { key: string; title: string; hint: string; to: string; place: Place | null }

const at = (place: Place, shown: Pick<Destination, 'title' | 'hint' | 'to'>): Destination => ({
  ...shown,
  place,
  key: `${place.kind} ${place.id}`,
})

const toPage = (page: ConsolePage) =>
  at({ kind: 'page', id: page.name }, { title: page.title, hint: 'Pagina', to: `/admin/${pathOf(page)}` })

const toView = ({ id, name, filters }: SavedView) =>
  at({ kind: 'view', id }, { title: name, hint: hintOf(filters), to: addressOf(filters) })

const toCustomer = ({ id, name, email }: { id: string; name: string; email: string }) =>
  at({ kind: 'customer', id }, { title: name || 'Cliente', hint: email, to: customerAddress(id) })

const toStream = (name: string) =>
  at(
    { kind: 'stream', id: name },
    { title: name, hint: name.startsWith('visit-') ? 'Visita' : 'Flusso', to: readingAddress(name) },
  )

const toEvent = ({ id, type, stream }: Pick<HistoryEvent, 'id' | 'type' | 'stream'>) =>
  at({ kind: 'event', id }, { title: type && eventName(type), hint: stream, to: eventAddress(id) })

export const toWords = (words: string): Destination => ({
  key: 'words',
  title: `Cerca «${words}» negli eventi`,
  hint: 'Cronologia',
  to: `/admin/events?${new URLSearchParams({ q: words })}`,
  place: null,
})

/** Without parameters. */
const openPages = consolePages.filter(page => !pathOf(page).includes(':'))

export const pagesFor = (typed: string): Destination[] =>
  openPages.filter(({ title }) => matches(title, typed)).map(toPage)

export const viewsFor = (views: readonly SavedView[], typed: string): Destination[] =>
  views
    .filter(({ name }) => matches(name, typed))
    .slice(0, 6)
    .map(toView)

/** Null: it no longer exists. */
export function known({ kind, id }: Place, views: readonly SavedView[]): Destination | null {
  if (kind === 'stream') return toStream(id)
  if (kind === 'customer') return toCustomer({ id, name: '', email: id })
  if (kind === 'event') return { ...toEvent({ id, type: '', stream: id }), title: 'Evento' }
  if (kind === 'view') {
    const view = views.find(saved => saved.id === id)
    return view ? toView(view) : null
  }
  const page = openPages.find(({ name }) => name === id)
  return page ? toPage(page) : null
}

const mostFound = 6
const id = z.uuid()

const name = { id: true, firstName: true, lastName: true, email: true } as const
const customers = z.object({ customers: z.array(customerRow.pick(name)) })

async function findCustomers(typed: string): Promise<Destination[]> {
  const query = new URLSearchParams({ q: typed, limit: String(mostFound) })
  const answer = customers.parse(await consoleCall('GET', `/api/admin/customers?${query}`))
  return answer.customers.map(({ id, firstName, lastName, email }) =>
    toCustomer({ id, name: `${firstName ?? ''} ${lastName ?? ''}`.trim(), email: email ?? id }),
  )
}

const categories = Object.keys(streams)

/** Null: no part of a stream's name. */
export function streamQuery(typed: string): Record<string, string> | null {
  if (id.safeParse(typed).success) return { q: typed }
  const name = typed.replace(/\*$/, '')
  if (!/^[\w-]{3,200}$/.test(name)) return null
  const isNamed = categories.some(
    kind => kind.startsWith(name) || name === kind || name.startsWith(`${kind}-`),
  )
  // Without a kind: the start of a visit id.
  return { stream: `${isNamed ? name : streams.visit(name)}*` }
}

async function findStreams(typed: string): Promise<Destination[]> {
  const query = new URLSearchParams({ ...streamQuery(typed), limit: '50' })
  const { events } = historyPage.parse(await consoleCall('GET', `/api/admin/events?${query}`))
  return [...new Set(events.map(({ stream }) => stream))].slice(0, mostFound).map(toStream)
}

const anEvent = z.object({ event: historyEvent.pick({ id: true, type: true, stream: true }) })

async function findEvent(typed: string): Promise<Destination[]> {
  try {
    return [toEvent(anEvent.parse(await consoleCall('GET', `/api/admin/events/${typed}`)).event)]
  } catch (error) {
    if (hasStatus(error, 404)) return []
    throw error
  }
}

function useFound(source: string, typed: string | null, find: (typed: string) => Promise<Destination[]>) {
  const { data, error, isLoading } = useSWR<Destination[], Error>(
    typed === null ? null : ['palette', source, typed],
    () => find(typed ?? ''),
  )
  return { title: source, destinations: data ?? [], failed: error !== undefined && !data, isLoading }
}

export function useFoundElsewhere(typed: string) {
  const isId = id.safeParse(typed).success
  const seesPersons = useMay('see-persons')
  return [
    useFound('Clienti', seesPersons && typed.length >= 2 && !isId ? typed : null, findCustomers),
    useFound('Eventi', isId ? typed : null, findEvent),
    useFound('Flussi', streamQuery(typed) ? typed : null, findStreams),
  ]
}
