import type { RetentionView } from '@tba/events/retention/views.ts'
import { screen, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'

const week = (week: number, count: number, share: number, running = false) => ({
  week,
  count,
  share,
  running,
})
const view: RetentionView = {
  position: 'p7',
  rows: [
    { cohort: '2026-11-09', size: 8, weeks: [week(0, 6, 75), week(1, 2, 25, true)] },
    { cohort: '2026-11-16', size: 1, weeks: [week(0, 0, 0, true)] },
  ],
}
const period = 'from=2026-08-30T22%3A00%3A00.000Z'
const call = (more = period, action = 'SessionOpened') =>
  `GET /api/admin/retention?cohort=AccountRegistered&action=${action}&${more}`
const account = 'a3a3a3a3-0000-4000-8000-000000000001'

function open(routes: Routes, path = '/admin/retention') {
  vi.setSystemTime('2026-11-18T12:00:00Z')
  return openConsole(path, routes)
}

test('Each week shows how many customers came back, and which week is not over', async () => {
  open({ [call()]: () => json(200, view) })
  const row = within(await screen.findByRole('row', { name: /^9 nov – 15 nov/ }))
  expect(row.getByRole('button', { name: /^8 clienti/ }).textContent).toBe('8')
  const cell = row.getByRole('button', {
    name: /^25%\s*2 clienti: 9 nov – 15 nov, 1 settimana dopo, in corso$/,
  })
  expect(cell.closest('td')?.dataset.running).toBe('true')
  expect(within(screen.getByRole('row', { name: /^16 nov/ })).getByText('0')).toBeDefined()
})

test('A cell opens its customers at the same position, and is in the address', async () => {
  const chosen = `${period}&asOf=p7&monday=2026-11-09&week=1&limit=50`
  const customers = `GET /api/admin/retention/customers?cohort=AccountRegistered&action=SessionOpened&${chosen}`
  const unit = { number: 7, outcome: 'plan', device: null }
  const found = { id: account, startedAt: '2026-11-10T08:00:00.000Z', ...unit }
  const { user } = open({
    [call()]: () => json(200, view),
    [customers]: () => json(200, { units: [found], position: 'p7', next: null }),
  })
  await user.click(await screen.findByRole('button', { name: /2 clienti: 9 nov/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Clienti: 9 nov – 15 nov' }))
  expect((await drawer.findByRole('link', { name: 'Cliente n. 7' })).getAttribute('href')).toBe(
    `/admin/customers/${account}`,
  )
  expect(drawer.getByText(/· Piano scelto · Dispositivo ignoto$/)).toBeDefined()
  expect(drawer.getByText('Che lo hanno fatto 1 settimana dopo.')).toBeDefined()
})

test('By person a cell opens persons', async () => {
  const asked = `by=person&cohort=AccountRegistered&action=SessionOpened&${period}`
  const found = {
    id: account,
    startedAt: '2026-11-10T08:00:00.000Z',
    number: null,
    outcome: null,
    device: null,
  }
  const { user } = open({
    [call()]: () => json(200, view),
    [`GET /api/admin/retention?${asked}`]: () => json(200, view),
    [`GET /api/admin/retention/customers?${asked}&asOf=p7&monday=2026-11-09&week=1&limit=50`]: () =>
      json(200, { units: [found], position: 'p7', next: null }),
  })
  await user.selectOptions(await screen.findByLabelText('Si conta'), 'Per persona')
  await user.click(await screen.findByRole('button', { name: /2 persone: 9 nov/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Persone: 9 nov – 15 nov' }))
  const link = await drawer.findByRole('link', { name: 'Persona senza account' })
  expect(link.getAttribute('href')).toBe(`/admin/people/${account}`)
})

test('A link to a cell outside the table opens its customers', async () => {
  open({ [call()]: () => json(200, view) }, '/admin/retention?cell=2026-08-03.2')
  expect(await screen.findByRole('dialog', { name: 'Clienti: 3 ago – 9 ago' })).toBeDefined()
})
