import { z } from 'zod'
import { refusals } from '../testing/refusals.ts'
import {
  filtered,
  filteredQuery,
  filters,
  filtersParameter,
  isOfLevel,
  noPlanOfVisit,
  visitFilters,
} from './filter.ts'

const refusal = (sent: unknown, schema = filters as typeof filters | typeof filtersParameter) =>
  schema.safeParse(sent).error?.issues[0]?.message

test('a filter needs a known field, an operator and a value that its field can have', () => {
  const one = { field: 'device', op: 'is', values: ['mobile', null] }
  expect(filters.parse([one])).toEqual([one])
  expect(refusal([{ ...one, field: 'eta' }])).toBe('Campo di un filtro sconosciuto: eta')
  expect(refusal([{ ...one, op: 'gt' }])).toBe('Operatore non valido')
  expect(refusal([{ ...one, values: [] }])).toBe('Valori richiesti')
  expect(refusal([{ ...one, values: [1] }])).toBe('Il valore è un testo, o nulla')
  expect(refusal([{ ...one, values: ['orologio'] }])).toBe('Valore sconosciuto: orologio')
  expect(refusal([{ ...one, op: 'contains', values: ['mob'] }])).toBeUndefined()
  expect(refusal([{ ...one, op: 'contains', values: ['mob', null] }])).toBe('Per «contiene» serve un testo')
  expect(refusal([{ ...one, more: 1 }])).toContain('more')
  expect(refusal([{ ...one, op: 'contains', values: ['x'.repeat(2_049)] }])).toBe('Valore troppo lungo')
  expect(refusal([{ ...one, values: Array(51).fill(null) }])).toBe('Al massimo 50 valori')
  expect(refusal(Array(21).fill(one))).toBe('Al massimo 20 filtri')
})

test('a visit has no plan', () => {
  const plan = { field: 'plan' as const, op: 'is' as const, values: ['elite'] }
  const both = [{ ...plan, field: 'page' as const }, plan]
  const asked = [{ by: 'visit' }, { by: 'visit', filters: both }, { by: 'person', filters: both }]
  expect(asked.map(isOfLevel)).toEqual([true, false, true])
  expect(visitFilters.safeParse(both.slice(0, 1)).success).toBe(true)
  expect(visitFilters.safeParse(both).error?.issues[0]?.message).toBe(noPlanOfVisit)
})

test('a wrong value is named by its place', () => {
  const values = ['lead', 'questionnaire', 'registration', 'plan', 'acquisto']
  const outcome = { field: 'outcome', op: 'is', values }
  const issues = filters.safeParse([outcome, { ...outcome, field: 'error', values: ['yes'] }]).error?.issues
  expect(issues).toMatchObject([{ path: [0, 'values', 4], message: 'Valore sconosciuto: acquisto' }])
})

test('an address holds filters as JSON', () => {
  const one = { field: 'source', op: 'isNot', values: [null] }
  expect(filtersParameter.parse(JSON.stringify([one]))).toEqual([one])
  expect(refusal('[', filtersParameter)).toBe('JSON non valido')
  expect(refusal('null', filtersParameter)).toBe('Filtri non validi')
  expect(refusal(1, filtersParameter)).toBe('JSON non valido')
  expect(refusal(' '.repeat(16_001), filtersParameter)).toBe('Troppo lungo')
})

const id = '00000000-0000-4000-8000-000000000001'
test.each([
  [{ id, revision: 0 }, []],
  [{ id, revision: 7 }, []],
  [{ id: 'x', revision: 0 }, ['segment.id: Segmento non valido']],
  [{ id, revision: -1 }, ['segment.revision: Revisione del segmento non valida']],
  [{ id }, ['segment.revision: Revisione del segmento non valida']],
  [null, ['segment: Segmento non valido']],
])('the segment %j of a question is refused with %j, also in an address', (segment, expected) => {
  expect(refusals(z.object(filtered), { segment })).toEqual(expected)
  expect(refusals(z.object(filteredQuery), { segment: JSON.stringify(segment) })).toEqual(expected)
})
