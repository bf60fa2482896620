import { screen, waitFor } from '@testing-library/react'
import { openConsole, serveConsole, tokenOf } from '../testing/administrators.ts'
import { deferred, json, refused } from '../testing/api.ts'
import { openApp } from '../testing/render.tsx'

const login = 'POST /api/admin/login'

async function fillIn(user: ReturnType<typeof openApp>) {
  await user.type(await screen.findByLabelText('Email'), 'capo@example.com')
  await user.type(screen.getByLabelText('Password'), 'segreta')
  await user.click(screen.getByRole('button', { name: 'Accedi' }))
}

test('Sign-in is for authorised administrators and links to the home page', async () => {
  serveConsole()
  openApp('/admin/login')
  await screen.findByRole('heading', { name: 'Accesso amministratori' })
  screen.getByText('Solo per amministratori autorizzati.')
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
  expect(screen.getByRole('link', { name: 'Torna alla home' })).toHaveProperty('pathname', '/')
})

test('A double press signs in once and opens the console', async () => {
  const api = serveConsole()
  const answer = deferred()
  api.answer({ [login]: answer.answer })
  const user = openApp('/admin/login')
  await fillIn(user)
  const waiting = await screen.findByRole('button', { name: 'Accesso in corso...' })
  await user.click(waiting)
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  const token = tokenOf('s')
  answer.release(json(200, { token }))
  await screen.findByText('Accesso riuscito')
  screen.getByText("Benvenuto nell'area amministratore")
  await screen.findByRole('heading', { name: 'Cruscotto' })
  expect(localStorage.getItem('admin_token')).toBe(token)
  expect(api.bodies(login)).toEqual([{ email: 'capo@example.com', password: 'segreta' }])
})

test('Who is signed out by a change of their role reads it at once', async () => {
  openConsole('/admin/dashboard', {
    'GET /api/admin/dashboard': () => json(401, { message: 'Accesso richiesto', newRole: 'analyst' }),
  })
  await screen.findByText(/^Il tuo ruolo è cambiato: ora è Analista/)
  expect(screen.queryByText(/La sessione è terminata. Accedi/)).toBeNull()
})

test('A refused sign-in shows the server’s sentence, without the status', async () => {
  serveConsole().answer({ [login]: () => refused(429, 'Troppi tentativi') })
  const user = openApp('/admin/login')
  await fillIn(user)
  await screen.findByText('Errore di accesso')
  screen.getByText('Troppi tentativi')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'capo@example.com')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'segreta')
})

test('An answer without a token signs nobody in and shows a failure', async () => {
  serveConsole().answer({ [login]: () => json(200, {}) })
  await fillIn(openApp('/admin/login'))
  await screen.findByText('Errore')
  screen.getByText('Impossibile connettersi al server')
  expect(localStorage.getItem('admin_token')).toBeNull()
})

test('A signed-in administrator goes directly to the console', async () => {
  openConsole('/admin/login')
  await screen.findByRole('heading', { name: 'Cruscotto' })
})

test('Sign-in leads to the requested address', async () => {
  const api = serveConsole()
  api.answer({ [login]: () => json(200, { token: tokenOf('s') }) })
  const user = openApp('/admin/dashboard?tab=analytics')
  expect(screen.queryByText(/La sessione è terminata/)).toBeNull()
  await fillIn(user)
  const tab = await screen.findByRole('tab', { name: 'Analytics' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})

test('Calls of an administrator name no visit', async () => {
  const api = serveConsole()
  api.answer({ [login]: () => json(200, { token: tokenOf('s') }) })
  await fillIn(openApp('/admin/login'))
  await screen.findByText('1.234')
  const calls = [login, 'GET /api/admin/dashboard', 'GET /api/admin/daily'].flatMap(name => api.sent(name))
  expect(calls.map(({ headers }) => headers.get('X-Visit-Id'))).toEqual([null, null, null])
  expect(sessionStorage.getItem('session_id')).toBeNull()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rifiuta' })).toBeNull())
})
