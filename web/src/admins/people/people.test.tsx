import { screen, waitFor, within } from '@testing-library/react'
import { openConsole } from '../../testing/administrators.ts'
import { refused } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { accountId, customerRowOf, customers, leadId, listOf } from '../../testing/people.ts'
import { noneFound } from './people.list.tsx'

test('Customers are listed in Italian, with a link to each', async () => {
  openConsole('/admin/customers', {
    [customers()]: () =>
      listOf(customerRowOf(), customerRowOf({ id: leadId, plan: null, state: 'registered', bots: 0 })),
  })
  const [first] = await screen.findAllByRole('link', { name: 'Anna Bianchi' })
  expect(first?.getAttribute('href')).toBe(`/admin/customers/${accountId}`)
  expect(cellsOf()).toEqual([
    ['Anna Bianchi', 'anna@example.com', '7', 'Elite', 'In corso', '1', '22/11/2026, 00:30:15'],
    ['Anna Bianchi', 'anna@example.com', '7', '—', 'Registrato', '0', '22/11/2026, 00:30:15'],
  ])
  const head = within(screen.getByRole('navigation', { name: 'Pagine della console' }))
  expect(head.getByRole('link', { name: 'Clienti' }).getAttribute('aria-current')).toBe('page')
})

test('A typed text is searched after a pause, with the filters, and the address contains both', async () => {
  const { api, user } = openConsole('/admin/customers?plan=elite', {
    [customers('plan=elite&')]: () => listOf(customerRowOf()),
    [customers('q=rossi&plan=elite&')]: () => listOf(),
    [customers('q=rossi&plan=elite&state=complete&')]: () => listOf(),
    [customers()]: () => listOf(customerRowOf()),
  })
  await screen.findByText('anna@example.com')
  const started = performance.now()
  await user.type(screen.getByRole('searchbox'), 'rossi')
  await screen.findByText('Nessuno corrisponde a questa ricerca.')
  // Each search is recorded: none while somebody types.
  expect(performance.now() - started).toBeGreaterThan(1_000)
  expect(api.sent(customers('q=rossi&plan=elite&'))).toHaveLength(1)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stato' }), 'Completo')
  await waitFor(() => expect(api.sent(customers('q=rossi&plan=elite&state=complete&'))).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Togli i filtri' }))
  await screen.findByText('anna@example.com')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  expect(api.sent(customers())).toHaveLength(1)
})

test('An empty list explains what it would show', async () => {
  openConsole('/admin/customers', { [customers()]: () => listOf() })
  await screen.findByText(/^Nessun cliente, finora/)
})

test('A list that fails shows a message and can be read again', async () => {
  const { api, user } = openConsole('/admin/customers', {
    [customers()]: () => refused(500, 'Errore interno'),
  })
  const again = await screen.findByRole('button', { name: 'Riprova' })
  api.answer({ [customers()]: () => listOf(customerRowOf()) })
  await user.click(again)
  await screen.findByText('anna@example.com')
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('A refused filter shows the server’s sentence and can be removed', async () => {
  const { user } = openConsole('/admin/customers?plan=zzz', {
    [customers('plan=zzz&')]: () => refused(400, 'Piano non valido'),
    [customers()]: () => listOf(customerRowOf()),
  })
  await screen.findByText('Piano non valido')
  expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull()
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Togli i filtri' }))
  await screen.findByText('anna@example.com')
})

test.each([
  ['06 5551', true],
  ['+39 340', true],
  ['Anna 1234', false],
  ['12', false],
  ['340 5557', false],
])('A search that finds nobody by %s says whether a telephone needs more digits: %s', (typed, says) =>
  expect(noneFound(typed, 'Nessuno.').includes('almeno 7 cifre')).toBe(says),
)
