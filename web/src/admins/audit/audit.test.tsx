import type { AuditEntry } from '@tba/events/audit/views.ts'
import { screen, waitFor } from '@testing-library/react'
import { openConsole, tokenOf } from '../../testing/administrators.ts'
import { json, type Routes } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { leadId } from '../../testing/people.ts'

const admin = { id: 'a3a3a3a3-0000-4000-8000-000000000001', email: 'admin@example.com' }
const account = 'account-b3b3b3b3-0000-4000-8000-000000000002'
const id = (at: number) => `a3a3a3a3-0000-4000-8000-${String(at).padStart(12, '0')}`
const entryOf = (changed: Partial<AuditEntry> = {}): AuditEntry => ({
  id: id(7),
  position: '1',
  at: '2026-11-21T23:30:15.250Z',
  admin,
  what: 'looked',
  type: 'PersonalDataViewed',
  stream: 'adminSession-c3c3c3c3-0000-4000-8000-000000000003',
  target: account,
  persons: [{ id: 'b3b3b3b3-0000-4000-8000-000000000002', name: 'Anna Bianchi', number: 7 }],
  name: null,
  opened: null,
  further: null,
  ...changed,
})

const pageOf = (entries: AuditEntry[]) => json(200, { entries, admins: [admin], next: null })
const all = 'GET /api/admin/audit?limit=50'

const bruno = { id: leadId, name: 'Bruno Verdi', number: null }
const nobody = { persons: [] }

const open = (routes: Routes, path = '/admin/audit') => openConsole(path, routes)

test('What failed at an account is in words, with how often it came in the hour', async () => {
  const failed = (at: number, further: number | null) =>
    entryOf({
      id: id(at),
      admin: null,
      what: 'failed',
      further,
      ...nobody,
      type: 'AdminSignInFailed',
      target: null,
      stream: `admin-${admin.id}`,
    })
  open({ [all]: () => pageOf([failed(1, null), failed(2, 1), failed(3, 11)]) })
  await screen.findAllByText('Tentativo fallito', { selector: 'td > span' })
  const name = 'Accesso alla console non riuscito'
  expect(cellsOf().map(cells => cells[3])).toEqual([
    name,
    `${name}, un’altra volta`,
    `${name}, altre 11 volte`,
  ])
})

test('An entry shows who did what and when, with links to the event and its subject', async () => {
  const named = { type: 'AdminCreated', target: 'analytics', ...nobody }
  const made = entryOf({ id: id(8), admin: null, what: 'changed', ...named })
  open({ [all]: () => pageOf([entryOf(), made]) })
  await screen.findByText('Consultazione', { selector: 'td > span' })
  const at = '22/11/2026, 00:30:15'
  expect(cellsOf()).toEqual([
    [
      at,
      'admin@example.com',
      'Consultazione',
      'Dati di una persona consultati',
      'Account di Anna Bianchi, cliente n. 7',
    ],
    [at, 'il sistema', 'Modifica', 'Amministratore creato', 'Analytics'],
  ])
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(target('Dati di una persona consultati')).toBe(`/admin/events?event=${entryOf().id}`)
  expect(target('Anna Bianchi')).toBe('/admin/people/b3b3b3b3-0000-4000-8000-000000000002')
})

test('The opening of an event has its event and reason, a view of persons has the list', async () => {
  const eventId = id(9)
  const looked = entryOf({ id: eventId, type: 'PersonsListed', target: 'leads', ...nobody })
  const reason = 'Richiesta al telefono'
  const its = { target: `lead-${leadId}`, persons: [bruno] }
  const opened = entryOf({ what: 'opened', ...its, opened: { eventId, type: 'LeadSubmitted', reason } })
  open({ [all]: () => pageOf([opened, looked]) })
  await screen.findByText('Apertura', { selector: 'td > span' })
  expect(cellsOf().map(cells => cells.at(-1))).toEqual([
    `Contatto inviato di Bruno Verdi, «${reason}»`,
    'Contatti',
  ])
  const link = screen.getByRole('link', { name: 'Contatto inviato' })
  expect(link.getAttribute('href')).toBe(`/admin/events?event=${eventId}`)
})

test.each([
  [{ target: 'funnel-b3b3b3b3-0000-4000-8000-000000000002', name: 'Dal clic' }, 'Funnel salvato «Dal clic»'],
  [{ target: `lead-${leadId}` }, 'Contatto di chi è stato cancellato'],
  [{ target: 'projection-leads' }, 'Proiezione Contatti'],
  [{ target: account }, 'Account di chi è stato cancellato'],
  [{ target: 'admin-a3a3a3a3-0000-4000-8000-000000000001' }, 'admin@example.com'],
])('Of %o a row says %s, and no id', async (changed, words) => {
  open({
    [all]: () => pageOf([entryOf({ ...nobody, ...changed })]),
    'GET /api/admin/audit?limit=1': () => pageOf([]),
  })
  await screen.findByRole('link', { name: words })
})

test('Two persons who were joined lead to their pages, and an erasure to its receipt', async () => {
  const ids = `${leadId} ${id(3)}`
  const joined = { type: 'PersonsJoined', stream: 'people', target: ids }
  const erased = { type: 'PartsErasureOrdered', stream: 'receipt-ABCD-1234-EF56', target: null, ...nobody }
  open({
    [all]: () =>
      pageOf([
        entryOf({ ...joined, persons: [bruno, { id: id(3), name: null, number: null }] }),
        entryOf({ ...joined, id: id(8), ...nobody }),
        entryOf({ ...erased, id: id(9) }),
      ]),
  })
  const receipt = await screen.findByRole('link', { name: 'Ricevuta di una cancellazione' })
  expect(receipt.getAttribute('href')).toBe('/admin/receipts/ABCD-1234-EF56')
  expect(cellsOf().map(cells => cells.at(-1))).toEqual([
    'Bruno Verdi e una persona senza nome',
    'Persone cancellate',
    'Ricevuta di una cancellazione',
  ])
  const href = screen.getByRole('link', { name: 'Bruno Verdi' }).getAttribute('href')
  expect(href).toBe(`/admin/people/${leadId}`)
})

test('An analyst sees masks instead of names and addresses, and reads once why', async () => {
  const masked = { ...bruno, name: '•••' }
  const seen = { ...entryOf({ persons: [masked] }), admin: { ...admin, email: null } }
  open({ [all]: () => json(200, { entries: [seen, seen], admins: [], next: null }) })
  localStorage.setItem('admin_token', tokenOf('s', { role: 'analyst' }))
  dispatchEvent(new StorageEvent('storage', { key: 'admin_token' }))
  await screen.findByRole('note')
  expect(cellsOf().map(cells => [cells[1], cells.at(-1)])).toEqual(Array(2).fill(['•••', 'Account di •••']))
  expect(screen.getAllByRole('note')).toHaveLength(1)
})

test('Returning to the page or to filters shows newer entries', async () => {
  const filtered = 'GET /api/admin/audit?what=exported&limit=50'
  const { api, user } = open({
    [all]: () => pageOf([entryOf()]),
    [filtered]: () => pageOf([]),
    'GET /api/admin/customers?limit=50': () => json(200, { customers: [], next: null }),
  })
  await screen.findByRole('table')
  await user.click(screen.getByRole('link', { name: 'Clienti' }))
  await screen.findByText(/Nessun cliente, finora/)
  const more = (at: number) => entryOf({ id: id(10 + at) })
  api.answer({ [all]: () => pageOf([more(1), entryOf()]) })
  await user.click(screen.getByRole('link', { name: 'Registro' }))
  await waitFor(() => expect(cellsOf()).toHaveLength(2))
  await user.click(screen.getByText('Che cosa', { selector: 'label > span' }))
  await user.selectOptions(document.activeElement as Element, 'Esportazione')
  await screen.findByText('Nessuno ha fatto niente del genere, in questo periodo.')
  api.answer({ [all]: () => pageOf([more(2), more(1), entryOf()]) })
  await user.click(screen.getByRole('button', { name: 'Togli i filtri' }))
  await waitFor(() => expect(cellsOf()).toHaveLength(3))
})

test('A link with days opens the same days of Rome', async () => {
  const query = 'from=2026-11-20T23%3A00%3A00.000Z&to=2026-11-22T23%3A00%3A00.000Z'
  open({ [`GET /api/admin/audit?${query}&limit=50`]: () => pageOf([entryOf()]) }, `/admin/audit?${query}`)
  await screen.findByRole('table')
  expect(screen.getByLabelText<HTMLInputElement>('Dal giorno').value).toBe('21/11/2026')
  expect(screen.getByLabelText<HTMLInputElement>('Al giorno').value).toBe('22/11/2026')
})
