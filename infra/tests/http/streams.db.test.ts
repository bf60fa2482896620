import type { Position } from '@tba/event-store/port.ts'
import type { StreamTimeline } from '@tba/events/streams/views.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { ownProduct } from '../support/shared.ts'
import { refusal } from '../support/visitor.ts'

// Not the shared product: an unreadable event delays its projections for seconds.
const { product, console } = await ownProduct()

const pathOf = (stream: string) => `/api/admin/streams/${encodeURIComponent(stream)}`
const timelineOf = (stream: string, query = '') => console.read<StreamTimeline>(`${pathOf(stream)}${query}`)

const click = (at: number) =>
  storedEvent('InteractionTracked', {
    eventType: 'button_click',
    elementId: null,
    elementText: `Clic ${at}`,
    page: `/${at % 7}`,
    additionalData: null,
  })

/** A visit of this many events, as tracking records them. */
async function visitOf(count: number): Promise<string> {
  const stream = `visit-${crypto.randomUUID()}`
  for (let from = 0; from < count; from += 1_000) {
    const events = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => click(from + at))
    await product.store.append(stream, events, 'any')
  }
  return stream
}

const paths = (entry: StreamTimeline['entries'][number] | undefined) => entry?.changes.map(({ path }) => path)

describe('the timeline of a setup', () => {
  let stream: string
  beforeAll(async () => {
    const customer = await product.customer()
    stream = `setup-${await product.newestAccount()}`
    await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
    await customer.put('/api/user/progress', { step1_broker_account: true })
    await customer.put('/api/user/progress', { step1_broker_link: 'https://broker.example.com/anna' })
    await customer.put('/api/user/progress', { step1_broker_account: false })
    await customer.post('/api/user/progress', { plan: 'elite', deposit: 3000 })
  })

  test('shows each event, the state after it, and the changes', async () => {
    const { stream: named, entries, revision, next } = await timelineOf(stream)
    expect({ named, revision, next }).toEqual({ named: stream, revision: 4, next: null })
    expect(entries.map(({ event }) => event.type)).toEqual([
      ...['PlanActivated', 'SetupStepCompleted', 'SetupNoted', 'SetupStepReopened', 'PlanChanged'],
    ])
    expect(entries[0]).toMatchObject({
      event: { stream, revision: 0, actor: expect.stringMatching(/^customer:/), data: { plan: 'starter' } },
      state: { plan: 'starter', steps: [], credentials: [], bots: [], completedAt: null },
    })
    expect(entries[0]?.changes).toContainEqual({ path: 'plan', before: null, after: 'starter' })
    expect(entries[1]?.changes).toContainEqual({ path: 'steps.0', before: null, after: 'broker-account' })
    expect(entries[3]?.changes).toContainEqual({ path: 'steps', before: ['broker-account'], after: [] })
    expect(entries[4]?.changes).toContainEqual({ path: 'plan', before: 'starter', after: 'elite' })
    expect(entries[4]?.state).toMatchObject({ plan: 'elite', steps: [] })
  })
})

describe('a long stream', () => {
  test('comes in parts without gaps, each with the right state', async () => {
    const stream = await visitOf(2_050)
    const first = await timelineOf(stream)
    expect(first).toMatchObject({ revision: 2_049, next: 1_999 })
    const second = await timelineOf(stream, `?after=${first.next}`)
    expect(second.next).toBeNull()
    const entries = [...first.entries, ...second.entries]
    expect(entries.map(({ event }) => event.revision)).toEqual(Array.from({ length: 2_050 }, (_, at) => at))
    expect(second.entries[0]?.state).toMatchObject({ interactions: 2_001 })
    expect(paths(second.entries[0])).not.toContain('startedAt')
    expect(second.entries.at(-1)?.state).toMatchObject({ interactions: 2_050 })
  })

  test('ends at the requested revision before it ends at its maximum length', async () => {
    const stream = await visitOf(30)
    const { entries, next } = await timelineOf(stream, '?after=9&asOf=19')
    expect([entries[0]?.event.revision, entries.at(-1)?.event.revision, next]).toEqual([10, 19, null])
    expect(await timelineOf(stream, '?after=29')).toMatchObject({ entries: [], next: null })
  })
})

test('a partly expired stream is shown from its first remaining event', async () => {
  const stream = await visitOf(3)
  const [, second] = (await timelineOf(stream)).entries
  await product.store.deleteStreams([stream], { before: second?.event.position as Position })
  const { entries } = await timelineOf(stream)
  expect(entries.map(({ event }) => event.revision)).toEqual([1, 2])
  expect(await timelineOf(stream, '?asOf=0')).toMatchObject({ entries: [], revision: 2, next: null })
})

test.each(['visit-nessuna', 'constructor', '$all', 'è-%'])(
  'a stream without events, such as %j, has no timeline',
  async name => expect(await console.get(pathOf(name))).toMatchObject(refusal(404, 'Flusso non trovato')),
)
