import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openKeys } from '../../start/local/keys.ts'
import { badTokens } from '../support/tokens.ts'
import { signInToConsole, toast } from './console.ts'
import { atTheConsole, newDevice, newPage } from './device.ts'
import { administrator, type RunningProduct, startProduct } from './product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const soon = { timeout: 60_000, interval: 100 }
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('admin_token'))
const signInShown = (page: Page) => page.getByRole('heading', { name: 'Accesso amministratori' }).waitFor()

async function newToken(): Promise<string> {
  const answer = await fetch(`${product.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  return ((await answer.json()) as { token: string }).token
}

async function openWith(page: Page, token: string) {
  await page.goto('/admin/login')
  await page.evaluate(value => localStorage.setItem('admin_token', value), token)
  await page.goto('/admin/dashboard')
}

describe('a token', () => {
  test('that is good opens the console, and sign-in leads straight there', async () => {
    const page = await newPage(product.url)
    await openWith(page, await newToken())
    await page.getByRole('heading', { name: 'Cruscotto' }).waitFor()
    await page.goto('/admin/login')
    await page.waitForURL('**/admin/dashboard')
  })

  test('that is forged, expired or ended elsewhere is removed, and sign-in stands there', async () => {
    const { jwt } = openKeys(product.dataDir, { dataExists: true })
    const bad = badTokens(await newToken(), jwt)
    const ended = await newToken()
    const authorization = `Bearer ${ended}`
    const left = await fetch(`${product.url}/api/admin/logout`, {
      method: 'POST',
      headers: { authorization },
    })
    expect(left.status).toBe(200)
    const page = await newPage(product.url)
    for (const token of [bad.expired, bad['signed with another key'], bad['that is no token'], ended]) {
      if (!token) throw new Error('there is no such token')
      await openWith(page, token)
      await page.getByText('La sessione è terminata').waitFor()
      expect(await kept(page)).toBeNull()
    }
  })

  test('that is missing leads to sign-in, and from there to what was asked for', async () => {
    const page = await newPage(product.url)
    await page.goto('/admin/dashboard?scheda=analytics')
    await signInShown(page)
    expect(await page.getByText('La sessione è terminata').count()).toBe(0)
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password', { exact: true }).fill(administrator.password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await page.waitForURL('**/admin/dashboard?scheda=analytics')
  })

  test('that one tab signs out of is gone in the other, and for the server too', async () => {
    const context = await newDevice(product.url)
    const [page, other] = [await context.newPage(), await context.newPage()]
    await signInToConsole(page)
    await other.goto('/admin/dashboard')
    await other.getByText('Nessun questionario, finora').waitFor()
    const authorization = `Bearer ${await kept(page)}`
    await page.getByRole('button', { name: 'Esci' }).click()
    await page.waitForURL(`${product.url}/`)
    await toast(page, 'Disconnesso').waitFor()
    await signInShown(other)
    const read = () => fetch(`${product.url}/api/admin/dashboard`, { headers: { authorization } })
    await expect.poll(async () => (await read()).status, soon).toBe(401)
    await page.goBack()
    await signInShown(page)
  })
})

test('wrong credentials and a silent server are told apart at sign-in, and what was typed stays', async () => {
  const page = await newPage(product.url)
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill('sbagliata')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await toast(page, 'Errore di accesso').getByText('Credenziali non valide', { exact: true }).waitFor()
  await page.route('**/api/admin/login', route => route.abort())
  await page.getByRole('button', { name: 'Accedi' }).click()
  await toast(page, 'Impossibile connettersi al server').getByText('Errore', { exact: true }).waitFor()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('sbagliata')
})

const refused = (route: Route) => route.fulfill({ status: 500, json: { message: 'Errore interno' } })
const lost = (route: Route) => route.abort()

test.each([
  ['a server that fails', refused, 'Impossibile caricare i dati'],
  ['no network', lost, 'Errore di connessione'],
])('with %s the console says so in each part, and reads again', async (_what, answer, text) => {
  const page = await atTheConsole(product.url)
  await page.goto('/admin/dashboard?scheda=impostazioni')
  await page.getByLabel('ID di misurazione').waitFor()
  await page.route(/\/api\/admin\/(dashboard|daily|settings)$/, answer)
  await page.reload()
  await toast(page, text).getByText('Errore', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: text }).count(), soon).toBe(2)
  await page.getByRole('tab', { name: 'Questionari' }).click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: text }).count(), soon).toBe(2)
  await page.unrouteAll()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Riprova' }).click()
  await page.getByText('Nessun questionario, finora').waitFor()
})

test.each([
  ['a server that fails', refused],
  ['no network', lost],
])('with %s an export and the settings say so, and nothing is lost', async (_what, answer) => {
  const page = await atTheConsole(product.url)
  await page.getByText('Nessun questionario, finora').waitFor()
  await page.route(/\/api\/admin\/(export|settings\/ga)/, answer)
  await page.getByRole('button', { name: 'Esporta CSV' }).click()
  await toast(page, 'Impossibile esportare i dati').getByText('Errore', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Impostazioni' }).click()
  await page.getByLabel('ID di misurazione').fill('G-PERSO123')
  await page.getByRole('button', { name: 'Salva' }).click()
  await toast(page, 'Impossibile salvare le impostazioni').getByText('Errore', { exact: true }).waitFor()
  expect(await page.getByLabel('ID di misurazione').inputValue()).toBe('G-PERSO123')
})

test('settings whose answer is lost are saved once, also after a second press', async () => {
  const page = await atTheConsole(product.url)
  await page.getByRole('tab', { name: 'Impostazioni' }).click()
  await page.route('**/api/admin/settings/ga', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByLabel('ID di misurazione').fill('G-UNAVOLTA1')
  await page.getByRole('button', { name: 'Salva' }).click()
  await toast(page, 'Impossibile salvare le impostazioni').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Salva' }).click()
  await toast(page, 'Impostazioni salvate').waitFor()
  const changes = await product.recorded({ type: 'MeasurementIdChanged' })
  expect(changes.filter(({ data }) => data.measurementId === 'G-UNAVOLTA1')).toHaveLength(1)
})

test('a session that ends while the console is open ends with the next press', async () => {
  const page = await atTheConsole(product.url)
  await page.getByText('Nessun questionario, finora').waitFor()
  const authorization = `Bearer ${await kept(page)}`
  await fetch(`${product.url}/api/admin/logout`, { method: 'POST', headers: { authorization } })
  await page.getByRole('button', { name: 'Esporta CSV' }).click()
  await page.getByText('La sessione è terminata').waitFor()
  expect(await kept(page)).toBeNull()
})
