import { findTwins, maxSkewMs, twinOf, twinsById } from './twins.ts'

const act = (id: string, key: string, isAnalyticsEvent = false, visitId = 'uno') => ({
  id,
  visitId,
  recordedAt: '2026-11-21T23:30:15.250Z',
  twin: { key, isAnalyticsEvent },
})
const scrolled = { id: 's', visitId: 'uno', recordedAt: '2026-11-21T23:30:15.250Z', twin: null }

test('The two events of one act are one row within their visit', () => {
  const events = [
    ...[act('a', 'Inizia'), act('other', 'Inizia', false, 'due'), scrolled, act('echo', 'Inizia', true)],
    ...[act('b', 'Prezzi'), act('alone', 'FAQ', true)],
  ]
  const twins = twinsById(events)
  expect([...twins].map(([id, twin]) => [id, twin.id])).toEqual([['a', 'echo']])
})

test('a view is known by its page, a click also by its text or else its element', () => {
  const pairs = [
    [
      { eventType: 'page_view', elementText: 'Inizia' },
      { eventName: 'page_view', eventLabel: 'start' },
    ],
    [
      { eventType: 'button_click', elementText: 'Inizia', elementId: 'hero' },
      { eventName: 'button_click', eventLabel: 'Inizia' },
    ],
    [
      { eventType: 'button_click', elementId: 'hero' },
      { eventName: 'button_click', eventLabel: 'hero' },
    ],
  ]
  const keys = pairs.map(([interaction, analyticsEvent]) => {
    const one = twinOf('InteractionTracked', { ...interaction, page: '/faq' })
    const other = twinOf('AnalyticsEventTracked', { ...analyticsEvent, page: '/faq' })
    expect([one?.isAnalyticsEvent, other]).toEqual([false, { key: one?.key, isAnalyticsEvent: true }])
    return one?.key
  })
  expect(
    new Set([...keys, twinOf('InteractionTracked', { eventType: 'page_view', page: '/' })?.key]).size,
  ).toBe(4)
  expect([
    twinOf('InteractionTracked', { eventType: 'scroll' }),
    twinOf('ActionRefused', { eventName: 'page_view' }),
  ]).toEqual([null, null])
})

const [interaction, analyticsEvent, nothing] = [false, true, null]
test.each<[string, (boolean | null)[], number[], (number | undefined)[]]>([
  [
    'the analytics event may come long after',
    [interaction, nothing, analyticsEvent],
    [0, 1, 9_999],
    [2, undefined, 0],
  ],
  ['it may come a little before', [analyticsEvent, interaction], [0, maxSkewMs], [1, 0]],
  ['but not earlier', [analyticsEvent, interaction], [0, maxSkewMs + 1], [undefined, undefined]],
  ['the same event twice is two acts', [interaction, interaction], [0, 0], [undefined, undefined]],
  ['an event has one twin at most', [interaction, analyticsEvent, interaction], [0, 0, 0], [1, 0, undefined]],
])('%s', (_, events, at, twins) => {
  const acts = events.map(isAnalyticsEvent => ({
    twin: isAnalyticsEvent === null ? null : { key: 'k', isAnalyticsEvent },
  }))
  expect([...findTwins(acts, at)]).toEqual(twins)
})
