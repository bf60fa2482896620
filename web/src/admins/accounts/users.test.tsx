import { screen, waitFor, within } from '@testing-library/react'
import { openConsole, serveConsole, tokenOf } from '../../testing/administrators.ts'
import { json, type Routes, refused } from '../../testing/api.ts'
import { cellsOf } from '../../testing/look.ts'
import { openApp } from '../../testing/render.tsx'

const all = 'GET /api/admin/users?limit=50'
const totp = 'GET /api/admin/me/totp'
const anna = {
  id: 'a3a3a3a3-0000-4000-8000-000000000001',
  email: 'anna@example.com',
  role: 'administrator',
  state: 'active',
  lastSignInAt: '2026-11-21T23:30:15.250Z',
}
const bruno = {
  id: 'a3a3a3a3-0000-4000-8000-000000000002',
  email: 'bruno@example.com',
  role: 'analyst',
  state: 'invited',
  lastSignInAt: null,
}
const own = '/api/admin/me/sessions'
const session = (id: string, current: boolean) => ({
  id,
  current,
  browser: 'Firefox su Linux',
  openedAt: '2026-11-21T23:30:15.250Z',
  lastUsedAt: '2026-11-22T08:00:00.000Z',
})
const routes: Routes = {
  [`GET ${own}`]: () => json(200, { sessions: [session(anna.id, true), session(bruno.id, false)] }),
  [all]: () => json(200, { users: [anna, bruno], next: null }),
  [totp]: () => json(200, { isActive: false, recoveryCodesLeft: 0 }),
}

test('Accounts are listed, invited, changed and closed', async () => {
  const post = 'POST /api/admin/users'
  const ofBruno = `/api/admin/users/${bruno.id}`
  const { api, user } = openConsole('/admin/users', {
    ...routes,
    [post]: () => refused(409, 'Questo indirizzo ha già un account'),
    [`PATCH ${ofBruno}`]: () => json(200, { ok: true }),
    [`DELETE ${ofBruno}`]: () => json(200, { ok: true }),
  })
  await screen.findByText('bruno@example.com')
  const table = screen.getByRole('table', { name: 'Gli account della console' })
  expect(cellsOf(table).map(([email, , state, signedInAt]) => [email, state, signedInAt])).toEqual([
    ['anna@example.com', 'Attivo', '22/11/2026, 00:30:15'],
    ['bruno@example.com', 'Invitato', '—'],
  ])
  const invite = screen.getByRole('region', { name: 'Invita qualcuno' })
  await user.type(within(invite).getByLabelText('Email'), 'anna@example.com')
  await user.click(within(invite).getByRole('button', { name: 'Invita' }))
  await screen.findByText('409: Questo indirizzo ha già un account')
  api.answer({ [post]: () => json(201, { id: bruno.id }) })
  await user.selectOptions(within(invite).getByLabelText('Ruolo'), 'Amministratore')
  await user.click(within(invite).getByRole('button', { name: 'Invita' }))
  await screen.findByText('Invito registrato: la lettera parte da sé')
  expect(screen.queryByText(/spedito/)).toBeNull()
  expect(api.sent(post)[1]?.body).toEqual({ email: 'anna@example.com', role: 'administrator' })

  await user.click(screen.getByRole('button', { name: 'Manda di nuovo l’invito a bruno@example.com' }))
  await waitFor(() =>
    expect(api.sent(post)[2]?.body).toEqual({ email: 'bruno@example.com', role: 'analyst' }),
  )
  await user.selectOptions(screen.getByLabelText('Ruolo di bruno@example.com'), 'Amministratore')
  await screen.findByText('Ruolo cambiato')
  expect(api.sent(`PATCH ${ofBruno}`)[0]?.body).toEqual({ role: 'administrator' })
  await user.click(screen.getByRole('button', { name: 'Togli l’accesso a bruno@example.com' }))
  expect(api.sent(`DELETE ${ofBruno}`)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Togli l’accesso' }))
  await screen.findByText('Accesso tolto')
})

test('The second factor is set up, confirmed and removed', async () => {
  const path = '/api/admin/me/totp'
  const uri = 'otpauth://totp/Listino%20AI:anna@example.com?secret=JBSWY3DP&period=30'
  const { api, user } = openConsole('/admin/users', {
    ...routes,
    [`POST ${path}`]: () => refused(400, 'La password attuale non è corretta'),
    [`POST ${path}/confirm`]: () => json(200, { recoveryCodes: ['aaaa-1', 'bbbb-2'] }),
    [`DELETE ${path}`]: () => json(200, { ok: true }),
  })
  const panel = within(await screen.findByRole('region', { name: 'Verifica in due passaggi' }))
  await user.type(await panel.findByLabelText('Password'), 'segreta')
  await user.click(panel.getByRole('button', { name: 'Attiva' }))
  await screen.findByText('400: La password attuale non è corretta')
  api.answer({ [`POST ${path}`]: () => json(200, { uri }) })
  await user.click(panel.getByRole('button', { name: 'Attiva' }))
  await panel.findByRole('img', { name: 'Codice QR' })
  panel.getByText('JBSWY3DP')
  await user.type(panel.getByLabelText('Codice'), '123456')
  await user.click(panel.getByRole('button', { name: 'Conferma' }))
  await panel.findByText('bbbb-2')
  expect(api.sent(`POST ${path}/confirm`)[0]?.body).toEqual({ code: '123456' })

  api.answer({ [totp]: () => json(200, { isActive: true, recoveryCodesLeft: 9 }) })
  await user.click(screen.getByRole('link', { name: 'Registro' }))
  await user.click(screen.getByRole('link', { name: 'Account' }))
  await screen.findByText(/Codici di recupero rimasti: 9/)
  await user.type(screen.getByLabelText('Password'), 'segreta')
  await user.type(screen.getByLabelText('Codice'), 'aaaa-1')
  await user.click(screen.getByRole('button', { name: 'Togli la verifica' }))
  await waitFor(() =>
    expect(api.sent(`DELETE ${path}`)[0]?.body).toEqual({ password: 'segreta', code: 'aaaa-1' }),
  )
})

test('One’s own sessions are listed and ended, and one’s own password is changed', async () => {
  const change = 'POST /api/admin/me/password'
  const { api, user } = openConsole('/admin/users', {
    ...routes,
    [`DELETE ${own}/${bruno.id}`]: () => json(200, { ok: true }),
    [`POST ${own}/end-others`]: () => json(200, { ok: true }),
    [change]: () => json(400, { message: 'Inserisci il codice', secondFactor: true }),
  })
  const sessions = within(await screen.findByRole('region', { name: 'Le tue sessioni' }))
  await sessions.findAllByText('Firefox su Linux')
  await user.click(sessions.getByRole('button', { name: 'Chiudi la sessione di Firefox su Linux' }))
  await screen.findByText('Sessione chiusa')
  await user.click(sessions.getByRole('button', { name: 'Chiudi tutte le altre' }))
  await screen.findByText('Altre sessioni chiuse')
  const panel = within(screen.getByRole('region', { name: 'La tua password' }))
  await user.type(panel.getByLabelText('Password attuale'), 'vecchia')
  await user.type(panel.getByLabelText('Nuova password'), 'nuova-di-anna')
  await user.click(panel.getByRole('button', { name: 'Cambia la password' }))
  await user.type(await panel.findByLabelText('Codice di verifica, o di recupero'), '123456')
  api.answer({ [change]: () => json(200, { ok: true }) })
  await user.click(panel.getByRole('button', { name: 'Cambia la password' }))
  await screen.findByText('Password cambiata')
  expect(api.sent(change)[1]?.body).toEqual({ current: 'vecchia', password: 'nuova-di-anna', code: '123456' })
  expect(panel.getByLabelText<HTMLInputElement>('Password attuale').value).toBe('')
})

test('Whoever signs in with a printed password sees nothing before another is chosen', async () => {
  const change = 'POST /api/admin/me/password'
  const api = serveConsole()
  api.answer({ ...routes, [change]: () => json(200, { ok: true }, { 'X-Token': tokenOf('s') }) })
  localStorage.setItem('admin_token', tokenOf('s', { mustChange: true }))
  const user = openApp('/admin/users')
  await screen.findByRole('heading', { name: 'Scegli la tua password' })
  expect(screen.queryByRole('navigation', { name: 'Pagine della console' })).toBeNull()
  expect(api.sent(all)).toEqual([])
  await user.type(screen.getByLabelText('Password attuale'), 'stampata')
  await user.type(screen.getByLabelText('Nuova password'), 'scelta-da-anna')
  await user.click(screen.getByRole('button', { name: 'Cambia la password' }))
  await screen.findByText('bruno@example.com')
})

test('An analyst has a second factor, and no command that the server would refuse', async () => {
  serveConsole().answer(routes)
  localStorage.setItem('admin_token', tokenOf('s', { role: 'analyst' }))
  const user = openApp('/admin/users')
  await screen.findByRole('region', { name: 'Verifica in due passaggi' })
  expect(screen.queryByText('Invita qualcuno')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Cruscotto' }))
  await screen.findByRole('tab', { name: 'Interazioni' })
  expect(screen.queryByRole('tab', { name: 'Impostazioni' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Esporta CSV' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Interazioni' }))
  screen.getByRole('button', { name: 'Esporta CSV' })
})

test.each([
  ['/admin/invitation#id.invito.firma', {}],
  ['/admin/users', {}],
  ['/admin/users', { mustChange: true }],
])(
  'Where a password of the console is chosen, at %s with %o, its whole rule is said beforehand',
  async (at, claims) => {
    serveConsole().answer(routes)
    localStorage.setItem('admin_token', tokenOf('s', claims))
    openApp(at)
    await screen.findByText(/almeno 12 caratteri.*più usate.*nome del tuo indirizzo email.*del sito/)
  },
)

test('An invitation is accepted with a password and opens the console; its token leaves the address', async () => {
  const accept = 'POST /api/admin/invitations/accept'
  const api = serveConsole()
  api.answer({ [accept]: () => refused(400, 'Il link non è valido o è scaduto') })
  const user = openApp('/admin/invitation#id.invito.firma')
  await user.type(await screen.findByLabelText('Password'), 'undici-lett')
  await user.click(screen.getByRole('button', { name: 'Accetta l’invito' }))
  await screen.findByText('La password deve contenere almeno 12 caratteri')
  expect(location.hash).toBe('')
  await user.type(screen.getByLabelText('Password'), 'ere')
  await user.click(screen.getByRole('button', { name: 'Accetta l’invito' }))
  await screen.findByText('Il link non è valido o è scaduto')
  const headers = { 'X-Token': tokenOf('s', { role: 'analyst' }) }
  api.answer({ [accept]: () => json(200, { id: bruno.id, role: 'analyst' }, headers) })
  await user.click(screen.getByRole('button', { name: 'Accetta l’invito' }))
  await screen.findByRole('heading', { name: 'Cruscotto' })
  expect(api.sent(accept)[1]?.body).toEqual({ token: 'id.invito.firma', password: 'undici-lettere' })
})
