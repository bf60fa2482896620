import { noPlanOfVisit } from '../filters/filter.ts'
import { refusals } from '../testing/refusals.ts'
import { saveTrend, trendDefinition, trendUnits } from './definition.ts'

const series = (count: number) => Array.from({ length: count }, () => ({ event: 'LeadSubmitted' }))
const asked = { series: series(1), count: 'visits', interval: 'day', period: '7d' }
const plan = { field: 'plan', op: 'is', values: ['elite'] }

test.each<[more: object, refusal: string]>([
  [{ series: undefined }, 'series: Serie richieste'],
  [{ series: [] }, 'series: Serve almeno una serie'],
  [{ series: series(5) }, 'series: Al massimo quattro serie'],
  [{ count: 'clicks' }, 'count: Si contano eventi, visite o persone'],
  [{ interval: 'year' }, 'interval: Intervallo non valido'],
  [{ filters: [plan] }, `filters: ${noPlanOfVisit}`],
  [{ breakdown: 'tempo' }, 'breakdown: Suddivisione non valida'],
  [{ breakdown: 'plan' }, `breakdown: ${noPlanOfVisit}`],
  [{ count: 'events', breakdown: 'plan' }, `breakdown: ${noPlanOfVisit}`],
  [{ ratio: true }, 'ratio: Un rapporto si fa tra due serie'],
  [{ ratio: true, series: series(3) }, 'ratio: Un rapporto si fa tra due serie'],
  [{ period: undefined }, 'from: Data di inizio richiesta'],
  ...['cumulative', 'ratio', 'bots'].map(
    field => [{ [field]: 1 }, `${field}: Sì o no`] satisfies [object, string],
  ),
])('a trend with %j is refused', (more, refusal) => {
  expect(refusals(trendDefinition, { ...asked, ...more })).toEqual([refusal])
  expect(refusals(saveTrend, { ...asked, name: 'Contatti', ...more })).toEqual([refusal])
})

test.each([
  [{}],
  [{ count: 'persons', breakdown: 'plan', filters: [plan], interval: 'hour' }],
  [{ count: 'events', breakdown: 'page', series: series(4), cumulative: true, interval: 'week' }],
  [{ ratio: true, series: series(2), interval: 'month' }],
])('a trend with %j is not', more => expect(refusals(trendDefinition, { ...asked, ...more })).toEqual([]))

test('a saved trend has a name', () => {
  expect(saveTrend.parse({ ...asked, name: ' Contatti ' })).toEqual({ ...asked, name: 'Contatti' })
  expect(refusals(saveTrend, asked)).toEqual(['name: Nome richiesto'])
})

const noSeries = 'at.series: Serie non valida'
test.each([
  [{ series: '0' }, {}, noSeries],
  [{ series: -1 }, {}, noSeries],
  [{ series: 1 }, {}, noSeries],
  [{ series: 4 }, { series: series(4) }, noSeries],
  [{ start: 'ieri' }, {}, 'at.start: Inizio del punto non valido'],
  [{ value: 1 }, { breakdown: 'page' }, 'at.value: Valore non valido'],
  [{ value: 'x'.repeat(2_049) }, { breakdown: 'page' }, 'at.value: Valore troppo lungo'],
  [{ value: null }, {}, 'at.value: Un valore si chiede di una suddivisione'],
])('a point at %j of a trend with %j has no list', (at, more, refusal) =>
  expect(refusals(trendUnits, { ...asked, ...more, at: { series: 0, ...at } })).toEqual([refusal]),
)

test.each([
  [{}, {}],
  [{ series: 3, start: '2026-01-01' }, { series: series(4) }],
  [{ value: null }, { breakdown: 'page' }],
  [{ value: 'x' }, { breakdown: 'page' }],
])('a point at %j of a trend with %j has one', (at, more) =>
  expect(refusals(trendUnits, { ...asked, ...more, at: { series: 0, ...at } })).toEqual([]),
)
