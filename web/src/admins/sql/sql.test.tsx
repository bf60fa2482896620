import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, type Routes, refused } from '../../testing/api.ts'

// CodeMirror needs a browser (infra/tests/journeys/sql-editor.slow.journey.test.ts). Without its code the field is plain.
vi.mock('./sql-editor.tsx', () => {
  throw new Error('no connection')
})

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

const list = 'GET /api/admin/queries?limit=200'
const id = '0198a000-0000-7000-8000-000000000001'
const saved = {
  id,
  name: 'Le mie visite',
  query: 'select {{soglia}}',
  revision: 0,
  savedBy: 'admin:io',
  savedAt: '2026-11-22T10:00:00.000Z',
  parameters: { soglia: { type: 'number', value: 3 } },
}
const answered = {
  position: 'p7',
  columns: [
    { name: 'giorno', type: 'DATE' },
    { name: 'giorno', type: 'BIGINT' },
  ],
  rows: [
    ['2026-11-22', '9007199254740993'],
    [null, 2],
  ],
  more: true,
}
const open = (routes: Routes, path = '/admin/sql') =>
  openConsole(path, { [list]: () => json(200, { queries: [saved], next: null }), ...routes })

test('Ctrl and Enter ask the question, and its rows are a table that says that there are others', async () => {
  const bodies: unknown[] = []
  const { user } = open({
    'POST /api/admin/sql': ({ body }) => {
      bodies.push(body)
      return json(200, answered)
    },
  })
  const text = await screen.findByRole('textbox', { name: 'Domanda in SQL' })
  await user.clear(text)
  await user.type(text, 'select 1{Control>}{Enter}{/Control}')
  const table = within(await screen.findByRole('region', { name: 'Risposta' }))
  expect(table.getAllByRole('row').map(row => row.textContent)).toEqual([
    'giornogiorno',
    '2026-11-229007199254740993',
    '—2',
  ])
  expect(screen.getByText('1.000 righe di oltre 1.000: le altre nel file CSV o Parquet.')).toBeDefined()
  expect(bodies).toEqual([{ query: 'select 1', parameters: {} }])
})

test('The sentence of a refused question stands under it', async () => {
  const { user } = open({ 'POST /api/admin/sql': () => refused(400, 'La funzione read_text non è ammessa') })
  await user.click(await screen.findByRole('button', { name: /^Esegui/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('La funzione read_text non è ammessa')
})

test('A saved question opens with its values, and asks with those', async () => {
  const bodies: unknown[] = []
  const { user } = open(
    {
      'POST /api/admin/sql': ({ body }) => {
        bodies.push(body)
        return json(200, answered)
      },
    },
    `/admin/sql?query=${id}`,
  )
  const value = await screen.findByRole('spinbutton', { name: 'soglia' })
  await user.clear(value)
  await user.type(value, '5')
  await user.click(screen.getByRole('button', { name: /^Esegui/ }))
  await screen.findByRole('region', { name: 'Risposta' })
  expect(bodies).toEqual([{ query: saved.query, parameters: { soglia: { type: 'number', value: '5' } } }])
})

test('An answer is drawn as bars of its first column of numbers', async () => {
  const { user } = open(
    {
      'POST /api/admin/sql': () =>
        json(200, {
          ...answered,
          columns: [
            { name: 'fonte', type: 'VARCHAR' },
            { name: 'visite', type: 'BIGINT' },
          ],
          rows: [
            ['google', 3],
            [null, '9007199254740993'],
          ],
        }),
    },
    '/admin/sql?chart=bar',
  )
  await user.click(await screen.findByRole('button', { name: /^Esegui/ }))
  const bars = within(await screen.findByRole('list', { name: 'visite' }))
  expect(bars.getAllByRole('listitem').map(bar => bar.textContent)).toEqual([
    'google3',
    '—9.007.199.254.740.992',
  ])
})
