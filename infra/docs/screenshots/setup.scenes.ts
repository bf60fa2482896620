import type { Page } from 'playwright-core'
import {
  activateBot,
  brokerStep,
  choosePlan,
  completeSetup,
  completeSteps,
  linkSteps,
  register,
} from '../../tests/journeys/customer.ts'
import type { Scenes, Stage } from './scene.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A customer with a plan, under an address that no other picture has. */
async function customer({ page, take }: Stage, plan = 'professional', deposit = 1000): Promise<Page> {
  await register(page.context(), `anna-${take}@example.com`)
  await choosePlan(page.context(), plan, deposit)
  return page
}

async function underway(stage: Stage, steps: object = brokerStep): Promise<Page> {
  const page = await customer(stage)
  await completeSteps(page.context(), steps)
  await page.goto('/dashboard')
  await page.getByText('completato', { exact: false }).first().waitFor()
  return page
}

async function complete(stage: Stage): Promise<Page> {
  const page = await customer(stage)
  await completeSetup(page.context())
  return page
}

const unanswered = (page: Page, path: string) => page.route(path, () => undefined)
const refused = (page: Page, path: string) =>
  page.route(path, route => route.fulfill({ status: 503, json: { message: 'Servizio non disponibile' } }))
const panels = /\/api\/user\/(bots|mt4-credentials|activity)$/

/** An open dialog with what comes after its frame. */
async function whole(page: Page): Promise<Page> {
  await page.getByRole('dialog').waitFor()
  await page.locator('.after-paint').waitFor({ state: 'detached' })
  return page
}

/** The dialog that is opened by what bears this name. */
async function dialog(stage: Stage, opener: string | RegExp): Promise<Page> {
  const page = await underway(stage)
  await button(page, opener).click()
  return whole(page)
}

const states: Scenes = {
  async 'dashboard-loading'(stage) {
    const page = await customer(stage)
    await unanswered(page, '**/api/user/progress')
    await page.goto('/dashboard')
    await page.getByText('Caricamento…').waitFor()
    return 'loading'
  },
  async 'dashboard-ended'(stage) {
    const page = await underway(stage)
    await page.context().request.post('/api/logout')
    await page.getByText('Accesso Richiesto').waitFor()
  },
  async 'dashboard-welcome'({ page, take }) {
    await register(page.context(), `anna-${take}@example.com`)
    await page.goto('/dashboard')
    await page.getByText('Benvenuto!').waitFor()
  },
  async 'dashboard-unavailable'(stage) {
    const page = await customer(stage)
    await refused(page, '**/api/user/progress')
    await page.goto('/dashboard')
    await button(page, 'Riprova').waitFor()
  },
  setup: stage => underway(stage),
  'setup-linked': stage => underway(stage, { ...brokerStep, ...linkSteps }),
  async dashboard(stage) {
    const page = await complete(stage)
    await page.goto('/dashboard')
    await page.getByText('Hai attivato un bot').waitFor()
  },
  async 'dashboard-waiting'(stage) {
    const page = await complete(stage)
    await page.route(panels, () => undefined)
    await page.goto('/dashboard')
    await page.locator('.skeleton').nth(2).waitFor()
    return 'loading'
  },
  async 'dashboard-failed'(stage) {
    const page = await complete(stage)
    await page.route(panels, route =>
      route.fulfill({ status: 503, json: { message: 'Servizio non disponibile' } }),
    )
    await page.goto('/dashboard')
    await button(page, 'Riprova').nth(2).waitFor()
  },
  async 'dashboard-long'(stage) {
    const { page, take } = stage
    await register(
      page.context(),
      `una.persona.con.un.indirizzo.molto.lungo.${take}@example.com`,
      'Wolfeschlegelsteinhausenbergerdorffwelche',
    )
    await choosePlan(page.context(), 'elite', 3000)
    await completeSetup(page.context())
    for (const strategyName of [
      'Precipitevolissimevolmentesupercalifragilistiche',
      'Strategia prudente di lungo periodo su coppie maggiori, con chiusura serale',
    ])
      await activateBot(page.context(), strategyName)
    await page.goto('/dashboard')
    await button(page, /^Mostra tutte/).click()
  },
}

const dialogs: Scenes = {
  'dialog-credentials': stage => dialog(stage, 'Autentica MT4/MT5'),
  async 'dialog-credentials-errors'(stage) {
    const page = await dialog(stage, 'Autentica MT4/MT5')
    await button(page, 'Salva Credenziali').click()
    await page.getByText('Server richiesto').waitFor()
  },
  async 'dialog-bots'(stage) {
    const page = await customer(stage, 'starter', 500)
    await page.goto('/dashboard')
    await button(page, 'Aggiungi Bot').click()
    await whole(page)
  },
  'dialog-settings': stage => dialog(stage, /^Impostazioni Bot/),
  'dialog-support': stage => dialog(stage, /^Centro Supporto/),
  'dialog-monitoring': stage => dialog(stage, /^Monitoring in Tempo Reale/),
}

const toasts: Scenes = {
  async 'toast-done'(stage) {
    const page = await underway(stage)
    await button(page, /^Completa Verifica/).click()
    await page.getByText('Progresso aggiornato').first().waitFor()
  },
  async 'toast-failed'(stage) {
    const page = await dialog(stage, 'Aggiungi Bot')
    await refused(page, '**/api/user/bots')
    await button(page, 'Scalping Bot: Attiva Bot').click()
    await page.getByText("Errore nell'attivazione").first().waitFor()
  },
}

export const scenes: Scenes = { ...states, ...dialogs, ...toasts }
