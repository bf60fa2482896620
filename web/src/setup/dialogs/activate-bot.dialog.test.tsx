import { depositEuro, type Plan, plan } from '@tba/events/setup/plans.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { json, refused } from '../../testing/api.ts'
import { botOf, openCustomer, progressOf, serveCustomer } from '../../testing/customers.ts'
import { openApp, openPart } from '../../testing/render.tsx'
import ActivateBotDialog from './activate-bot.dialog.tsx'

const planned = (name: Plan) => progressOf({ plan: name, deposit: depositEuro[name] })

describe('A bot whose minimum the budget does not reach cannot be activated', () => {
  test.each(plan.options)('%s', async name => {
    serveCustomer(planned(name))
    openPart(<ActivateBotDialog close={() => {}} budgetEuro={depositEuro[name]} />)
    await screen.findByRole('button', { name: /^Scalping Bot/ })
    const refusedBots = screen.queryAllByRole('button', { name: /Deposito insufficiente/ })
    expect(refusedBots.map(button => button.getAttribute('aria-label'))).toEqual(
      name === 'starter' ? ['Swing Trading Bot: Deposito insufficiente'] : [],
    )
    for (const button of refusedBots) expect(button).toHaveProperty('disabled', true)
  })
})

describe('A bot gets the budget, up to twice its minimum', () => {
  test.each([
    ['starter', 'Scalping Bot', 500],
    ['professional', 'Swing Trading Bot', 1000],
    ['elite', 'Swing Trading Bot', 2000],
    ['elite', 'Conservative Bot', 1000],
  ] as const)('%s, %s: %i euro', async (name, bot, allocatedAmount) => {
    const api = serveCustomer(planned(name))
    const active: unknown[] = []
    api.answer({
      'GET /api/user/bots': () => json(200, active),
      'POST /api/user/bots': ({ body }) => {
        active.push(botOf(body as object))
        return json(201, active[0])
      },
    })
    const user = openApp('/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
    await user.click(await screen.findByRole('button', { name: `${bot}: Attiva Bot` }))
    await screen.findByText('Bot attivato!')
    await screen.findByRole('heading', { name: bot })
    expect(api.sent('POST /api/user/bots')[0]?.body).toMatchObject({ strategyName: bot, allocatedAmount })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('A refused bot shows an error without the server’s words', async () => {
  const { user } = openCustomer('/dashboard', planned('elite'), {
    'POST /api/user/bots': () => refused(409, 'Deposito insufficiente'),
  })
  await user.click(await screen.findByRole('button', { name: 'Aggiungi Bot' }))
  await user.click(await screen.findByRole('button', { name: 'Scalping Bot: Attiva Bot' }))
  await screen.findByText("Errore nell'attivazione")
  screen.getByText('Si è verificato un errore.')
  screen.getByRole('dialog')
})
