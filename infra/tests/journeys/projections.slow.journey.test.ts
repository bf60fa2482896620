import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectSome } from './collected.ts'
import { toast } from './console.ts'
import { atTheConsole } from './device.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { violations } from './violations.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
  await collectSome(product.url)
})
afterAll(() => product.stop())

const schemaOf = async (name: string) =>
  (await product.rows(`select schema from projector.checkpoints where projection = '${name}'`))[0]?.schema
const head = (page: Page) => page.locator('.console-pages [role=status]')
const soon = { timeout: 60_000, interval: 100 }

test('an administrator has a projection folded anew by keyboard alone, and finds in the ledger that they did', async () => {
  const page = await atTheConsole(product.url)
  const before = await schemaOf('settings')
  const nav = page.getByRole('navigation', { name: 'Stanze della console' })
  await nav.getByRole('link', { name: 'Proiezioni' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /settings/ }).waitFor()
  await page.getByRole('button', { name: 'Ricostruisci settings' }).focus()
  await page.keyboard.press('Enter')
  await toast(page, 'Ricostruzione richiesta').waitFor()
  await expect.poll(() => schemaOf('settings'), soon).not.toBe(before)
  await nav.getByRole('link', { name: 'Registro' }).focus()
  await page.keyboard.press('Enter')
  const done = page.getByRole('row', { name: /Ricostruzione/ }).first()
  await done.waitFor()
  expect(await done.textContent()).toContain('admin@example.com')
  await page.getByLabel('Che cosa').selectOption('Ricostruzione')
  await page.waitForURL('**/admin/audit?what=rebuilt')
  await expect.poll(() => page.getByRole('row').count(), soon).toBe(2)
  await page.reload()
  await done.waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})

test('a projection that stands still is named at the head of the dashboard within seconds, and as soon goes on', async () => {
  const page = await atTheConsole(product.url)
  await expect.poll(() => head(page).textContent(), soon).toBe('Letture al passo')
  // Somebody’s session that forgot its end: it lets nobody write.
  const held = product
    .rows(`begin; lock table ${await schemaOf('leads')}.leads in share mode; select pg_sleep(120)`)
    .catch(() => {})
  const holding = `from pg_stat_activity where query like 'begin; lock table %' and pid <> pg_backend_pid()`
  await expect
    .poll(() => product.rows(`select 1 ${holding} and wait_event = 'PgSleep'`), soon)
    .toHaveLength(1)
  const lead = { name: 'Anna Bianchi', email: 'anna@example.com', plan: 'starter', deposit: '500' }
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(lead) }
  expect((await fetch(`${product.url}/api/leads`, sent)).status).toBe(201)
  const link = head(page).getByRole('link')
  await link.waitFor({ timeout: 20_000 })
  expect(await link.textContent()).toMatch(/^Proiezioni ferme: /)
  expect(await violations(page)).toEqual([])
  await link.click()
  await page.getByRole('heading', { name: 'Proiezioni' }).waitFor()
  await page.getByRole('row', { name: /leads Ferma/ }).waitFor()
  await product.rows(`select pg_terminate_backend(pid) ${holding}`)
  await held
  await expect.poll(() => head(page).textContent(), soon).toBe('Letture al passo')
})
