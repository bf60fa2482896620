import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { hostile } from './collected.ts'
import { atTheConsole } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()
let setup: string
let account: string
const visit = `visit-session_${Date.now()}_lunga`
const clicks = 250

beforeAll(async () => {
  account = await customerWhoChangesTheirMind()
  setup = `setup-${account}`
  await longVisit()
})

async function sent(method: string, path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', origin: product.url, cookie }
  const answer = await fetch(`${product.url}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function customerWhoChangesTheirMind(): Promise<string> {
  const person = {
    email: 'anna.cambia@example.com',
    password: 'segreta-di-prova',
    firstName: 'Anna',
    lastName: 'Bianchi',
  }
  const registered = await sent('POST', '/api/register', person)
  const cookie = registered.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
  await sent('POST', '/api/user/progress', { plan: 'starter', deposit: 500 }, cookie)
  await sent('PUT', '/api/user/progress', { step1_broker_account: true }, cookie)
  await sent('PUT', '/api/user/progress', { step1_broker_link: 'https://broker.example.com/anna' }, cookie)
  const bot = { botType: 'scalping', strategyName: 'Per Anna', allocatedAmount: 500 }
  await sent('POST', '/api/user/bots', bot, cookie)
  await sent('PUT', '/api/user/progress', { step1_broker_account: false }, cookie)
  await sent('POST', '/api/user/progress', { plan: 'elite', deposit: 3000 }, cookie)
  const claims = await product.recorded({ type: 'EmailClaimed' })
  return String(claims.at(-1)?.data.accountId)
}

/** Of somebody who writes what they should not into every field that they reach. */
async function longVisit() {
  const sessionId = visit.replace('visit-', '')
  for (let from = 0; from < clicks; from += 50) {
    const events = Array.from({ length: 50 }, (_, at) => ({
      ...{ kind: 'interaction', clientId: randomUUID(), sessionId, eventType: 'button_click' },
      ...{ elementId: hostile, elementText: `${hostile} ${from + at}`, page: `/${hostile}` },
    }))
    await sent('POST', '/api/tracking/batch', { events })
  }
}

const newPage = () => atTheConsole(product.url)
const soon = { timeout: 60_000, interval: 100 }
const addressOf = (stream: string) => `/admin/streams/${encodeURIComponent(stream)}`
const entries = (page: Page) => page.locator('.timeline-entry header button').allTextContents()
const current = (page: Page) => page.locator('.timeline-entry button[aria-current]').textContent()
const plan = (page: Page) => page.locator('.state-panel .event-data > div').first().textContent()

test('an administrator reads how a setup came to be as it is, and how it was at any time', async () => {
  const page = await newPage()
  await page.goto(addressOf(setup))
  await page.getByText('6 eventi').waitFor()
  expect(await entries(page)).toEqual([
    ...['5 Piano cambiato', '4 Passo riaperto', '3 Bot attivato', '2 Annotazione su un passo'],
    ...['1 Passo completato', '0 Piano attivato'],
  ])
  expect(await plan(page)).toBe('planelite')
  const changed = page.locator('.timeline-entry', { hasText: 'Piano cambiato' })
  expect(await changed.locator('del').first().textContent()).toBe('Prima: starter')
  expect(await changed.locator('ins').first().textContent()).toBe('Dopo: elite')
  await page.locator('.timeline-entry', { hasText: 'Annotazione' }).getByText('sigillato').first().waitFor()
  expect(await page.locator('main').textContent()).not.toContain('broker.example.com')

  await page.getByRole('button', { name: '1 Passo completato' }).click()
  await page.waitForURL('**?asOf=1')
  expect(await plan(page)).toBe('planstarter')
  await page.getByText('1 di 5').waitFor()
  await page.reload()
  await expect.poll(() => plan(page), soon).toBe('planstarter')
  expect(await page.locator('[data-place=later]').count()).toBe(4)
  await page.getByRole('button', { name: 'Torna all’ultima' }).click()
  await expect.poll(() => plan(page), soon).toBe('planelite')
  await expect.poll(() => page.url(), soon).not.toContain('asOf')
})

test('the timeline is used by the keyboard alone', async () => {
  const page = await newPage()
  await page.goto(addressOf(setup))
  const { keyboard } = page
  await page.getByText('6 eventi').waitFor()
  await keyboard.press('j')
  await keyboard.press('j')
  await expect.poll(() => current(page), soon).toBe('3 Bot attivato')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe('3 Bot attivato')
  await keyboard.press('ArrowDown')
  await expect.poll(focused, soon).toBe('2 Annotazione su un passo')
  await keyboard.press('k')
  await page.waitForURL('**?asOf=3')
  await page.getByRole('slider').focus()
  await keyboard.press('Home')
  await expect.poll(() => current(page), soon).toBe('0 Piano attivato')
  await keyboard.press('ArrowRight')
  await expect.poll(() => current(page), soon).toBe('1 Passo completato')
  await page.goBack()
  expect(page.url()).not.toContain('asOf')
})

test('a long visit is scrolled through, and what its visitor wrote stays text', async () => {
  const page = await newPage()
  await page.goto(addressOf(visit))
  await page.getByText(`${clicks + 1} eventi`).waitFor()
  for (let presses = 0; presses < 40; presses++) await page.keyboard.press('j')
  await expect.poll(() => current(page), soon).toMatch(new RegExp(`^${clicks - 40} `))
  await page.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect.poll(() => page.locator('.state-panel').textContent(), soon).toContain('dopo la revisione 0')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: /^0 Visita iniziata/ }).waitFor()
  await page.getByText(hostile).first().waitFor()
  expect(await page.locator('main :is(img, script, a[href^=javascript])').count()).toBe(0)
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
})

test('from a setup one comes to the account, and back', async () => {
  const page = await newPage()
  await page.goto(addressOf(setup))
  await page.getByRole('link', { name: 'Account' }).click()
  await page.waitForURL(`**/admin/streams/account-${account}`)
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  await page.getByText('Registrazione').waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/anna\.cambia@|Bianchi|argon2/)
  await page.getByRole('link', { name: 'Configurazione' }).click()
  await page.waitForURL(`**/admin/streams/${setup}`)
  await expect.poll(() => plan(page), soon).toBe('planelite')
})
