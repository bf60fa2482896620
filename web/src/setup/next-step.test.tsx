import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { held, json, refused } from '../testing/api.ts'
import { allDone, giveCredentials, openCustomer, progressOf, serveCustomer } from '../testing/customers.ts'
import { openApp } from '../testing/render.tsx'
// Compiled before the first test's time runs: the page asks for them on demand.
import './dialogs/credentials.dialog.tsx'
import './dashboard.page.tsx'

const put = 'PUT /api/user/progress'
const twoA = { step1_broker_account: true, step2_mt4_authenticated: true }

const hasFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

async function press(user: ReturnType<typeof openApp>, step: RegExp, name: string) {
  const heading = await screen.findByRole('heading', { name: step })
  await user.click(within(heading.closest('li') as HTMLElement).getByRole('button', { name }))
}

test('The broker step done, the focus goes on to the authentication, and after its dialog to the security check', async () => {
  const { user } = openCustomer('/dashboard', progressOf(), {
    'POST /api/user/mt4-credentials': () => json(201, {}),
  })
  await press(user, /Apri il conto/, 'Segna come Completato')
  await hasFocus('Autentica MT4/MT5')
  await giveCredentials(user)
  await screen.findByText('75%')
  await hasFocus('Completa Verifica (Demo)')
})

test('The last step done, the focus is on the news that the bot starts', async () => {
  const { user } = openCustomer('/dashboard', progressOf({ ...allDone, step3_security_verified: false }))
  await press(user, /Verifica/, 'Completa Verifica (Demo)')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Configurazione completata' })),
  )
})

test('A step that failed leaves the focus where it was, for the next try', async () => {
  const api = serveCustomer(progressOf(twoA))
  const answer = held()
  api.answer({ [put]: answer.answer })
  const user = openApp('/dashboard')
  await press(user, /Collegamento/, 'Segna come Completato')
  expect(screen.getByRole('button', { name: 'Segna come Completato' })).toHaveProperty('disabled', true)
  answer.release(refused(503, 'Servizio non disponibile'))
  await screen.findByText("Errore nell'aggiornamento del progresso.")
  await hasFocus('Segna come Completato')
})

test('Saved credentials are not needed again if completing the step fails', async () => {
  const api = serveCustomer(progressOf({ step1_broker_account: true }))
  const serves = api.routeOf(put)
  api.answer({
    'POST /api/user/mt4-credentials': () => json(201, {}),
    [put]: () => refused(503, 'Servizio non disponibile'),
  })
  const user = openApp('/dashboard')
  await giveCredentials(user)
  await screen.findByText("Errore nell'aggiornamento del progresso.")
  expect(screen.queryByRole('dialog')).toBeNull()
  api.answer({ [put]: serves })
  await press(user, /Autenticazione MT4/, 'Segna come Completato')
  await screen.findByText('75%')
  expect(api.sent('POST /api/user/mt4-credentials')).toHaveLength(1)
  const [first, second] = api.sent(put).map(({ body }) => body)
  expect(second).toEqual(first)
  await hasFocus('Completa Verifica (Demo)')
})
