import { screen, waitFor } from '@testing-library/react'
import { deferred, json, refused } from '../testing/api.ts'
import { giulia, openCustomer, openVisitor, progressOf, serveCustomer } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

const marco = { ...giulia, id: 2, email: 'marco@example.com', firstName: 'Marco' }

test('A visitor on a protected page is redirected to sign-in, without a toast', async () => {
  const { api } = openVisitor('/dashboard')
  await screen.findByRole('tab', { name: 'Accedi' })
  expect(document.querySelector('.toast')).toBeNull()
  expect(api.sent('GET /api/auth/user')).toHaveLength(1)
  expect(api.sent('GET /api/user/progress')).toEqual([])
})

test('The next customer at the same browser sees nothing of the previous one', async () => {
  const api = serveCustomer(progressOf({ plan: 'elite', deposit: 3000 }))
  const late = deferred()
  api.answer({
    'POST /api/login': () => json(200, marco),
    'POST /api/logout': () => {
      api.answer({ 'GET /api/auth/user': () => refused(401, 'Accedi per continuare') })
      return json(200, { ok: true })
    },
    'GET /api/user/bots': late.answer,
  })
  const user = openApp('/dashboard')
  await screen.findByRole('heading', { name: 'Area Privata - Elite' })
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(document.body.textContent ?? ''))
  watch.observe(document.body, { childList: true, subtree: true })
  await user.click(screen.getByRole('button', { name: 'Esci' }))
  await screen.findByText('Logout effettuato')
  screen.getByText('Arrivederci!')
  watch.disconnect()
  expect(seen.some(text => text.includes('Accesso Richiesto'))).toBe(false)

  api.answer({
    'GET /api/user/progress': () => json(200, progressOf({ plan: 'starter', deposit: 500 })),
    'GET /api/user/bots': () => json(200, []),
  })
  await user.click(await screen.findByRole('link', { name: 'Accedi' }))
  await user.type(await screen.findByLabelText('Email'), marco.email)
  await user.type(screen.getByLabelText('Password'), 'segreta')
  await user.click(screen.getByRole('button', { name: 'Accedi' }))
  await screen.findByRole('heading', { name: 'Area Privata - Starter' })
  screen.getByText('Ciao Marco, benvenuto nella tua dashboard!')
  await screen.findByText(/Nessun bot aggiuntivo/)
  // A late answer for the previous customer changes nothing.
  late.release(json(200, [{ id: 'b', strategyName: 'Bot di Giulia', allocatedAmount: 1, totalProfit: 0 }]))
  await late.answer()
  await new Promise(resolve => requestAnimationFrame(resolve))
  expect(screen.queryByText('Bot di Giulia')).toBeNull()
})

test('A sign-out that fails shows an error, is logged, and still leads home', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { api, user } = openCustomer('/dashboard', progressOf(), {
    'POST /api/logout': () => refused(503, 'Servizio non disponibile'),
  })
  await user.click(await screen.findByRole('button', { name: 'Esci' }))
  await screen.findByText('Errore di logout')
  await screen.findByRole('button', { name: 'Inizia con €500' })
  expect(log).toHaveBeenCalledWith('Logout non riuscito', expect.anything())
  // The server did not end the session: the page reads it and shows this.
  await waitFor(() => expect(api.sent('GET /api/auth/user')).toHaveLength(2))
  await screen.findByRole('link', { name: 'Area Privata' })
})

test('A tab that still shows an earlier customer sends nothing for the current one', async () => {
  const { api, user } = openCustomer('/dashboard', progressOf(), {
    'PUT /api/user/progress': ({ headers }) =>
      headers.get('X-Customer') === String(marco.id)
        ? json(200, progressOf())
        : refused(401, 'Accesso richiesto'),
  })
  const complete = await screen.findAllByRole('button', { name: 'Segna come Completato' })
  api.answer({ 'GET /api/auth/user': () => json(200, marco) })
  await user.click(complete[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Accesso Richiesto' })
  expect(api.sent('PUT /api/user/progress')[0]?.headers.get('X-Customer')).toBe(String(giulia.id))
  await user.click(screen.getByRole('link', { name: 'Accedi' }))
  await screen.findByText(/Ciao Marco/)
})
