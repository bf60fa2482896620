import {
  filterOfStep,
  interactionFilter,
  interactionTypeOf,
  interactionTypes,
  isBannerClick,
  matchesType,
  sideKindOf,
  stepOf,
} from './interaction-type.ts'

const click = (elementText: string | null) => ({
  type: 'InteractionTracked',
  data: { eventType: 'button_click', elementText, elementId: null },
})
const [clicks, banner] = [interactionFilter('button_click'), interactionFilter('banner_click')]

test('a click on the consent banner is its own kind of event', () => {
  expect([matchesType(clicks, click('Inizia')), matchesType(banner, click('Inizia'))]).toEqual([true, false])
  expect([matchesType(clicks, click('Accetta')), matchesType(banner, click('Accetta'))]).toEqual([
    false,
    true,
  ])
  expect(matchesType('InteractionTracked', click('Accetta'))).toBe(true)
})

test('a step of clicks excludes those on the banner', () => {
  const [isOfType, ...others] = stepOf(clicks).where
  expect(isOfType).toEqual({ field: 'eventType', op: 'is', value: 'button_click' })
  expect(others).toContainEqual({ field: 'elementText', op: 'isNot', value: 'Accetta' })
})

test.each(interactionTypes)('«%s» has a filter, and a step that leads back to it', type => {
  const filter = interactionFilter(type)
  expect(filter).toBe(`InteractionTracked:${type}`)
  expect(interactionTypeOf(filter)).toBe(type)
  const isOfType = { field: 'eventType', op: 'is', value: type }
  expect(stepOf(filter).event).toBe('InteractionTracked')
  expect(stepOf(filter).where[0]).toEqual(isOfType)
  expect(stepOf(filter).where).toHaveLength(type === 'button_click' ? 5 : 1)
  expect(filterOfStep(stepOf(filter))).toBe(type === 'banner_click' ? 'InteractionTracked' : filter)
})

test('another type is its own filter and step', () => {
  expect(interactionTypeOf('LeadSubmitted')).toBeNull()
  expect(stepOf('LeadSubmitted')).toEqual({ event: 'LeadSubmitted', where: [] })
  expect(filterOfStep({ event: 'LeadSubmitted', where: [] })).toBe('LeadSubmitted')
  const other = [{ field: 'eventType', op: 'isNot', value: 'scroll' }]
  expect(filterOfStep({ event: 'InteractionTracked', where: other })).toBe('InteractionTracked')
  expect(matchesType(clicks, { ...click('Inizia'), type: 'AnalyticsEventTracked' })).toBe(false)
})

test.each([
  ['InteractionTracked', { eventType: 'button_click', elementText: 'Rifiuta' }, 'consent'],
  ['AnalyticsEventTracked', { eventName: 'button_click', eventLabel: 'Chiudi e rifiuta' }, 'consent'],
  ['ConsentChosen', {}, 'consent'],
  ['InteractionTracked', { eventType: 'scroll' }, 'scroll'],
  ['InteractionTracked', { eventType: 'time_on_page' }, 'time_on_page'],
  ['InteractionTracked', { eventType: 'error' }, 'error'],
  ['InteractionTracked', { eventType: 'button_click', elementText: 'Inizia' }, null],
  ['InteractionTracked', { eventType: 'page_view', elementText: 'Rifiuta' }, null],
  ['AnalyticsEventTracked', { eventName: 'page_view', eventLabel: 'Rifiuta' }, null],
  ['AnalyticsEventTracked', { eventType: 'scroll' }, null],
  ['InteractionTracked', { eventType: 'button_click', elementText: null }, null],
])('%s with %j is beside an action: %s', (type, data, kind) => expect(sideKindOf(type, data)).toBe(kind))

test('one of both events of a click on the banner is enough', () =>
  expect([{}, { eventLabel: 'Accetta' }, { elementText: 'Accetta' }].map(isBannerClick)).toEqual(
    Array(3).fill(false),
  ))
