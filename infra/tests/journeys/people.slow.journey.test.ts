import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectSome, hostile } from './collected.ts'
import { toast } from './console.ts'
import { atTheConsole } from './device.ts'
import { settleCustomers } from './people.ts'
import { type RunningProduct, startProduct } from './product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
  await settleCustomers(product.url)
  await collectSome(product.url)
})
afterAll(() => product.stop())

const newPage = () => atTheConsole(product.url)
const rows = (page: Page) => page.locator('.ledger tbody tr')
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

test('a customer is found as one types, read, taken along and erased', async () => {
  const page = await newPage()
  await page.getByRole('navigation', { name: 'Stanze della console' }).getByText('Clienti').click()
  await expect.poll(() => rows(page).count()).toBe(4)
  await page.getByRole('searchbox').fill('BIANCHÌ niccolo')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.waitForURL(/\?q=/)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Piano' }).selectOption('starter')
  await page.getByText('Nessuno corrisponde a questa ricerca.').waitFor()
  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await page.getByRole('combobox', { name: 'Stato' }).selectOption('in-progress')
  await link(page, 'Niccolò Bianchi').click()

  await page.getByRole('heading', { name: 'Niccolò Bianchi' }).waitFor()
  await page.getByText('Elite, deposito di').waitFor()
  await page.getByRole('table', { name: 'Visite' }).getByText('/dashboard').waitFor()
  expect(await page.content()).not.toContain('password-del-broker')
  expect(await link(page, /^Cronologia della visita/).getAttribute('href')).toMatch(
    /^\/admin\/streams\/visit-/,
  )

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Esporta dati' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^cliente_\d+_\d{4}-\d\d-\d\d\.json$/)

  await page.getByRole('button', { name: 'Cancella cliente' }).click()
  const confirm = page.getByRole('button', { name: 'Cancella definitivamente' })
  await page.getByLabel('Conferma').fill('Niccolò')
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByLabel('Conferma').fill('niccolò bianchi')
  await confirm.click()
  await toast(page, 'Cliente cancellato').waitFor()
  await page.waitForURL('**/admin/customers')
  await expect.poll(() => rows(page).count()).toBe(3)
  expect(await link(page, 'Niccolò Bianchi').count()).toBe(0)
  for (const type of ['PersonalDataViewed', 'PersonExported', 'AccountErased'])
    expect(await product.recorded({ type }), type).toHaveLength(1)
})

test('an erasure whose name was changed meanwhile is refused in words, and nothing goes', async () => {
  const page = await newPage()
  const email = `cambia-${randomUUID()}@example.com`
  const changed = await settleCustomers(product.url, { email, firstName: 'Prima' })
  await page.goto('/admin/customers?q=cambia')
  await link(page, 'Prima Verdi').click()
  await page.getByRole('button', { name: 'Cancella cliente' }).click()
  await changed.rename('Dopo')
  await page.getByLabel('Conferma').fill('prima verdi')
  await page.keyboard.press('Enter')
  await page.getByText('La conferma non corrisponde').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/admin/customers?q=cambia')
  await link(page, 'Dopo Verdi').waitFor()
})

test('leads and questionnaires open beside their lists, and what was sent stays text', async () => {
  const page = await newPage()
  await page.goto('/admin/customers')
  await link(page, /^<img/).click()
  await page.getByRole('heading', { name: hostile }).waitFor()
  await page.goBack()
  await page.getByRole('navigation', { name: 'Persone' }).getByText('Contatti').click()
  await page.getByRole('button', { name: 'Anna' }).click()
  await page.getByRole('dialog', { name: 'Anna' }).getByText('Starter, deposito di').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('navigation', { name: 'Persone' }).getByText('Questionari').click()
  await page.getByRole('button', { name: hostile }).click()
  await page.getByRole('dialog').getByText(hostile).nth(2).waitFor()
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  expect(await page.locator('main img, [role=dialog] img').count()).toBe(0)
  await page.getByRole('button', { name: 'Cancella questionario' }).click()
  await page.getByLabel('Conferma').fill('persona2@example.com')
  await page.keyboard.press('Enter')
  await toast(page, 'Questionario cancellato').waitFor()
  await expect.poll(() => rows(page).count()).toBe(3)
})

test('everything is reached and left by the keyboard', async () => {
  const page = await newPage()
  await page.goto('/admin/leads')
  const opener = page.getByRole('button', { name: 'Anna' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Anna' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.drawer') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => opener.evaluate(button => button === document.activeElement)).toBe(true)
  await page.goto('/admin/customers')
  await page.getByRole('searchbox').focus()
  for (const name of ['Piano', 'Stato']) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)
  }
  await link(page, /^<img/).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toMatch(
    /^\/admin\/customers\/[\w-]+$/,
  )
})
