import { historyEvent, historyPage } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import useSWR from 'swr'
import { z } from 'zod'
import { hasStatus } from '../../shell/http.ts'
import { consoleCall } from '../console-call.ts'
import { type Destination, toCustomer, toEvent, toStream } from './destinations.ts'

const most = 6
const id = z.uuid()

const customers = z.object({
  customers: z.array(
    z.object({
      id: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
})

async function findCustomers(typed: string): Promise<Destination[]> {
  const query = new URLSearchParams({ q: typed, limit: String(most) })
  const answer = customers.parse(await consoleCall('GET', `/api/admin/customers?${query}`))
  return answer.customers.map(({ id, firstName, lastName, email }) =>
    toCustomer({ id, name: `${firstName ?? ''} ${lastName ?? ''}`.trim(), email: email ?? id }),
  )
}

const categories = Object.keys(streams)

/** What asks the history for streams by their names; null where what was typed is no part of one. */
export function streamQuery(typed: string): Record<string, string> | null {
  if (id.safeParse(typed).success) return { q: typed }
  const name = typed.replace(/\*$/, '')
  if (!/^[\w-]{3,200}$/.test(name)) return null
  const isNamed = categories.some(
    kind => kind.startsWith(name) || name === kind || name.startsWith(`${kind}-`),
  )
  // Without a kind it is the beginning of a visit's id.
  return { stream: `${isNamed ? name : streams.visit(name)}*` }
}

async function findStreams(typed: string): Promise<Destination[]> {
  const query = new URLSearchParams({ ...streamQuery(typed), limit: '50' })
  const { events } = historyPage.parse(await consoleCall('GET', `/api/admin/events?${query}`))
  return [...new Set(events.map(({ stream }) => stream))].slice(0, most).map(toStream)
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

/** Answers to what was typed before are dropped: each stands under the words that it was asked for. */
function useFound(source: string, typed: string | null, find: (typed: string) => Promise<Destination[]>) {
  const { data, error, isLoading } = useSWR<Destination[], Error>(
    typed === null ? null : ['palette', source, typed],
    () => find(typed ?? ''),
  )
  return { title: source, destinations: data ?? [], failed: error !== undefined && !data, isLoading }
}

/** What the server knows of these words. */
export function useFoundElsewhere(typed: string) {
  const isId = id.safeParse(typed).success
  return [
    useFound('Clienti', typed.length >= 2 && !isId ? typed : null, findCustomers),
    useFound('Eventi', isId ? typed : null, findEvent),
    useFound('Flussi', streamQuery(typed) ? typed : null, findStreams),
  ]
}
