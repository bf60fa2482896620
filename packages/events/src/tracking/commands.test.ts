import { refusals } from '../testing/refusals.ts'
import { chooseConsent, trackAnalytics, trackBatch, trackInteraction, visitId } from './commands.ts'

const common = { sessionId: 'visit_1-A', page: '/' }
const interaction = { ...common, eventType: 'page_view' }
const analytics = { ...common, eventName: 'form' }
const long = (max: number) => 'x'.repeat(max + 1)
const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]))
const noValue = 'I dati aggiuntivi sono testi, numeri o sì/no, al massimo 200 caratteri'

test.each(['', 'due parole', 'visita/1', 'é', 'x'.repeat(129), 1])('%j is no visit', id =>
  expect(refusals(visitId, id)).toEqual([': Sessione non valida']),
)
test.each(['x', 'x'.repeat(128), 'A-z_9'])('%j is a visit', id => expect(refusals(visitId, id)).toEqual([]))

test('consent is given to all, or to none', () => {
  for (const choice of ['all', 'none']) expect(refusals(chooseConsent, { choice })).toEqual([])
  expect(refusals(chooseConsent, { choice: 'some' })).toEqual(['choice: Scelta non valida'])
})

test.each([
  [{ sessionId: '' }, 'sessionId: Sessione non valida'],
  [{ clientId: '1' }, 'clientId: Identificativo non valido'],
  [{ page: undefined }, 'page: Valore richiesto'],
  [{ page: '' }, 'page: Valore richiesto'],
  [{ page: long(2_048) }, 'page: Valore troppo lungo'],
])('neither an interaction nor an event of analytics has %j', (more, refusal) => {
  expect(refusals(trackInteraction, { ...interaction, ...more })).toEqual([refusal])
  expect(refusals(trackAnalytics, { ...analytics, ...more })).toEqual([refusal])
})

test.each([
  [{ eventType: '' }, 'eventType: Valore richiesto'],
  [{ eventType: long(100) }, 'eventType: Valore troppo lungo'],
  [{ elementId: 1 }, 'elementId: Valore non valido'],
  [{ elementId: long(255) }, 'elementId: Valore troppo lungo'],
  [{ elementText: long(500) }, 'elementText: Valore troppo lungo'],
  [{ userAgent: long(1_024) }, 'userAgent: Valore troppo lungo'],
  [{ referrer: long(2_048) }, 'referrer: Valore troppo lungo'],
  [{ additionalData: 'x' }, 'additionalData: Dati aggiuntivi non validi'],
  [{ additionalData: 'x'.repeat(11) }, 'additionalData: Dati aggiuntivi non validi'],
  [{ additionalData: names(11) }, 'additionalData: Al massimo 10 dati aggiuntivi'],
  [{ additionalData: Array(11).fill({}) }, 'additionalData: Al massimo 10 dati aggiuntivi'],
  [{ additionalData: { a: {} } }, `additionalData.a: ${noValue}`],
])('no interaction has %j', (more, refusal) =>
  expect(refusals(trackInteraction, { ...interaction, ...more })).toEqual([refusal]),
)

test('an interaction has up to ten data more: texts, numbers, yes and no', () => {
  const values = { text: 'x'.repeat(200), number: 1.5, yes: true, nothing: null }
  for (const additionalData of [undefined, null, {}, values, names(10)])
    expect(refusals(trackInteraction, { ...interaction, additionalData })).toEqual([])
  const text = long(200)
  expect(refusals(trackInteraction, { ...interaction, additionalData: { text } })).toHaveLength(1)
  const [named] = refusals(trackInteraction, { ...interaction, additionalData: { [text]: 1 } })
  expect(named).toMatch(/^additionalData\.x+: /)
  const whole = { elementId: 'x'.repeat(255), elementText: 'x'.repeat(500), userAgent: null, referrer: '' }
  expect(refusals(trackInteraction, { ...interaction, ...whole })).toEqual([])
})

test.each([
  [{ eventName: undefined }, 'eventName: Valore richiesto'],
  [{ eventCategory: long(255) }, 'eventCategory: Valore troppo lungo'],
  [{ eventLabel: long(255) }, 'eventLabel: Valore troppo lungo'],
  [{ eventValue: 1.5 }, 'eventValue: Valore non valido'],
])('no event of analytics has %j', (more, refusal) =>
  expect(refusals(trackAnalytics, { ...analytics, ...more })).toEqual([refusal]),
)

test('the value of an event of analytics is a number of the table', () => {
  for (const eventValue of [-(2 ** 31), 0, 2 ** 31 - 1, null])
    expect(refusals(trackAnalytics, { ...analytics, eventValue })).toEqual([])
  for (const eventValue of [-(2 ** 31) - 1, 2 ** 31])
    expect(refusals(trackAnalytics, { ...analytics, eventValue })).toHaveLength(1)
})

const clientId = '00000000-0000-4000-8000-000000000001'
const sent = { ...interaction, kind: 'interaction', clientId }
test.each([
  [undefined, 'events: Elenco di eventi richiesto'],
  [[], 'events: Nessun evento'],
  [Array(51).fill(sent), 'events: Al massimo 50 eventi'],
  [[{ ...sent, kind: 'x' }], 'events.0.kind: Tipo di evento non valido'],
  [[sent, { ...sent, clientId: undefined }], 'events.1.clientId: Identificativo non valido'],
])('no batch has the events %j', (events, refusal) =>
  expect(refusals(trackBatch, { events })).toEqual([refusal]),
)

test('a batch has both kinds of events, up to fifty', () => {
  const events = [{ ...analytics, kind: 'analytics', clientId }, ...Array(49).fill(sent)]
  expect(refusals(trackBatch, { events })).toEqual([])
})
