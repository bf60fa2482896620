import { screen, waitFor } from '@testing-library/react'
import { deferred, json, refused } from '../testing/api.ts'
import { giulia, openVisitor, progressOf, serveCustomer, serveVisitor } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'

const email = () => screen.findByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const submit = (name: string) => screen.getByRole('button', { name })

async function openRegister() {
  const user = openApp('/auth')
  await user.click(await screen.findByRole('tab', { name: 'Registrati' }))
  return user
}

test('Sign-in checks a field on blur, and only its e-mail field has the type email', async () => {
  const { user } = openVisitor('/auth')
  expect(await email()).toHaveProperty('type', 'email')
  await user.type(await email(), 'giulia')
  expect(screen.queryByText('Inserisci un indirizzo email valido')).toBeNull()
  await user.tab()
  await screen.findByText('Inserisci un indirizzo email valido')
  await user.type(password(), 'corta')
  await user.tab()
  await screen.findByText('Password richiesta')
})

test('Registration names each broken rule and sends nothing', async () => {
  const api = serveVisitor()
  const user = await openRegister()
  expect(await email()).toHaveProperty('type', 'text')
  await user.click(submit('Registrati'))
  await screen.findByText('Il nome deve contenere almeno 2 caratteri')
  screen.getByText('Il cognome deve contenere almeno 2 caratteri')
  screen.getByText('Inserisci un indirizzo email valido')
  screen.getByText('La password deve contenere almeno 6 caratteri')
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
  expect(api.sent('POST /api/register')).toEqual([])
})

test('The password can be shown and hidden', async () => {
  const { user } = openVisitor('/auth')
  await email()
  expect(password()).toHaveProperty('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Mostra password' }))
  expect(password()).toHaveProperty('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Nascondi password' }))
  expect(password()).toHaveProperty('type', 'password')
})

test('A wrong password shows the server’s message, and the form stays', async () => {
  const { user } = openVisitor('/auth', { 'POST /api/login': () => refused(401, 'Credenziali non valide') })
  await user.type(await email(), 'giulia@example.com')
  await user.type(password(), 'sbagliata')
  await user.click(submit('Accedi'))
  await screen.findByText('Errore di accesso')
  screen.getByText('401: Credenziali non valide')
  expect(submit('Accedi')).toHaveProperty('disabled', false)
})

test('Sign-in shows its own waiting text and leads to the dashboard', async () => {
  const api = serveCustomer(progressOf())
  const login = deferred()
  api.answer({ 'GET /api/auth/user': () => refused(401, 'no'), 'POST /api/login': login.answer })
  const user = openApp('/auth')
  await user.type(await email(), 'giulia@example.com')
  await user.type(password(), 'segreta')
  await user.click(submit('Accedi'))
  await waitFor(() => expect(submit('Accesso in corso...')).toHaveProperty('disabled', true))
  login.release(json(200, giulia))
  await screen.findByText('Accesso effettuato')
  screen.getByText('Benvenuto nella tua dashboard!')
  await screen.findByText('Ciao Giulia, benvenuto nella tua dashboard!')
  expect(api.sent('POST /api/login')[0]?.body).toEqual({ email: 'giulia@example.com', password: 'segreta' })
  expect(api.sent('GET /api/auth/user')).toHaveLength(1)
})

test('Registration refuses a taken address, otherwise opens an account and leads to the dashboard', async () => {
  const api = serveCustomer(null)
  const registration = deferred()
  api.answer({
    'GET /api/auth/user': () => refused(401, 'no'),
    'POST /api/register': () => refused(409, 'Email già registrata'),
  })
  const user = await openRegister()
  await user.type(screen.getByLabelText('Nome'), 'Giulia')
  await user.type(screen.getByLabelText('Cognome'), 'Bianchi')
  await user.type(await email(), ' giulia@example.com ')
  await user.type(password(), 'segreta')
  await user.click(submit('Registrati'))
  await screen.findByText('Errore di registrazione')
  screen.getByText('409: Email già registrata')
  api.answer({ 'POST /api/register': registration.answer })
  await user.click(await screen.findByRole('button', { name: 'Registrati' }))
  await waitFor(() => expect(submit('Registrazione in corso...')).toHaveProperty('disabled', true))
  registration.release(json(201, giulia))
  await screen.findByText('Registrazione completata')
  screen.getByText('Il tuo account è stato creato con successo!')
  await screen.findByRole('heading', { name: 'Benvenuto!' })
  const account = { email: 'giulia@example.com', firstName: 'Giulia', lastName: 'Bianchi' }
  expect(api.sent('POST /api/register').at(-1)?.body).toEqual({ ...account, password: 'segreta' })
})

test('The answer does not say whether the address is registered', async () => {
  const api = serveVisitor()
  const answer = deferred()
  api.answer({ 'POST /api/password/forgot': answer.answer })
  const user = openApp('/auth')
  await email()
  await user.click(submit('Password dimenticata?'))
  await screen.findByRole('heading', { name: 'Password dimenticata?' })
  await user.type(await email(), ' giulia@example.com ')
  await user.click(submit('Invia il link'))
  const waiting = await screen.findByRole('button', { name: 'Invio in corso...' })
  expect(waiting).toHaveProperty('disabled', true)
  answer.release(json(202, { ok: true }))
  const title = await screen.findByRole('heading', { name: 'Controlla la tua email' })
  expect(document.activeElement).toBe(title)
  expect(title.parentElement?.textContent).toContain(
    "Se giulia@example.com è un indirizzo registrato, sta arrivando un’e-mail con un link valido per un'ora.",
  )
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(api.bodies('POST /api/password/forgot')).toEqual([{ email: 'giulia@example.com' }])
})
