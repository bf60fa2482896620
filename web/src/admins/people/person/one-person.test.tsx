import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openConsole, setOtherTab, tokenOf } from '../../../testing/administrators.ts'
import { deferred, json, type Routes, refused } from '../../../testing/api.ts'
import { positionAt } from '../../../testing/history.ts'
import { cellsOf, recordDownloads } from '../../../testing/look.ts'
import {
  accountId,
  leadId,
  limit,
  otherId,
  personId,
  personOf,
  personRowOf,
  questionnaireOf,
  receiptOf,
} from '../../../testing/people.ts'
import { detailAnswer, detailCall } from '../../../testing/requests.ts'

const call = `GET /api/admin/people/${personId}`
const today = `${call}?limit=200`
const people = (query = '') => `GET /api/admin/people?${query}${limit}`
const listOf = (...rows: ReturnType<typeof personRowOf>[]) => json(200, { people: rows, next: null })

async function openPerson(person = personOf(), answers: Routes = {}) {
  const opened = openConsole(`/admin/people/${personId}`, {
    [today]: () => json(200, person),
    [detailCall]: () => detailAnswer(),
    ...answers,
  })
  await screen.findByRole('heading', { level: 1, name: 'Anna Bianchi' })
  return { ...opened, main: within(screen.getByRole('main')) }
}

const fileOf = (name: string) => json(200, {}, { 'Content-Disposition': `attachment; filename="${name}"` })
const lines = () => screen.getAllByRole('button', { name: /^\d+ / })
const isLater = () => lines().map(line => line.closest('article')?.dataset.later)

test('Each person is listed once, is searched after a pause, and an empty list explains itself', async () => {
  const { api, user } = openConsole('/admin/people', {
    [people()]: () => listOf(),
    [people('q=bian&')]: () => listOf(personRowOf()),
  })
  await screen.findByText(/^Nessuna persona, finora/)
  await user.type(screen.getByRole('searchbox'), 'bian')
  const link = await screen.findByRole('link', { name: 'Anna Bianchi' })
  expect(link.getAttribute('href')).toBe(`/admin/people/${personId}`)
  expect(cellsOf()).toEqual([
    ['Anna Bianchi', 'anna@example.com', '333 1234567', '1', '1', '22/11/2026, 00:30:15'],
  ])
  // Each search is recorded: none while somebody types.
  expect(api.sent(people('q=b&'))).toEqual([])
})

test('A person has all parts, each with its rule, and one history', async () => {
  const { main } = await openPerson()
  main.getByText('stesso indirizzo')
  main.getByText('unito da capo@example.com')
  const to = (name: string) => main.getByRole('link', { name }).getAttribute('href')
  expect(to('Account')).toBe(`/admin/customers/${accountId}`)
  expect(to('Contatto')).toBe(`/admin/requests?view=all&request=${leadId}`)
  expect(to('Visita session_1')).toBe('/admin/visits/session_1')
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    '1 Visita iniziata',
    '2 Contatto inviato',
    '3 Registrazione',
  ])
  // What is sealed is null in a state, and not «nessuno».
  main.getByText('Elite')
  expect(main.queryByText('Pagina del broker')).toBeNull()
})

test('Each request has what the person wrote, and the notes', async () => {
  const note = { at: '2026-11-22T08:00:00.000Z', by: 'capo@example.com', text: 'Chiede di Elite' }
  const { api, user, main } = await openPerson(personOf(), {
    [detailCall]: () => detailAnswer({ notes: [note] }),
  })
  await main.findByText('Chiamatemi dopo le 18')
  expect(main.getByText('Chiede di Elite').closest('li')?.textContent).toContain('capo@example.com')
  expect(api.sent(detailCall)).toHaveLength(1)
  api.answer({
    [detailCall]: () => detailAnswer({ submitted: { ...questionnaireOf(), additionalInfo: 'Dopo cena' } }),
  })
  const written = main.getByText('Che cosa ha scritto, e le note')
  await user.click(written)
  expect(main.queryByText('Chiamatemi dopo le 18')).toBeNull()
  await user.click(written)
  await main.findByText('Dopo cena')
})

test('Of many requests only the latest are read, and an earlier one when it is opened', async () => {
  const [lead] = personOf().parts
  const ids = [1, 2, 3, 4, 5, 6].map(at => `a3a3a3a3-0000-4000-8000-00000000000${at}`)
  const parts = ids.flatMap(id => (lead ? [{ ...lead, id, stream: `lead-${id}`, name: 'Anna Bianchi' }] : []))
  const { api, user, main } = await openPerson(personOf({ parts }), {
    'GET /api/admin/requests/*': () => detailAnswer(),
  })
  const of = (at: number) => api.sent(`GET /api/admin/requests/${ids[at]}`).length
  await waitFor(() => expect(main.getAllByText('Chiamatemi dopo le 18')).toHaveLength(5))
  expect(of(0)).toBe(0)
  await user.click(main.getAllByText('Che cosa ha scritto, e le note')[0] as HTMLElement)
  await waitFor(() => expect(of(0)).toBe(1))
})

test('A person is shown as they were after an event, by a press and by the keys of the slider', async () => {
  const after = (at: number) => `${call}?asOf=${positionAt(at)}&limit=1`
  const [lead] = personOf().parts
  const { api, user, main } = await openPerson(personOf(), {
    [after(2)]: () => json(200, personOf({ parts: lead ? [lead] : [] })),
    [after(1)]: () => refused(404, 'Risorsa non trovata'),
  })
  await user.click(main.getByRole('button', { name: '2 Contatto inviato' }))
  await waitFor(() => expect(main.queryByText('stesso indirizzo')).toBeNull())
  await main.findByText('unito da capo@example.com')
  const own = within(main.getByRole('heading', { name: 'Che cosa è suo' }).parentElement as HTMLElement)
  expect([own.queryByText('Telefono'), own.getByText('Telefono, oggi')]).toEqual([null, expect.anything()])
  main.getByText(/^oggi · anna@example\.com · 333 1234567/)
  main.getByRole('heading', { name: 'Forse la stessa persona, oggi' })
  // A join is parted today, not in the past.
  expect(main.queryByRole('button', { name: 'Separa' })).toBeNull()
  expect(isLater()).toEqual(['false', 'false', 'true'])
  act(() => main.getByRole('slider').focus())
  await user.keyboard('{ArrowLeft}')
  await main.findByText('Allora non aveva ancora lasciato nulla di suo.')
  await user.click(main.getByRole('button', { name: 'Torna a oggi' }))
  await main.findByText('stesso indirizzo')
  expect(api.sent(after(2))).toHaveLength(1)
})

test('A person is shown as they were at a day and an hour of Rome', async () => {
  const at = (time: string) => `${call}?at=${encodeURIComponent(time)}&limit=1`
  const { api, user, main } = await openPerson(personOf(), {
    'GET /api/admin/people/*': () => refused(404, 'Risorsa non trovata'),
  })
  await user.type(main.getByRole('textbox', { name: 'Com’era il giorno' }), '12/11/2026')
  await waitFor(() => expect(api.sent(at('2026-11-12T22:59:00.000Z'))).toHaveLength(1))
  fireEvent.change(main.getByLabelText('Alle ore, a Roma'), { target: { value: '09:00' } })
  await waitFor(() => expect(api.sent(at('2026-11-12T08:00:00.000Z'))).toHaveLength(1))
  await main.findByText('Allora non aveva ancora lasciato nulla di suo.')
  expect(isLater()).toEqual(['true', 'true', 'true'])
  main.getByText('0 di 3')
  expect(main.queryByRole('link', { name: 'Visita session_1' })).toBeNull()
})

test('Who left the same number is joined by a press, unless both have an account, and is parted again', async () => {
  const maybe = [otherId, leadId].map(id => ({ id, reason: 'phone' as const }))
  const join = `POST /api/admin/people/${personId}/join`
  const part = `POST /api/admin/people/${personId}/part`
  const { api, user, main } = await openPerson(personOf({ maybe }), {
    [people('q=%2B393331234567&')]: () =>
      listOf(
        personRowOf(),
        personRowOf({ id: otherId, name: 'Ugo Neri', accounts: 0 }),
        personRowOf({ id: leadId, name: 'Ada Neri' }),
      ),
    [join]: () => json(200, { ok: true }),
    [part]: () => json(200, { ok: true }),
  })
  const button = await main.findByRole('button', { name: 'Unisci Ugo Neri' })
  main.getByText(/^Ha un account suo/)
  expect(main.queryByRole('button', { name: 'Unisci Ada Neri' })).toBeNull()
  await user.click(button)
  await screen.findByText('Persone unite: si possono separare di nuovo')
  expect(api.sent(join).map(({ body }) => body)).toEqual([{ other: otherId }])
  await waitFor(() => expect(api.sent(today).length).toBeGreaterThan(1))
  await user.click(main.getByRole('button', { name: 'Separa' }))
  await waitFor(() => expect(api.sent(part).map(({ body }) => body)).toEqual([{ stream: `lead-${leadId}` }]))
})

test('An analyst sees the hint, and no command', async () => {
  const { main } = await openPerson(personOf({ maybe: [{ id: otherId, reason: 'phone' }] }), {
    [people('q=%2B393331234567&')]: () => listOf(),
  })
  act(() => setOtherTab(tokenOf('sessione-1', { role: 'analyst' })))
  const hint = await main.findByRole('link', { name: 'Forse la stessa persona' })
  expect(hint.getAttribute('href')).toBe(`/admin/people/${otherId}`)
  for (const name of [/^Cancella/, /^Separa/, /unisci/i])
    expect(main.queryByRole('button', { name })).toBeNull()
})

test('Ticked parts are erased after a typed confirmation, and the receipt follows', async () => {
  const erase = `POST /api/admin/people/${personId}/erase`
  const { api, user, main } = await openPerson(personOf(), {
    [`${call}/holdings`]: () =>
      json(200, { parts: [{ stream: `account-${accountId}`, erases: { account: 1, letters: 2, jobs: 1 } }] }),
    [erase]: () => refused(400, 'La conferma non corrisponde'),
    'GET /api/admin/receipts/ABCD-1234-EF56': () => json(200, receiptOf()),
  })
  await user.click(main.getByRole('button', { name: 'Cancella…' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Ciò che è suo: 1 contatto, 1 account')
  await dialog.findByText('Lettere conservate in file: 2 · Lettere in attesa: 1')
  await user.click(dialog.getByRole('checkbox', { name: /^Contatto/ }))
  dialog.getByText('ciò a cui hai tolto il segno: 1 contatto')
  const button = dialog.getByRole('button', { name: 'Cancella definitivamente' })
  const field = dialog.getByLabelText('Conferma')
  // Of what stays.
  await user.type(field, 'annina@example.com')
  expect(button).toHaveProperty('disabled', true)
  await user.type(field, '{Enter}')
  expect(api.sent(erase)).toEqual([])
  await user.clear(field)
  await user.type(field, 'Anna  Bianchi')
  await user.click(button)
  await dialog.findByText('La conferma non corrisponde')
  const answer = deferred()
  api.answer({ [erase]: answer.answer })
  await user.type(field, ' ')
  await user.dblClick(button)
  answer.release(json(200, { receipt: 'ABCD-1234-EF56' }))
  await screen.findByRole('heading', { name: 'Ricevuta di cancellazione' })
  screen.getByText(/^Non ancora: si distruggono/)
  expect(api.sent(erase)).toHaveLength(2)
  expect(api.sent(erase)[1]?.body).toEqual({ parts: [`account-${accountId}`], confirmation: 'Anna  Bianchi' })
  expect(api.sent(erase)[1]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/)
})

test('Ticked parts are saved with the server’s name, and a file that is cut off shows a failure', async () => {
  const saved = recordDownloads()
  const download = `POST /api/admin/people/${personId}/export`
  const { api, user, main } = await openPerson(personOf(), { [download]: () => fileOf('persona.html') })
  await user.click(main.getByRole('button', { name: 'Esporta…' }))
  await user.click(await screen.findByRole('checkbox', { name: /^Contatto/ }))
  await user.click(screen.getByRole('button', { name: 'Pagina da leggere' }))
  await screen.findByText('Li trovi nel file persona.html.')
  expect(api.sent(download).map(({ body }) => body)).toEqual([
    { parts: [`account-${accountId}`], format: 'html' },
  ])
  expect(saved).toMatchObject([{ download: 'persona.html' }])
  const cut = new TypeError('network error')
  api.answer({ [download]: () => new Response(new ReadableStream({ start: body => body.error(cut) })) })
  await user.click(main.getByRole('button', { name: 'Esporta…' }))
  await user.click(await screen.findByRole('button', { name: 'File JSON' }))
  await screen.findByText('Non esportati: controlla la connessione e riprova.')
  expect(saved).toHaveLength(1)
})

test('An export that arrives after the sign-out is not saved', async () => {
  const saved = recordDownloads()
  const download = `POST /api/admin/people/${personId}/export`
  const late = deferred()
  const { api, user, main } = await openPerson(personOf(), { [download]: late.answer })
  await user.click(main.getByRole('button', { name: 'Esporta…' }))
  await user.click(await screen.findByRole('button', { name: 'File JSON' }))
  act(() => setOtherTab(tokenOf('dopo')))
  late.release(fileOf('prima.json'))
  api.answer({ [download]: () => fileOf('dopo.json') })
  await user.click(await screen.findByRole('button', { name: 'Esporta…' }))
  await user.click(await screen.findByRole('button', { name: 'File JSON' }))
  await screen.findByText('Li trovi nel file dopo.json.')
  expect(saved).toMatchObject([{ download: 'dopo.json' }])
})

test('What was erased meanwhile is no failure: the page shows what is left', async () => {
  const { api, user, main } = await openPerson(personOf(), {
    [`POST /api/admin/people/${personId}/erase`]: () => refused(404, 'Risorsa non trovata'),
  })
  await user.click(main.getByRole('button', { name: 'Cancella…' }))
  await user.type(await screen.findByLabelText('Conferma'), 'anna@example.com{Enter}')
  await screen.findByText('Qualcosa era già cancellato')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(api.sent(today).length).toBeGreaterThan(1))
})

test('A receipt is found by its number, is printed, and says whom to ask for what is not known', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = openConsole('/admin/people?q=abcd-1234-ef56', {
    [people('q=abcd-1234-ef56&')]: () => listOf(),
    'GET /api/admin/receipts/ABCD-1234-EF56': () =>
      json(200, receiptOf({ keysDestroyedAt: '2026-11-21T23:31:00.000Z' })),
  })
  const receipt = await screen.findByRole('link', { name: 'Apri la ricevuta ABCD-1234-EF56' })
  expect(screen.queryByText(/^Nessuno corrisponde/)).toBeNull()
  await user.click(receipt)
  await screen.findByText('Risposte conservate per le richieste ripetute')
  screen.getByText('22/11/2026, 00:31:00')
  screen.getByText(/^Non impostato \(BACKUPS_KEPT_DAYS\): chiedi a chi gestisce il server/)
  await user.click(screen.getByRole('button', { name: 'Stampa' }))
  expect(print).toHaveBeenCalledOnce()
})

test('An address without a person says so, without a failure', async () => {
  openConsole(`/admin/people/${personId}`, { [today]: () => refused(404, 'Risorsa non trovata') })
  await screen.findByRole('heading', { name: 'Nessuno qui' })
  expect(document.querySelector('.toast')).toBeNull()
})
