import { screen, within } from '@testing-library/react'
import { json } from '../testing/api.ts'
import { allSteps, openCustomer, progressOf, saveCredentials, serveCustomer } from '../testing/customers.ts'
import { openPart } from '../testing/render.tsx'
import { ActivityPanel } from './activity.panel.tsx'

const activity = 'GET /api/user/activity'

function openActivity(...done: object[]) {
  serveCustomer(progressOf()).answer({ [activity]: () => json(200, done) })
  return openPart(<ActivityPanel />)
}

const lines = () =>
  screen.getAllByRole('listitem').map(line => within(line).getByRole('time').previousSibling?.textContent)

test('Activities are listed newest first, in Rome’s time', async () => {
  openActivity(
    { type: 'PlanActivated', at: '2026-11-21T23:30:00.000Z' },
    { type: 'AccountRegistered', at: '2026-07-01T08:05:00.000Z' },
  )
  await screen.findByText('Hai attivato il tuo piano')
  expect(lines()).toEqual(['Hai attivato il tuo piano', 'Hai creato il tuo account'])
  screen.getByText('22 nov 2026, 00:30')
  screen.getByText('1 lug 2026, 10:05')
})

test('Two events of one press are one line', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  openActivity(
    { type: 'SetupStepCompleted', at },
    { type: 'SetupStepCompleted', at },
    { type: 'SessionOpened', at },
  )
  await screen.findByText('Hai completato un passo della configurazione (2)')
  expect(lines()).toHaveLength(2)
})

test('Saved credentials appear in the activity at once', async () => {
  const { api, user } = openCustomer(
    '/dashboard',
    progressOf({ ...allSteps, step2_license_key: 'TBA-STORED' }),
    { 'POST /api/user/mt4-credentials': () => json(201, {}) },
  )
  await screen.findByText('Ancora nessuna attività.')
  api.answer({ [activity]: () => json(200, [{ type: 'CredentialsSaved', at: '2026-11-21T10:00:00.000Z' }]) })
  await saveCredentials(user, 'Aggiorna credenziali')
  await screen.findByText('Hai salvato le credenziali MT4/MT5')
})
