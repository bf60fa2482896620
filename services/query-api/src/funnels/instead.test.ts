import type { Attributes } from '@tba/events/attributes.ts'
import type { SideKind } from '@tba/events/tracking/interaction-type.ts'
import { insteadCounts } from './instead.ts'

type Action = { type: string; attributes: Attributes }
const page = 'https://example.com/'
const interaction = (eventType: string, attributes: Attributes = {}): Action => ({
  type: 'InteractionTracked',
  attributes: { eventType, elementId: null, elementText: null, page, ...attributes },
})
const viewed = (path = '') => interaction('page_view', { page: `${page}${path}` })
const echo = { eventName: 'page_view', eventCategory: 'navigation', eventLabel: null }
const echoed = (path = ''): Action => ({
  type: 'AnalyticsEventTracked',
  attributes: { ...echo, page: `${page}${path}` },
})
const clicked = (elementText: string) => interaction('button_click', { elementText })
const scrolled = interaction('scroll')
const stayed = interaction('time_on_page')
const started: Action = { type: 'VisitStarted', attributes: { userAgent: 'x', referrer: null } }
const plan = (plan: string): Action => ({ type: 'PlanActivated', attributes: { plan, platform: null } })
const refused = (reason: string | null, action = 'POST /api/leads'): Action => ({
  type: 'ActionRefused',
  attributes: { action, reason, status: 400 },
})

/** Units that completed the step with their first event. */
const instead = (...units: Action[][]) => insteadWith([], ...units)

function insteadWith(also: SideKind[], ...units: Action[][]) {
  const all = [started, ...units.flat()]
  const counts = insteadCounts(index => all[index] as Action, also)
  let first = 1
  for (const unit of units) {
    counts.add(unit.map((_, at) => first + at))
    first += unit.length
  }
  return counts.view()
}

const rowsOf = ({ next }: ReturnType<typeof instead>) =>
  next.map(({ event, where, count }) => [event, ...where.map(({ value }) => value), count])
const next = (...units: Action[][]) => rowsOf(instead(...units))
const once = (type: string, what: string) => [['InteractionTracked', type, what, 1]]

test('lists the next actions with their distinguishing fields and shares, most frequent first', () => {
  const units = [
    [viewed(), clicked('Inizia')],
    [viewed(), viewed('prezzi'), clicked('Inizia')],
    [viewed(), clicked('Inizia'), plan('elite')],
  ]
  const is = (field: string, value: string) => ({ field, op: 'is', value })
  const told = (eventType: string, field: string, value: string) => ({
    event: 'InteractionTracked',
    where: [is('eventType', eventType), is(field, value)],
  })
  expect(instead(...units)).toEqual({
    count: 3,
    next: [
      { ...told('button_click', 'elementText', 'Inizia'), count: 2, share: 66.7 },
      { ...told('page_view', 'page', '/prezzi'), count: 1, share: 33.3 },
    ],
    refusals: [],
  })
})

test('leaves out consent, scrolling and time on page, unless one of them is asked for', () => {
  expect(next([viewed(), scrolled, stayed, plan('elite')])).toEqual([['PlanActivated', 'elite', 1]])
  expect(next([viewed(), clicked('Accetta'), clicked('Inizia')])).toEqual(once('button_click', 'Inizia'))
  const sameText = interaction('button_click', { elementText: 'Inizia', elementId: 'footer' })
  expect(next([viewed(), clicked('Inizia')], [viewed(), sameText])).toHaveLength(2)
  const chosen: Action = { type: 'ConsentChosen', attributes: { choice: 'all' } }
  const passive = [viewed(), clicked('Accetta'), chosen, scrolled, stayed]
  expect(next(passive)).toEqual([[null, 1]])
  expect(rowsOf(insteadWith(['scroll'], passive))).toEqual(once('scroll', '/'))
  expect(rowsOf(insteadWith(['consent', 'scroll'], passive))).toEqual(once('button_click', 'Accetta'))
  expect(next([viewed(), started, viewed('due')])).toEqual(once('page_view', '/due'))
})

test('the twin of the step itself is no next action', () => {
  expect(next([viewed(), scrolled, echoed(), clicked('Inizia')])).toEqual(once('button_click', 'Inizia'))
  expect(next([viewed(), echoed()])).toEqual([[null, 1]])
  expect(next([viewed(), echoed('due')])).toEqual([['AnalyticsEventTracked', 'page_view', '/due', 1]])
  expect(next([echoed(), viewed()])).toEqual(once('page_view', '/'))
  expect(next([viewed(), viewed(), echoed()])).toEqual(once('page_view', '/'))
})

test('lists refusals with the number of units that met them after the step', () => {
  const email = refused('Email non valida')
  const units = [
    [viewed(), email, email, plan('elite')],
    [viewed(), refused('Email non valida'), refused('Troppi tentativi', 'POST /api/login')],
    [viewed(), refused(null)],
  ]
  expect(instead(...units).refusals).toEqual([
    { action: 'POST /api/leads', reason: 'Email non valida', count: 2 },
    // Without a sentence, the status is shown.
    { action: 'POST /api/leads', reason: 'risposta 400', count: 1 },
    { action: 'POST /api/login', reason: 'Troppi tentativi', count: 1 },
  ])
})

test('lists at most the fifty most frequent actions', () => {
  const units = Array.from({ length: 120 }, (_, at) => [viewed(), clicked(`Pulsante ${at % 60}`)])
  const view = instead(...units, [viewed(), clicked('Pulsante 59')])
  expect(view.count).toBe(121)
  expect(view.next).toHaveLength(50)
  expect(view.next[0]).toMatchObject({ count: 3, where: [{}, { value: 'Pulsante 59' }] })
})
