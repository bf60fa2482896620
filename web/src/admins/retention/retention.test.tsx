import type { RetentionResult } from '@tba/events/retention/views.ts'
import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'
import { csvOf } from '../parts/csv.ts'
import { rowsOfTables } from './cohorts.ts'

const [first, second] = ['2026-11-08T23:00:00.000Z', '2026-11-15T23:00:00.000Z']
const cohorts = [
  { start: first, size: 24, counts: [6, 2] },
  { start: second, size: 1, counts: [0, null] },
]
const view: RetentionResult = {
  position: 'p7',
  from: '2026-08-30T22:00:00.000Z',
  to: '2026-11-18T23:00:00.000Z',
  cohorts,
}
const run = 'POST /api/admin/retention/run'
const units = 'POST /api/admin/retention/units'
const fields = 'GET /api/admin/funnels/fields'
const account = 'a3a3a3a3-0000-4000-8000-000000000001'
const definition = {
  by: 'customer',
  entry: { event: 'AccountRegistered', where: [] },
  action: { event: 'SessionOpened', where: [] },
  unit: 'week',
  mode: 'in',
  first: 'ever',
  from: view.from,
  to: view.to,
}

function open(routes: Routes, path = '/admin/retention') {
  vi.setSystemTime('2026-11-18T12:00:00Z')
  return openConsole(path, { [fields]: () => json(200, { types: [] }), ...routes })
}

test('Each week shows how many customers came back; what is not possible yet is empty, and small cohorts are grey', async () => {
  const { api } = open({ [run]: () => json(200, view) })
  const row = await screen.findByRole('row', { name: /^9 nov – 15 nov/ })
  expect(within(row).getByRole('button', { name: /^24 clienti/ }).textContent).toBe('24')
  const cell = within(row).getByRole('button', {
    name: /^8,3%\s*2 clienti: 9 nov – 15 nov, 1 settimana dopo, in corso$/,
  })
  expect(cell.closest('td')?.dataset.running).toBe('true')
  const small = screen.getByRole('row', { name: /^16 nov/ })
  expect([row.className, small.className]).toEqual(['', 'heat-few'])
  expect([...small.querySelectorAll('td')].map(each => each.textContent)).toEqual([
    ...['1', '0, in corso', 'non ancora'],
  ])
  expect(api.sent(run).map(({ body }) => body)).toEqual([definition])
})

test('A cell opens its units at the same position, and is in the address', async () => {
  const unit = {
    id: account,
    startedAt: '2026-11-10T08:00:00.000Z',
    number: 7,
    outcome: 'plan',
    device: null,
  }
  const { api, user } = open({
    [run]: () => json(200, view),
    [units]: () => json(200, { units: [unit], position: 'p7', next: null }),
  })
  await user.click(await screen.findByRole('button', { name: /2 clienti: 9 nov/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Clienti: 9 nov – 15 nov' }))
  expect((await drawer.findByRole('link', { name: 'Cliente n. 7' })).getAttribute('href')).toBe(
    `/admin/customers/${account}`,
  )
  expect(drawer.getByText('Che lo hanno fatto 1 settimana dopo.')).toBeDefined()
  const at = { start: first, index: 1 }
  expect(api.sent(units).map(({ body }) => body)).toEqual([{ ...definition, asOf: 'p7', at, limit: 50 }])
})

test('By plan each group has its table, whose cells open the units of that plan', async () => {
  const groups = [
    { value: 'elite', cohorts: cohorts.slice(0, 1) },
    { value: null, cohorts: cohorts.slice(1) },
  ]
  const { api, user } = open({
    [run]: () => json(200, { ...view, groups }),
    [units]: () => json(200, { units: [], position: 'p7', next: null }),
  })
  await user.selectOptions(await screen.findByLabelText('Suddivisione'), 'Per piano')
  // Nobody has a plan yet when they register.
  expect(await screen.findByLabelText('Piano di quando')).toHaveProperty('value', 'return')
  await user.selectOptions(screen.getByLabelText('Conta chi torna'), 'In o dopo')
  const table = within(await screen.findByRole('table', { name: /, Elite$/ }))
  await user.click(table.getByRole('button', { name: /2 clienti: .*1 settimana dopo o più tardi/ }))
  await screen.findByText('Che lo hanno fatto 1 settimana dopo o più tardi · Elite.')
  const asked = { breakdown: 'plan', planAt: 'return', mode: 'onOrAfter' }
  expect(api.sent(run).at(-1)?.body).toEqual({ ...definition, ...asked })
  const at = { start: first, index: 1, value: 'elite' }
  expect(api.sent(units).at(-1)?.body).toMatchObject({ ...asked, at })
})

test('The file has what the screen shows, also what is not possible yet', () => {
  const tables = [
    { name: null, cohorts },
    { name: '=Elite', cohorts: cohorts.slice(1) },
  ]
  expect(csvOf(rowsOfTables('week', 'Per cliente', tables)).split('\r\n')).toEqual([
    '\uFEFF"Gruppo","Settimana","Per cliente","0","0 %","1","1 %"',
    '"Tutti","2026-11-09","24","6","25","2","8.3"',
    '"Tutti","2026-11-16","1","0","0","",""',
    `"'=Elite","2026-11-16","1","0","0","",""`,
    '',
  ])
})
