import type { Page } from 'playwright-core'
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
