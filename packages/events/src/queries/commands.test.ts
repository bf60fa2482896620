import { refusals } from '../testing/refusals.ts'
import { fileFormat, saveQuery, sqlQuery } from './commands.ts'

const asked = { query: 'select {{from}}' }
const named = (name: string, parameter: object) => ({ parameters: { [name]: parameter } })

test.each([
  [{ query: undefined }, 'query: Domanda richiesta'],
  [{ query: ' ' }, 'query: Domanda richiesta'],
  [{ query: 'x'.repeat(20_001) }, 'query: Al massimo 20.000 caratteri'],
  [named('from', { type: 'time', value: 1 }), 'parameters.from.type: Tipo non valido'],
  [named('from', { type: 'date', value: null }), 'parameters.from.value: Valore non valido'],
  [named('from', { type: 'text', value: 'x'.repeat(2_049) }), 'parameters.from.value: Valore troppo lungo'],
])('a question in SQL with %j is refused', (more, refusal) => {
  expect(refusals(sqlQuery, { ...asked, ...more })).toEqual([refusal])
  expect(refusals(saveQuery, { ...asked, name: 'Tutto', ...more })).toEqual([refusal])
})

test.each(['', 'due parole', 'x'.repeat(41), 'a-b'])('«%s» is no name of a parameter', name =>
  expect(refusals(sqlQuery, { ...asked, ...named(name, { type: 'text', value: 'x' }) })).not.toEqual([]),
)

test('a question has parameters of three types, and a name to be saved', () => {
  const parameters = {
    from: { type: 'date', value: '2026-01-01' },
    ['x'.repeat(40)]: { type: 'text', value: 'x'.repeat(2_048) },
    n_1: { type: 'number', value: 1 },
  }
  expect(sqlQuery.parse({ query: ' select 1 ', parameters })).toEqual({ query: 'select 1', parameters })
  expect(refusals(sqlQuery, { query: 'x'.repeat(20_000) })).toEqual([])
  expect(refusals(saveQuery, asked)).toEqual(['name: Nome richiesto'])
  expect(['csv', 'parquet', 'xls'].map(format => fileFormat.safeParse(format).success)).toEqual([
    true,
    true,
    false,
  ])
})
