import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from './console.ts'
import { atTheConsole } from './device.ts'
import { monthProduct } from './shared.ts'

const product = await monthProduct()

async function newPage(): Promise<Page> {
  const page = await atTheConsole(product.url)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

const soon = { timeout: 60_000, interval: 100 }
const query = (page: Page) => new URL(page.url()).searchParams
const result = (page: Page) => page.getByRole('table', { name: 'Il risultato, passo per passo' })
const amount = (text: string) => Number(text.replaceAll('.', ''))

/** Opens the button that has the focus, and takes the first choice for the words. */
async function choose(page: Page, words: string) {
  await page.keyboard.press('Enter')
  await page.locator('[cmdk-input]').waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[cmdk-input]').count(), soon).toBe(0)
  // Only then is the focus given back; what has it before that would lose it again.
  await page.locator('[aria-haspopup="dialog"]:focus').waitFor()
}

const counts = (page: Page) => result(page).locator('tbody td:nth-child(2)').allInnerTexts()

test('a funnel is built by the keyboard, compared and saved; a reload shows the same', async () => {
  const page = await newPage()
  await page.goto('/admin/funnels')
  await page.getByRole('button', { name: /^Evento del passo 1/ }).focus()
  await choose(page, 'visita iniziata')
  await page.getByRole('button', { name: /^Evento del passo 2/ }).focus()
  await choose(page, 'interazione')
  await page.getByRole('button', { name: 'Aggiungi una condizione al passo 2' }).press('Enter')
  await page.getByRole('button', { name: /^Campo, passo 2/ }).focus()
  await choose(page, 'tipo di interazione')
  await page.getByRole('button', { name: /^Valore, passo 2/ }).focus()
  await choose(page, 'clic')
  await page.getByRole('button', { name: 'Aggiungi un passo' }).press('Enter')
  // The focus is on the step that came.
  await choose(page, 'lead inviato')
  await result(page).waitFor()
  const [first, ...others] = (await counts(page)).map(amount)
  expect(first).toBeGreaterThan(50)
  expect(others).toHaveLength(2)

  await page.getByRole('combobox', { name: 'Confronta con' }).selectOption('previous')
  await result(page).getByRole('columnheader', { name: 'Differenza' }).waitFor()
  const seen = await result(page).innerText()
  await page.reload()
  await result(page).waitFor()
  expect(await result(page).innerText()).toBe(seen)
  await page.goBack()
  await expect.poll(() => query(page).has('confronto'), soon).toBe(false)
  await page.goForward()
  await expect.poll(() => query(page).get('confronto'), soon).toBe('precedente')

  await page.getByRole('button', { name: 'Salva…' }).press('Enter')
  await page.getByLabel('Nome').fill('Dalla visita al lead')
  await page.keyboard.press('Enter')
  await toast(page, 'Funnel salvato').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Dalla visita al lead' }).waitFor()
  await result(page).waitFor()
  expect((await counts(page)).map(amount)).toEqual([first, ...others])
  await page.goto('/admin/funnels')
  await page.getByRole('link', { name: 'Dalla visita al lead' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dalla visita al lead' }).waitFor()
})
