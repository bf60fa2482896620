import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { elsewhere, serveConsole, signIn, tokenOf } from '../../testing/administrators.ts'
import { held, json, refused } from '../../testing/api.ts'
import {
  accountId,
  customerOf,
  customerRowOf,
  leadId,
  leadOf,
  questionnaireOf,
} from '../../testing/people.ts'
import { openApp } from '../../testing/render.tsx'

const limit = 'limit=50'
const customers = (query = '') => `GET /api/admin/customers?${query}${limit}`
const customer = `GET /api/admin/customers/${accountId}`
const hostile = '<img src=x onerror="window.hurt=1">'

const listOf = (...rows: ReturnType<typeof customerRowOf>[]) => json(200, { customers: rows, next: null })

function open(path: string, answers: Parameters<ReturnType<typeof serveConsole>['answer']>[0]) {
  const api = serveConsole()
  api.answer(answers)
  signIn()
  return { api, user: openApp(path) }
}

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    )

test('Customers are listed in Italian, with the way to each of them', async () => {
  open('/admin/customers', {
    [customers()]: () =>
      listOf(customerRowOf(), customerRowOf({ id: leadId, plan: null, state: 'registered', bots: 0 })),
  })
  const [first] = await screen.findAllByRole('link', { name: 'Anna Bianchi' })
  expect(first?.getAttribute('href')).toBe(`/admin/customers/${accountId}`)
  expect(cells()).toEqual([
    ['Anna Bianchi', 'anna@example.com', '7', 'Elite', 'In corso', '1', '22/11/2026, 00:30:15'],
    ['Anna Bianchi', 'anna@example.com', '7', '—', 'Registrato', '0', '22/11/2026, 00:30:15'],
  ])
  const head = within(screen.getByRole('navigation', { name: 'Stanze della console' }))
  expect(head.getByRole('link', { name: 'Clienti' }).className).toBe('active')
})

test('What is typed is searched for after a pause, filters with it, and all of it stands in the address', async () => {
  const { api, user } = open('/admin/customers?plan=elite', {
    [customers('plan=elite&')]: () => listOf(customerRowOf()),
    [customers('q=rossi&plan=elite&')]: () => listOf(),
    [customers('q=rossi&plan=elite&state=complete&')]: () => listOf(),
    [customers()]: () => listOf(customerRowOf()),
  })
  await screen.findByText('anna@example.com')
  await user.type(screen.getByRole('searchbox'), 'rossi')
  await screen.findByText('Nessuno corrisponde a questa ricerca.')
  expect(api.sent(customers('q=rossi&plan=elite&'))).toHaveLength(1)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stato' }), 'Completo')
  await waitFor(() => expect(api.sent(customers('q=rossi&plan=elite&state=complete&'))).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Togli i filtri' }))
  await screen.findByText('anna@example.com')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  expect(api.sent(customers())).toHaveLength(1)
})

test('The rows stay while others are asked for', async () => {
  const answer = held()
  const { user } = open('/admin/customers', {
    [customers()]: () => listOf(customerRowOf()),
    [customers('q=x&')]: answer.answer,
  })
  await screen.findByText('anna@example.com')
  await user.type(screen.getByRole('searchbox'), 'x')
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull())
  screen.getByText('anna@example.com')
  answer.release(listOf(customerRowOf({ email: 'x@example.com' })))
  await screen.findByText('x@example.com')
  expect(screen.queryByText('anna@example.com')).toBeNull()
})

test('The next page comes below the one before, until there is none', async () => {
  const { user } = open('/admin/customers', {
    [customers()]: () => json(200, { customers: [customerRowOf()], next: 'dopo' }),
    [`GET /api/admin/customers?${limit}&cursor=dopo`]: () =>
      listOf(customerRowOf({ id: leadId, email: 'due@example.com' })),
  })
  await user.click(await screen.findByRole('button', { name: 'Mostra altri' }))
  await screen.findByText('due@example.com')
  screen.getByText('anna@example.com')
  expect(screen.queryByRole('button', { name: 'Mostra altri' })).toBeNull()
})

test.each([
  ['customers', 'Nessun cliente, finora'],
  ['leads', 'Nessun contatto, finora'],
  ['questionnaires', 'Nessun questionario, finora'],
])('Empty %s say what would stand there', async (name, text) => {
  open(`/admin/${name}`, { [`GET /api/admin/${name}?${limit}`]: () => json(200, { [name]: [], next: null }) })
  await screen.findByText(new RegExp(text))
})

test('A list that cannot be read says so, and is read again', async () => {
  const { api, user } = open('/admin/customers', { [customers()]: () => refused(500, 'Errore interno') })
  const again = await screen.findByRole('button', { name: 'Riprova' })
  api.answer({ [customers()]: () => listOf(customerRowOf()) })
  await user.click(again)
  await screen.findByText('anna@example.com')
})

test('A filter that the server does not know is told in its words, with the way out of it', async () => {
  const { user } = open('/admin/customers?plan=zzz', {
    [customers('plan=zzz&')]: () => refused(400, 'Piano non valido'),
    [customers()]: () => listOf(customerRowOf()),
  })
  await screen.findByText('Piano non valido')
  expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull()
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Togli i filtri' }))
  await screen.findByText('anna@example.com')
})

test('A customer is shown section by section, with the ways to what was recorded', async () => {
  open(`/admin/customers/${accountId}`, { [customer]: () => json(200, customerOf()) })
  await screen.findByRole('heading', { name: 'Anna Bianchi' })
  screen.getByText('Axi-Live')
  screen.getByText(/^Elite, deposito di 3\.000/)
  expect(screen.getAllByText('Da fare')).toHaveLength(3)
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to('Visita session_1')).toBe('/admin/visits/session_1')
  expect(to('Cronologia della visita session_1')).toBe('/admin/streams/visit-session_1')
  expect(to('Eventi della visita session_1')).toBe('/admin/events?visit=session_1')
  expect(to(`setup-${accountId}`)).toBe(`/admin/streams/setup-${accountId}`)
})

test('Whoever comes back to a customer sees them as they were, and then as they are', async () => {
  const { api, user } = open(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf()),
    [customers()]: () => listOf(customerRowOf()),
  })
  await screen.findByText('Axi-Live')
  await user.click(screen.getByRole('link', { name: '← Clienti' }))
  const now = held()
  api.answer({ [customer]: now.answer })
  await user.click(await screen.findByRole('link', { name: 'Anna Bianchi' }))
  await screen.findByText('Axi-Live')
  const { profile } = customerOf()
  now.release(json(200, customerOf({ profile: { ...profile, firstName: 'Annalisa' } })))
  await screen.findByRole('heading', { name: 'Annalisa Bianchi' })
  expect(api.sent(customer)).toHaveLength(2)
})

test('A lead that is opened again is looked at again, and is gone where somebody has erased it', async () => {
  const leads = `GET /api/admin/leads?${limit}`
  const lead = `GET /api/admin/leads/${leadId}`
  const { api, user } = open('/admin/leads', {
    [leads]: () => json(200, { leads: [leadOf()], next: null }),
    [lead]: () => json(200, leadOf()),
  })
  await user.click(await screen.findByRole('button', { name: 'Bruno Verdi' }))
  await screen.findByText('Starter, deposito di 500 €')
  await user.click(screen.getByRole('button', { name: 'Chiudi' }))
  api.answer({ [lead]: () => refused(404, 'Risorsa non trovata') })
  await user.click(await screen.findByRole('button', { name: 'Bruno Verdi' }))
  await screen.findByText('Non c’è più: forse è stato cancellato.')
  expect(screen.queryByText('Starter, deposito di 500 €')).toBeNull()
  expect(api.sent(lead)).toHaveLength(2)
})

test('What a customer wrote stays text', async () => {
  const { profile } = customerOf()
  const changed = { ...profile, firstName: hostile, bio: hostile, website: 'javascript:alert(1)' }
  open(`/admin/customers/${accountId}`, { [customer]: () => json(200, customerOf({ profile: changed })) })
  await screen.findByRole('heading', { name: `${hostile} Bianchi` })
  screen.getByText('javascript:alert(1)')
  expect(document.querySelector('main img, a[href^="javascript"]')).toBeNull()
  expect(window).not.toHaveProperty('hurt')
})

test('Where nobody is, it says so, without a failure', async () => {
  open(`/admin/customers/${accountId}`, { [customer]: () => refused(404, 'Risorsa non trovata') })
  await screen.findByText(/forse è stato cancellato/)
  expect(document.querySelector('.toast')).toBeNull()
})

test('A file with all that is held is saved under the server’s name, and says so where it fails', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const file = `${customer}/export`
  const { api, user } = open(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf()),
    [file]: () =>
      json(200, { profile: {} }, { 'Content-Disposition': 'attachment; filename="cliente_7.json"' }),
  })
  const button = await screen.findByRole('button', { name: 'Esporta dati' })
  await user.click(button)
  await screen.findByText('Li trovi nel file cliente_7.json.')
  expect(saved).toEqual(['cliente_7.json'])
  expect(api.sent(file)[0]?.headers.get('Authorization')).toMatch(/^Bearer /)
  api.answer({ [file]: () => new Response('{"profile":') })
  await user.click(button)
  await screen.findByText('Impossibile esportare i dati')
  expect(saved).toHaveLength(1)
})

test('A file that arrives after who asked for it has signed out is not saved', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const fileOf = (name: string) =>
    json(200, {}, { 'Content-Disposition': `attachment; filename="${name}.json"` })
  const file = `${customer}/export`
  const late = held()
  const { api, user } = open(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf()),
    [file]: late.answer,
  })
  await user.click(await screen.findByRole('button', { name: 'Esporta dati' }))
  act(() => elsewhere(tokenOf('dopo')))
  late.release(fileOf('prima'))
  api.answer({ [file]: () => fileOf('dopo') })
  await user.click(await screen.findByRole('button', { name: 'Esporta dati' }))
  await screen.findByText('Li trovi nel file dopo.json.')
  expect(saved).toEqual(['dopo.json'])
})

test('Whoever has gone elsewhere while an erasure was under way stays there', async () => {
  const erase = `POST /api/admin/customers/${accountId}/erase`
  const answer = held()
  const { user } = open(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf()),
    [customers()]: () => listOf(),
    [erase]: answer.answer,
    'GET /api/admin/audit?limit=50': () => json(200, { entries: [], admins: [], next: null }),
  })
  await user.click(await screen.findByRole('button', { name: 'Cancella cliente' }))
  await user.type(await screen.findByLabelText('Conferma'), 'anna@example.com{Enter}{Escape}')
  await user.click(await screen.findByRole('link', { name: 'Registro' }))
  await screen.findByRole('heading', { name: 'Registro' })
  answer.release(json(200, { ok: true }))
  await screen.findByText('Cliente cancellato')
  expect(screen.queryByRole('heading', { name: 'Registro' })).not.toBeNull()
})

test('An erasure waits for the address or the name, is sent once, and leads back to a list without them', async () => {
  const erase = `POST /api/admin/customers/${accountId}/erase`
  const answer = held()
  const { api, user } = open(`/admin/customers/${accountId}`, {
    [customer]: () => json(200, customerOf()),
    [customers()]: () => listOf(customerRowOf()),
    [erase]: () => refused(400, 'La conferma non corrisponde'),
  })
  await user.click(await screen.findByRole('button', { name: 'Cancella cliente' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Che cosa resta')
  const button = dialog.getByRole('button', { name: 'Cancella definitivamente' })
  const field = dialog.getByLabelText('Conferma')
  await user.type(field, 'anna@example.co')
  expect(button).toHaveProperty('disabled', true)
  await user.type(field, '{Enter}')
  expect(api.sent(erase)).toHaveLength(0)
  await user.type(field, 'm')
  expect(button).toHaveProperty('disabled', false)
  await user.click(button)
  await dialog.findByText('La conferma non corrisponde')
  api.answer({ [erase]: answer.answer })
  await user.clear(field)
  await user.type(field, ' anna  BIANCHI')
  await user.dblClick(button)
  answer.release(json(200, { ok: true }))
  await screen.findByText('Cliente cancellato')
  await screen.findByRole('heading', { name: 'Clienti' })
  await screen.findByText(/^Nessun cliente, finora/)
  expect(api.sent(erase)).toHaveLength(2)
  expect(api.sent(erase)[1]?.body).toEqual({ confirmation: 'anna  BIANCHI' })
  expect(api.sent(erase)[1]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/)
})

test('A lead opens beside its list, and is erased there', async () => {
  const leads = `GET /api/admin/leads?${limit}`
  const { api, user } = open('/admin/leads', {
    [leads]: () => json(200, { leads: [leadOf()], next: null }),
    [`GET /api/admin/leads/${leadId}`]: () => json(200, leadOf()),
    [`POST /api/admin/leads/${leadId}/erase`]: () => json(200, { ok: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Bruno Verdi' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Bruno Verdi' }))
  await drawer.findByText('Starter, deposito di 500 €')
  drawer.getByRole('link', { name: 'Eventi della visita session_2' })
  await user.click(drawer.getByRole('button', { name: 'Cancella contatto' }))
  await user.type(await screen.findByLabelText('Conferma'), 'bruno verdi')
  await user.click(screen.getByRole('button', { name: 'Cancella definitivamente' }))
  await screen.findByText('Contatto cancellato')
  await screen.findByText(/^Nessun contatto, finora/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sent(leads).length).toBeGreaterThan(0)
})

test('A questionnaire is told in the words of its form', async () => {
  const row = questionnaireOf()
  open(`/admin/questionnaires?questionario=${leadId}`, {
    [`GET /api/admin/questionnaires?${limit}`]: () => json(200, { questionnaires: [row], next: null }),
    [`GET /api/admin/questionnaires/${leadId}`]: () => json(200, row),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Carla Neri' }))
  for (const said of ['Nessuna esperienza', '500–1.000 €', 'Apprendimento', 'Bassa', 'Subito', '+39 333 2'])
    drawer.getByText(said)
})
