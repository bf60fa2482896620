import type { HistoryEvent } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { effectsOf, findEvent } from './find-event.ts'

const event = (id: string, causationId: string) => ({ id, causationId }) as HistoryEvent
const shape = (effects: ReturnType<typeof effectsOf>): unknown[] =>
  effects.map(({ event: { id }, effects: below }) => (below.length > 0 ? [id, shape(below)] : id))

test('events of a job appear under their cause, recursively', () => {
  const later = [event('mailed', 'asked'), event('freed', 'asked'), event('destroyed', 'freed')]
  expect(shape(effectsOf({ id: 'asked' }, later))).toEqual(['mailed', ['freed', ['destroyed']]])
})

test('other events of the same request are no effects, and damaged ones that name each other form no cycle', () => {
  const siblings = [
    event('completed', 'press'),
    event('a', 'b'),
    event('b', 'a'),
    event('mailed', 'activated'),
  ]
  expect(shape(effectsOf({ id: 'activated' }, siblings))).toEqual(['mailed'])
})

test('an event shows the others of its request in log order, earlier and later ones', async () => {
  const inRequest = (correlationId: string) => {
    const event = recordedEvent('SetupStepReopened', { step: 'mt4' }, { stream: 'setup-1' })
    return { ...event, metadata: { ...event.metadata, correlationId } }
  }
  const own = crypto.randomUUID()
  const [click, other] = [inRequest(own), inRequest(crypto.randomUUID())]
  const [asked, done] = [inRequest(own), inRequest(own)]
  using copy = await copyOf([click, other, asked, done])
  const found = await copy.ask(snapshot => findEvent(snapshot, { id: asked.id }))
  expect(found?.siblings.map(({ id }) => id)).toEqual([click.id, done.id])
  expect(found).toMatchObject({ cause: null, effects: [] })
})

test('a click and its analytics event show each other; another visit’s event does not count', async () => {
  const click = (visit: string) => {
    const page = 'https://example.com/?utm_source=x'
    const at = { stream: streams.visit(visit), recordedAt: '2026-11-21T10:00:00.000Z' }
    const told = { eventType: 'button_click', elementId: 'cta', elementText: 'Inizia' }
    const label = { eventName: 'button_click', eventCategory: 'hero', eventLabel: 'Inizia', eventValue: null }
    return [
      recordedEvent('InteractionTracked', { ...told, page, additionalData: null }, at),
      recordedEvent('AnalyticsEventTracked', { ...label, page, userId: null }, at),
    ] as const
  }
  const [[own, echo], [other, otherEcho]] = [click('one'), click('two')]
  using copy = await copyOf([own, other, echo, otherEcho])
  const twinOf = async ({ id }: { id: string }) =>
    (await copy.ask(snapshot => findEvent(snapshot, { id })))?.twin?.id
  expect([await twinOf(own), await twinOf(echo)]).toEqual([echo.id, own.id])
  expect(await twinOf(other)).toBe(otherEcho.id)
})

test('an event of a visit names who acted in it: the accounts, else those who asked', async () => {
  const click = (visit: string) => recordedFixture('VisitStarted', { stream: streams.visit(visit) })
  const asked = (visitId: string, id: string) =>
    recordedFixture('LeadSubmitted', { stream: streams.lead(id), visitId })
  const [one, two, nobody] = [click('one'), click('two'), click('three')]
  const account = '00000000-0000-4000-8000-00000000aaaa'
  const registered = recordedFixture('AccountRegistered', {
    stream: streams.account(account),
    visitId: 'two',
  })
  const erased = recordedFixture('LeadErased', { stream: streams.lead('gone') })
  const requests = [asked('one', 'first'), asked('two', 'second'), asked('three', 'gone'), erased]
  using copy = await copyOf([one, two, nobody, ...requests, registered])
  const visitorsOf = async ({ id }: { id: string }) =>
    (await copy.ask(snapshot => findEvent(snapshot, { id })))?.visitors
  expect(await Promise.all([one, two, nobody, registered].map(visitorsOf))).toEqual([
    ...[['first'], [account], []],
    [],
  ])
})
