import type { HistoryEvent } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import { interactionFilter, interactionTypes } from '@tba/events/tracking/interaction-type.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import fc from 'fast-check'
import { copyOf, type TestCopy } from '../analytics/testing/copy-of.ts'
import { type EventFilter, matches } from './filter.ts'
import { findEvents, type PageEnd } from './find-events.ts'

const visits = ['session_1767261600000_Abc', 'V_7']
const day = (at: number) => `2026-01-0${1 + (at % 5)}T10:00:00.000Z`
const events = Array.from({ length: 60 }, (_, at) => {
  const recordedAt = day(at)
  const visitId = visits[at % 2] as string
  if (at % 7 === 0)
    return recordedFixture('LeadSubmitted', {
      stream: streams.lead(`0000000${at}-lead`),
      visitId,
      recordedAt,
      actor: 'customer:1',
    })
  return recordedEvent(
    'InteractionTracked',
    {
      eventType: at % 3 ? 'button_click' : 'page_view',
      page: `https://bot.example/prezzi/${at % 3}`,
      elementId: 'cta',
      elementText: [null, 'Perché SÌ', 'Accetta', 'Perché no'][at % 4] ?? null,
      additionalData: null,
    },
    { stream: streams.visit(visitId), actor: 'visitor', recordedAt, ...(at % 5 === 0 && { visitId }) },
  )
})
const shown = events.map(event => historyEventOf(maskEvent(event)))
const everything: EventFilter = { types: [], words: [] }

type Asked = { filter?: Partial<EventFilter>; order?: 'asc' | 'desc'; limit?: number; after?: PageEnd | null }
const pageOf = (copy: TestCopy, { filter = {}, order = 'desc', limit = 50, after = null }: Asked) =>
  copy.ask(snapshot => findEvents(snapshot, { filter: { ...everything, ...filter }, order, limit, after }))

async function pages(copy: TestCopy, input: Asked): Promise<HistoryEvent[]> {
  const found: HistoryEvent[] = []
  let after: PageEnd | null = null
  do {
    const page: Awaited<ReturnType<typeof findEvents>> = await pageOf(copy, { ...input, after })
    found.push(...page.events)
    after = page.next
  } while (after)
  return found
}

const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const ofStreams = ['visit-', 'v_7', 'session_17672616', '00000007', 'lead']
const words = ['perche', 'prezzi/1', 'cta', ...ofStreams, 'test', 'a']
const input = fc.record(
  {
    types: fc.subarray([
      ...['LeadSubmitted', 'InteractionTracked', 'VisitStarted'],
      ...interactionTypes.map(interactionFilter),
    ]),
    stream: some('visit-V_7', 'lead-00000007-lead', 'visit-v_7'),
    streamPrefix: some('lead-', 'visit-session_', 'Lead'),
    visit: some(...visits, 'v_7'),
    actor: some('visitor', 'customer:1'),
    correlation: some('test', 'other'),
    words: fc.array(fc.constantFrom(...words, ...events.map(({ id }) => id)), { maxLength: 2 }),
    from: some(Date.parse(day(1))),
    to: some(Date.parse(day(3))),
  },
  { requiredKeys: [] },
)

test('any mix of filters finds the same as a check of each event, with any page size and order', async () => {
  using copy = await copyOf(events)
  const order = fc.constantFrom('asc', 'desc')
  await fc.assert(
    fc.asyncProperty(input, order, fc.integer({ min: 1, max: 20 }), async (raw, order, limit) => {
      const filter = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined))
      const isWanted = (event: (typeof events)[number]) => matches(event, { ...everything, ...filter })
      const wanted = shown.filter((_, at) => events.slice(at, at + 1).some(isWanted))
      const found = await pages(copy, { filter, order, limit })
      expect(found).toEqual(order === 'asc' ? wanted : wanted.toReversed())
    }),
    { numRuns: 150 },
  )
})

test('a page continues in a copy with other numbers, and after a deleted event', async () => {
  using first = await copyOf(events)
  using without = await copyOf(events.filter((_, at) => at !== 9 && at !== 30))
  for (const order of ['asc', 'desc'] as const) {
    const rest = (order === 'asc' ? shown : shown.toReversed()).slice(order === 'asc' ? 31 : 30)
    const { next } = await pageOf(first, { order, limit: order === 'asc' ? 31 : 30 })
    const { events: found } = await pageOf(without, { order, after: next })
    expect(found).toEqual(rest.filter(({ id }) => id !== events[9]?.id && id !== events[30]?.id))
  }
})

test('refuses a cursor from before a restore: its page would skip or repeat events', async () => {
  using copy = await copyOf(events)
  const after = ['00000002-0000000000000001-0000000000000001', 1] as unknown as PageEnd
  await expect(pageOf(copy, { after })).rejects.toThrow('Cursore non valido')
})
