import { act, screen, waitFor } from '@testing-library/react'
import { dashboardOf, openConsole, serveConsole, setOtherTab, tokenOf } from '../../testing/administrators.ts'
import { deferred, json, refused } from '../../testing/api.ts'
import { openApp } from '../../testing/render.tsx'

const kept = () => localStorage.getItem('admin_token')
const dashboard = 'GET /api/admin/dashboard'
const sid = 'sessione-1'

test('Without a token the console sends nothing and shows sign-in', async () => {
  const api = serveConsole()
  openApp('/admin/dashboard')
  await screen.findByRole('heading', { name: 'Accesso amministratori' })
  expect(api.sent(dashboard)).toEqual([])
})

test('A token that the server refuses is removed, without a toast', async () => {
  openConsole('/admin/dashboard', {
    [dashboard]: () => refused(401, 'Accesso richiesto'),
    'GET /api/admin/daily': () => refused(401, 'Accesso richiesto'),
  })
  await screen.findByText('La sessione è terminata. Accedi di nuovo per tornare alla console.')
  expect(kept()).toBeNull()
  expect(document.querySelector('.toast')).toBeNull()
})

test('An answer renews the token, and the page stays as it is', async () => {
  const renewed = tokenOf(sid, { iat: 2 })
  const { api, user } = openConsole('/admin/dashboard', {
    [dashboard]: () => json(200, dashboardOf(), { 'X-Token': renewed }),
  })
  await screen.findByText('1.234')
  expect(kept()).toBe(renewed)
  await user.click(screen.getByRole('button', { name: 'Aggiorna' }))
  await waitFor(() => expect(api.sent(dashboard)).toHaveLength(2))
  expect(api.sent(dashboard)[1]?.headers.get('Authorization')).toBe(`Bearer ${renewed}`)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Aggiorna' })).toHaveProperty('disabled', false),
  )
  expect(api.sent('GET /api/admin/daily')).toHaveLength(2)
})

test('A read that answers 503 after the sign-in is repeated', async () => {
  let reads = 0
  openConsole('/admin/dashboard', {
    [dashboard]: () => (++reads > 1 ? json(200, dashboardOf()) : refused(503, 'Riprova tra poco')),
  })
  await screen.findByText('1.234')
})

test('Signing out removes the token, ends the session and goes home, also without an answer of the server', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { api, user } = openConsole('/admin/dashboard', {
    'POST /api/admin/logout': () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await screen.findByText('1.234')
  await user.click(screen.getByRole('button', { name: 'Esci' }))
  await screen.findByText('Disconnesso')
  await screen.findByRole('button', { name: 'Inizia con €500' })
  expect(kept()).toBeNull()
  const ended = api.sent('POST /api/admin/logout').map(({ headers }) => headers.get('Authorization'))
  expect(ended).toEqual([`Bearer ${tokenOf(sid)}`])
  await waitFor(() => expect(log).toHaveBeenCalledWith('Sessione non chiusa sul server', expect.anything()))
})

test('A late answer after the sign-out signs nobody in', async () => {
  const late = deferred()
  const { user } = openConsole('/admin/dashboard', { 'GET /api/admin/daily': late.answer })
  await screen.findByText('1.234')
  await user.click(screen.getByRole('button', { name: 'Esci' }))
  late.release(json(200, [], { 'X-Token': tokenOf(sid, { iat: 2 }) }))
  await late.answer()
  await screen.findByText('Disconnesso')
  expect(kept()).toBeNull()
})

test('A late refusal of the last session does not end the next one', async () => {
  const late = deferred()
  const { api } = openConsole('/admin/dashboard', { 'GET /api/admin/daily': late.answer })
  await screen.findByText('1.234')
  const next = tokenOf('dopo')
  act(() => setOtherTab(next))
  late.release(refused(401, 'Accesso richiesto'))
  await waitFor(() => expect(api.sent(dashboard)).toHaveLength(2))
  await screen.findByText('1.234')
  expect(kept()).toBe(next)
})

test('A sign-out in one tab ends the others', async () => {
  openConsole('/admin/dashboard')
  await screen.findByText('1.234')
  act(() => setOtherTab(null))
  await screen.findByRole('heading', { name: 'Accesso amministratori' })
  expect(screen.queryByText('1.234')).toBeNull()
})

test('A page from the browser’s cache shows nothing after a sign-out', async () => {
  openConsole('/admin/dashboard')
  await screen.findByText('1.234')
  localStorage.removeItem('admin_token')
  act(() => void dispatchEvent(new Event('pageshow')))
  await screen.findByRole('heading', { name: 'Accesso amministratori' })
})

test('The next administrator in the same tab sees nothing of the previous one', async () => {
  const stats = { questionnaires: 777, leads: 0, interactions: 0, conversions: 0 }
  const { api } = openConsole('/admin/dashboard', { [dashboard]: () => json(200, dashboardOf({ stats })) })
  await screen.findByText('777')
  const answer = deferred()
  api.answer({ [dashboard]: answer.answer })
  act(() => setOtherTab(tokenOf('dopo')))
  await waitFor(() => expect(screen.queryByText('777')).toBeNull())
  answer.release(json(200, dashboardOf()))
  await screen.findByText('1.234')
})

test('With blocked storage the session lasts as long as the page', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(blocked)
  const api = serveConsole()
  api.answer({ 'POST /api/admin/login': () => json(200, { token: tokenOf('s') }) })
  const user = openApp('/admin/login')
  await user.type(await screen.findByLabelText('Email'), 'capo@example.com')
  await user.type(screen.getByLabelText('Password'), 'segreta')
  await user.click(screen.getByRole('button', { name: 'Accedi' }))
  await screen.findByText('1.234')
  await user.click(screen.getByRole('button', { name: 'Esci' }))
  await screen.findByRole('button', { name: 'Inizia con €500' })
})
