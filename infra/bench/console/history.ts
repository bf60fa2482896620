import type { HistoryEvent, HistoryPage } from '@tba/events/history/views.ts'
import { type Bench, timed } from '../harness.ts'
import type { Product } from './product.ts'

const pageMs = { max: 20 }
const calls = 4
const dayMs = 86_400_000
const path = '/api/admin/events'

/** Pages of the history with one filter each, at both ends and in the middle of the log; and words. */
export async function measureHistory({ figure, rounds }: Bench, { ask }: Product): Promise<void> {
  const events = async (query: string) => (await ask<HistoryPage>(`${path}?${query}`)).events
  const [newest] = await events('limit=1')
  const [oldest] = await events('limit=1&type=VisitStarted&order=asc')
  const [setup] = await events('limit=1&type=PlanActivated')
  if (!newest || !oldest || !setup) throw new Error('the log is no month of visits and customers')
  const [first, last] = [Date.parse(oldest.recordedAt), Date.parse(newest.recordedAt)]
  const middle = await ask<HistoryPage>(`${path}?limit=1&to=${new Date((first + last) / 2).toISOString()}`)
  const ends = [
    ['newest', '&order=desc'],
    ['middle', `&order=desc&cursor=${middle.next}`],
    ['oldest', '&order=asc'],
  ]
  const turns: (() => Promise<void>)[] = []
  const measured = (name: string, query: string, bound: { max?: number }) => {
    const { values } = figure(name, 'ms', bound)
    turns.push(async () => {
      for (let call = 0; call < calls; call++) values.push(await timed(() => ask(`${path}?${query}`)))
    })
  }
  for (const [name, filter] of filters(oldest, setup))
    for (const [end, from] of ends) measured(`history: ${name}, ${end}`, `${filter}${from}`, pageMs)
  const week = `&from=${new Date(last - 14 * dayMs).toISOString()}&to=${new Date(last - 7 * dayMs).toISOString()}`
  for (const word of ['strategies', 'perdere capitale', 'nessunacosa']) {
    measured(`words: ${word}, in a week`, `q=${encodeURIComponent(word)}${week}`, { max: 150 })
    measured(`words: ${word}, whole log`, `q=${encodeURIComponent(word)}`, {})
  }
  await rounds(5, turns)
}

function filters(visit: HistoryEvent, setup: HistoryEvent): [name: string, query: string][] {
  const from = Date.parse(visit.recordedAt) + 10 * dayMs
  return [
    ['no filter', ''],
    ['commonest type', 'type=InteractionTracked'],
    ['rare type', 'type=PlanActivated'],
    ['one stream', `stream=${setup.stream}`],
    ['streams of visits', 'stream=visit-*'],
    ['streams of leads', 'stream=lead-*'],
    ['one visit', `visit=${visit.stream.slice('visit-'.length)}`],
    ['an actor', 'actor=demo'],
    ['nobody', 'actor=customer%3Anobody'],
    ['a request', `correlation=${visit.correlationId}`],
    ['a day', `from=${new Date(from).toISOString()}&to=${new Date(from + dayMs).toISOString()}`],
  ]
}
