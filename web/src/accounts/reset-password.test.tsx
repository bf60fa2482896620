import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { BrowserRouter } from 'react-router-dom'
import { App } from '../app.tsx'
import { brand } from '../content/brand.ts'
import { json, refused } from '../testing/api.ts'
import { serveVisitor } from '../testing/customers.ts'

const reset = 'POST /api/password/reset'
const password = () => screen.findByLabelText('Nuova password')
const save = () => screen.getByRole('button', { name: 'Salva la nuova password' })

/** Opens the page with a real address bar, which the link needs. */
function openLink(fragment: string) {
  history.replaceState(null, '', `/reset-password${fragment}`)
  render(
    <Provider>
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
    </Provider>,
  )
  return userEvent.setup()
}

afterEach(() => history.replaceState(null, '', '/'))

test('The link’s token leaves the address bar at once and stays out of the history', async () => {
  serveVisitor()
  const entries = history.length
  openLink('#token=abc.def')
  await password()
  await waitFor(() => expect(location.hash).toBe(''))
  expect(location.pathname).toBe('/reset-password')
  expect(history.length).toBe(entries)
  expect(document.title).toBe(`Nuova password · ${brand.name}`)
})

test('An expired link shows the server’s message, and a new link can be requested', async () => {
  const api = serveVisitor()
  const message = 'Il link non è valido o è scaduto. Richiedine uno nuovo.'
  api.answer({
    [reset]: () => refused(400, message),
    'POST /api/password/forgot': () => json(202, { ok: true }),
  })
  const user = openLink('#token=vecchio')
  await user.type(await password(), 'nuovissima')
  await user.click(save())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(message)
  expect(document.activeElement).toBe(alert)
  expect(screen.queryByLabelText('Nuova password')).toBeNull()
  await user.type(screen.getByLabelText('Email'), 'giulia@example.com')
  await user.click(screen.getByRole('button', { name: 'Invia il link' }))
  await screen.findByRole('heading', { name: 'Controlla la tua email' })
  expect(api.sent('POST /api/password/forgot')[0]?.body).toEqual({ email: 'giulia@example.com' })
})

test('A password that is easy to guess is refused at its field, and the link stays', async () => {
  const message = 'Questa password è tra le più usate: scegline un’altra'
  serveVisitor().answer({ [reset]: () => json(400, { message, issues: [{ path: 'password', message }] }) })
  const user = openLink('#token=abc.def')
  await user.type(await password(), '123456')
  await user.click(save())
  await screen.findByText(message)
  expect((await password()).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(await password())
})

test('An address without a token shows a message and offers a new link', async () => {
  serveVisitor()
  const user = openLink('#token=')
  expect((await screen.findByRole('alert')).textContent).toContain('non contiene un link valido')
  screen.getByRole('heading', { name: 'Richiedi un nuovo link' })
  expect(screen.queryByLabelText('Nuova password')).toBeNull()
  await user.click(screen.getByRole('link', { name: "Torna all'accesso" }))
  await screen.findByRole('tab', { name: 'Accedi' })
})
