import { refusals } from '../testing/refusals.ts'
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

test.each([
  [{ screen: 'people' }, 'screen: Pagina non valida'],
  [{ page: ' ' }, 'page: Filtro non valido'],
  [{ source: 'x'.repeat(301) }, 'source: Filtro non valido'],
  [{ filters: 1 }, 'filters: Filtri non validi'],
  [{ segment: '{}' }, 'segment: Filtri non validi'],
  [{ type: [''] }, 'type.0: Tipo non valido'],
  [{ stream: 1 }, 'stream: Flusso non valido'],
  [{ visit: '' }, 'visit: Visita non valida'],
  [{ actor: '' }, 'actor: Autore non valido'],
  [{ correlation: '' }, 'correlation: Richiesta non valida'],
  [{ q: '' }, 'q: Parole non valide'],
  ...['1', '26-01-01', 'x2026-01-01', '2026-01-32', `2026-01-01${' '.repeat(31)}`].map(
    from => [{ from }, 'from: Data non valida'] satisfies [object, string],
  ),
  [{ to: 1 }, 'to: Data non valida'],
  [{ order: 'up' }, 'order: Ordine non valido'],
] as [filters: object, refusal: string][])('a view with %j is refused', (filters, refusal) =>
  expect(refusals(saveView, { name: 'x', filters })).toEqual([`filters.${refusal}`]),
)

test('a view is of a page, with the filters of its address', () => {
  const filters = JSON.stringify([{ field: 'page', op: 'is', values: ['/'] }])
  for (const screen of ['overview', 'visits', undefined])
    for (const order of ['desc', 'asc', undefined])
      expect(refusals(saveView, { name: 'x', filters: { screen, order, filters } })).toEqual([])
  const dated = { from: '2026-01-01', to: '2026-01-01T10:00:00.000Z', q: 'x' }
  expect(saveView.parse({ name: 'x', filters: { ...dated, q: ' x ' } }).filters).toEqual(dated)
})
