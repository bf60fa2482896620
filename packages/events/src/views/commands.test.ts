import { saveView } from './commands.ts'

test.each([
  ['without a name', { name: '  ', filters: {} }, 'Nome richiesto'],
  ['with a name that is too long', { name: 'x'.repeat(81), filters: {} }, 'Al massimo 80 caratteri'],
  ['with an invalid date', { name: 'x', filters: { from: '2026-13-99' } }, 'Data non valida'],
  ['with an invalid order', { name: 'x', filters: { order: 'up' } }, 'Ordine non valido'],
  ['with filters that are none', { name: 'x', filters: { filters: '[{}]' } }, 'Filtri non validi'],
  ['with a cursor', { name: 'x', filters: { cursor: 'abc' } }, null],
])('refuses a view %s', (_how, body, message) => {
  const { success, error } = saveView.safeParse(body)
  expect(success).toBe(false)
  if (message) expect(error?.issues.map(issue => issue.message)).toEqual([message])
})

test('accepts a single type without a list, and removes duplicates', () => {
  const typesOf = (type: string | string[]) => saveView.parse({ name: 'x', filters: { type } }).filters.type
  expect(typesOf('LeadSubmitted')).toEqual(['LeadSubmitted'])
  expect(typesOf(['B', 'A', 'B'])).toEqual(['A', 'B'])
})
