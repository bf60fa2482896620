import { noPlanOfVisit } from '../filters/filter.ts'
import { refusals } from '../testing/refusals.ts'
import { retentionDefinition, retentionUnits } from './definition.ts'

const entry = { event: 'VisitStarted' }
const asked = {
  by: 'person',
  entry,
  action: entry,
  unit: 'week',
  mode: 'in',
  first: 'ever',
  period: '30d',
}
const plan = { field: 'plan', op: 'is', values: ['elite'] }
const cell = { ...asked, at: { start: '2026-01-01' } }

test.each([
  [{ by: 'team' }, 'by: Si conta per visita, per cliente o per persona'],
  [{ entry: { event: '' } }, 'entry.event: Tipo di evento richiesto'],
  [{ action: {} }, 'action.event: Tipo di evento richiesto'],
  [{ unit: 'hour' }, 'unit: Si conta per giorno, settimana o mese'],
  [{ mode: 'after' }, 'mode: Modo non valido: in o onOrAfter'],
  [{ first: 'never' }, 'first: Ingresso non valido: ever o each'],
  [{ breakdown: 'tempo' }, 'breakdown: Suddivisione non valida'],
  [{ planAt: 'end' }, 'planAt: Piano all’ingresso o al ritorno'],
  [{ by: 'visit', filters: [plan] }, `filters: ${noPlanOfVisit}`],
  [{ period: undefined }, 'from: Data di inizio richiesta'],
])('a retention with %j is refused, and the units of its cells', (more, refusal) => {
  expect(refusals(retentionDefinition, { ...asked, ...more })).toContain(refusal)
  expect(refusals(retentionUnits, { ...cell, ...more })).toContain(refusal)
})

test.each([
  [{ by: 'visit', unit: 'day', mode: 'onOrAfter', first: 'each' }],
  [{ by: 'customer', unit: 'month', breakdown: 'plan', planAt: 'entry', filters: [plan] }],
  [{ planAt: 'return', period: undefined, from: '2026-01-01', to: '2026-02-01' }],
])('a retention with %j is not', more =>
  expect(refusals(retentionDefinition, { ...asked, ...more })).toEqual([]),
)

test('the period of a retention is compared with no other', () =>
  expect(refusals(retentionDefinition, { ...asked, compareTo: 'previous' })).toHaveLength(1))

const noCell = 'Casella non valida'
test.each([
  [undefined, `at: ${noCell}`],
  [{}, `at.start: ${noCell}`],
  [{ index: 0.5 }, `at.index: ${noCell}`],
  [{ index: -1 }, `at.index: ${noCell}`],
  [{ index: 100_001 }, `at.index: ${noCell}`],
  [{ value: 1 }, `at.value: ${noCell}`],
  [{ value: 'x'.repeat(2_049) }, `at.value: ${noCell}`],
])('a cell at %j has no units', (at, refusal) => {
  const place = at && Object.keys(at).length > 0 ? { start: '2026-01-01', ...at } : at
  expect(refusals(retentionUnits, { ...asked, at: place })).toEqual([refusal])
})

test('a cell is listed by fifty, by its place and perhaps by its value', () => {
  const at = { start: '2026-01-01T00:00:00.000Z' }
  expect(retentionUnits.parse({ ...asked, at })).toEqual({ ...asked, at, limit: 50 })
  for (const more of [{ index: 0 }, { index: 100_000, value: null }, { value: 'x' }])
    expect(refusals(retentionUnits, { ...asked, at: { ...at, ...more } })).toEqual([])
})
