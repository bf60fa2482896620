import { refusals } from '../testing/refusals.ts'
import { saveSegment } from './commands.ts'
import type { Filter } from './filter.ts'
import { breakdownNames, filterWords, narrowing, operatorNames, valueWord } from './words.ts'

test('each breakdown has a name of its own', () => {
  const names = Object.values(breakdownNames)
  expect(names).not.toContain('')
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['device', 'mobile', 'Telefono'],
  ['device', 'orologio', 'orologio'],
  ['device', 'toString', 'toString'],
  ['device', null, '(senza valore)'],
  ['eventType', 'page_view', 'Pagina vista'],
  ['source', 'mobile', 'mobile'],
  ['source', '', ''],
])('the %s %j is said as «%s»', (field, value, word) => expect(valueWord(field, value)).toBe(word))

const said = (field: Filter['field'], op: Filter['op'], ...values: (string | null)[]) =>
  filterWords({ field, op, values }, valueWord).join(' ')

test.each([
  [said('device', 'is', 'mobile', null), 'dispositivo è Telefono o (senza valore)'],
  [said('device', 'isNot', 'mobile', 'tablet'), 'dispositivo non è Telefono né Tablet'],
  [said('source', 'contains', 'goo', 'bing'), 'sorgente contiene «goo» o «bing»'],
  [said('device', 'contains', 'mobile'), 'dispositivo contiene «mobile»'],
  [said('plan', 'is', 'elite'), 'il piano è Elite'],
  [said('page', 'is', '/'), 'una pagina è /'],
  [said('page', 'isNot', '/strategies', '/auth'), 'nessuna pagina è /strategies né /auth'],
  [said('outcome', 'is', 'lead'), 'un esito è contatto'],
  [said('outcome', 'isNot', 'lead'), 'nessun esito è contatto'],
  [said('refusal', 'contains', 'a'), 'un rifiuto contiene «a»'],
  [said('refusal', 'isNot', 'a'), 'nessun rifiuto è a'],
])('«%s» says a filter', (words, expected) => expect(words).toBe(expected))

test('the operators of a step are said too', () =>
  expect(operatorNames).toMatchObject({ startsWith: 'comincia con', gt: 'è più di', lt: 'è meno di' }))

test('what is counted of everything is said, with the segment last', () => {
  const filters: Filter[] = [
    { field: 'page', op: 'is', values: ['/'] },
    { field: 'plan', op: 'is', values: ['elite'] },
  ]
  const segment = { id: '00000000-0000-4000-8000-000000000001', revision: 0 }
  expect(narrowing({}, valueWord)).toBeNull()
  expect(narrowing({ filters }, valueWord)).toBe('Solo: una pagina è /; il piano è Elite.')
  expect(narrowing({ segment }, valueWord)).toBe('Solo: di un segmento salvato.')
})

test('a segment has a name and a filter', () => {
  const filters = [{ field: 'page', op: 'is', values: ['/'] }]
  expect(refusals(saveSegment, { name: 'Home', filters: [...filters, ...filters] })).toEqual([])
  expect(saveSegment.parse({ name: ' Home ', filters }).name).toBe('Home')
  expect(refusals(saveSegment, { filters })).toEqual(['name: Nome richiesto'])
  expect(refusals(saveSegment, { name: ' ', filters })).toEqual(['name: Nome richiesto'])
  expect(refusals(saveSegment, { name: 'Home', filters: [] })).toEqual(['filters: Serve almeno un filtro'])
})
