import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { collectSome } from './collected.ts'
import { atTheConsole } from './device.ts'
import { lookOf, wear } from './looks.ts'
import { monthFunnel, monthProduct } from './shared.ts'
import { expectOpenToAll } from './violations.ts'

const product = await monthProduct()
/** Of a visitor who registered, and of the account that they made. */
let visit: string
let account: string

beforeAll(async () => {
  // A month of few visits may have neither leads nor questionnaires.
  await collectSome(product.url)
  const [row] = await product.rows(
    'select "sessionId" as id from read.visits where "registeredAt" is not null order by 1 limit 1',
  )
  visit = String(row?.id)
  const erased = (await product.recorded({ type: 'AccountErased' })).map(({ stream }) => stream)
  const registered = await product.recorded({ type: 'AccountRegistered' })
  account = registered.map(({ stream }) => stream).find(stream => !erased.includes(stream)) ?? ''
})

async function newPage(at: number): Promise<Page> {
  const page = await atTheConsole(product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { width, theme } = lookOf(at)
  await page.setViewportSize({ width, height: 900 })
  await wear(page, theme)
  return page
}

type Scene = {
  /** Behind /admin/. */
  url: string
  /** What is there once the scene is. */
  shows: string
  /** What is done before the page is opened, and before it is looked at. */
  before?: (page: Page) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const funnel = `funnels?${monthFunnel}`
const openFirst = async (page: Page) => {
  await page.locator('.ledger .link-button').first().click()
  await page.locator('.drawer .facts').first().waitFor()
}

/** Projections of which one is built, one waits and could not be rebuilt, and the copy is built as well. */
const troubled = (page: Page) =>
  page.route('**/api/admin/projections', async route => {
    const answer = await route.fetch()
    const { projections, analytics } = await answer.json()
    const [first, second, ...others] = projections
    const build = { version: 4, done: 12_345, percent: 42.5, eventsPerSecond: 2_000, secondsLeft: 95 }
    const [since, eventId] = ['2026-11-21T23:30:15Z', '0b1f5a52-3c3d-4b7b-8a41-0c9f9a3b0b02']
    const event = { stream: `visit-${eventId}`, eventId, type: 'LeadSubmitted', revision: 3 }
    const parked = [{ ...event, error: 'ZodError: …', tries: 5, since, asked: null }]
    const shown = [
      { ...first, state: 'building', build },
      { ...second, state: 'parked', parked, failedRebuild: { at: since, error: 'It cannot be folded' } },
      ...others,
    ]
    const copy = { ...analytics, state: 'rebuilding', progress: 0.43 }
    await route.fulfill({ response: answer, json: { projections: shown, analytics: copy, next: null } })
  })

const replayed = JSON.stringify({
  ...{ by: 'visit', from: '2020-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z', windowSeconds: 3_600 },
  steps: [{ event: 'VisitStarted' }, { event: 'InteractionTracked' }],
})

const scenes: Record<string, () => Scene> = {
  'the visits': () => ({ url: 'visits', shows: '.ledger tbody tr' }),
  'visits by filters': () => ({ url: 'visits?converted=true&device=desktop&page=%2F', shows: '.ledger tr' }),
  'a filter without an end': () => ({ url: `visits?referrer=${'x'.repeat(600)}`, shows: '.list-empty' }),
  'a visit': () => ({ url: `visits/${visit}?t=1`, shows: '.visit-line' }),
  'the overview': () => ({
    url: 'overview?period=30d',
    shows: '.recharts-line-curve',
    act: page => page.getByText('Tabella dei giorni').click(),
  }),
  'an overview of own days': () => ({
    url: 'overview?from=2020-01-01&to=2020-01-08&page=%2F&bots=true',
    shows: '.list-empty',
  }),
  'a tree of paths': () => ({
    url: 'paths?depth=4',
    shows: '.path-box',
    act: page => page.getByText('Come si conta').click(),
  }),
  'the visits of a branch': () => ({
    url: 'paths?depth=4',
    shows: '.path-box',
    async act(page) {
      await page.locator('.path-box').locator('visible=true').first().click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  }),
  'the weeks of retention': () => ({
    url: 'retention?action=InteractionTracked',
    shows: '.heat-cell',
    act: page => page.getByText('Come si conta').click(),
  }),
  'a counted funnel': () => ({
    url: funnel,
    shows: '.bar-button',
    act: page => page.getByRole('table', { name: /^Gli stessi passi/ }).waitFor(),
  }),
  'who was lost from a funnel': () => ({ url: `${funnel}&open=dropped-1`, shows: '.drawer .instead li' }),
  'a timeline': () => ({ url: `streams/${account}?asOf=0`, shows: '.timeline-entry' }),
  'a long timeline': () => ({ url: `streams/visit-${visit}`, shows: '.timeline-entry' }),
  'a stream that is not there': () => ({ url: 'streams/visit-nessuna', shows: 'main [role=alert]' }),
  'an event that is about to be opened': () => ({
    url: 'events?type=LeadSubmitted',
    shows: '.event-line',
    async act(page) {
      await page.locator('.event-line').first().click()
      await button(page, 'Apri i dati sigillati…').click()
      await page.getByLabel('Motivo').waitFor()
    },
  }),
  'the types of events': () => ({
    url: 'events',
    shows: '.event-line',
    async act(page) {
      await button(page, 'Tipo').click()
      await page.getByRole('option').first().waitFor()
    },
  }),
  'a period of events': () => ({
    url: 'events',
    shows: '.event-line',
    async act(page) {
      await page.getByRole('combobox', { name: 'Periodo' }).selectOption('Date scelte')
      await page.getByLabel('Dal giorno').waitFor()
    },
  }),
  'the keys': () => ({
    url: 'events',
    shows: '.event-line',
    async act(page) {
      await page.locator('.event-grid table').focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Tasti' }).waitFor()
    },
  }),
  'a customer who is about to be erased': () => ({
    url: `customers/${account.replace('account-', '')}`,
    shows: 'main h1',
    async act(page) {
      await button(page, 'Cancella cliente').click()
      await page.getByLabel('Conferma').fill('x')
    },
  }),
  'a lead': () => ({ url: 'leads', shows: '.ledger tbody tr', act: openFirst }),
  'a questionnaire': () => ({ url: 'questionnaires', shows: '.ledger tbody tr', act: openFirst }),
  'projections in trouble': () => ({ url: 'projections', shows: 'progress', before: troubled }),
  'what skipping loses': () => ({
    ...{ url: 'projections', shows: 'progress', before: troubled },
    async act(page) {
      await button(page, /^Salta/).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  'a funnel that is played again': () => ({
    url: `replays?${new URLSearchParams({ mode: 'funnel', definition: replayed })}`,
    shows: 'main h1',
    async act(page) {
      await button(page, 'Rigioca').press('Enter')
      await page.getByRole('table', { name: 'Rigiocato e dal vivo, passo per passo' }).waitFor()
    },
  }),
  'the replays': () => ({ url: 'replays', shows: 'main h1' }),
  'the ledger': () => ({ url: 'audit', shows: 'tbody tr' }),
  'an empty ledger': () => ({ url: 'audit?what=opened', shows: 'main h1' }),
}

test.each(Object.keys(scenes).map((name, at) => [at, name] as const))(
  '%i: %s keeps nobody out',
  async (at, name) => {
    const page = await newPage(at)
    const { url, shows, before, act } = (scenes[name] as () => Scene)()
    await before?.(page)
    await page.goto(`/admin/${url}`)
    await page.locator(shows).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.waiting, .skeleton'))
    await act?.(page)
    await expectOpenToAll(page, name)
  },
)

test.each([
  [0, 'events'],
  [1, 'visits'],
])('%i: the page %s keeps nobody out when it cannot be read', async (at, name) => {
  const page = await newPage(at)
  await page.route(new RegExp(`/api/admin/${name}\\?`), route => route.fulfill({ status: 500 }))
  await page.goto(`/admin/${name}`)
  await button(page, 'Riprova').waitFor()
  await expectOpenToAll(page, name)
})
