import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { soon, told, visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const label = element?.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null
    return (element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? '').trim()
  })

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${name}`)
}

test('all of the profile is reached and used with the keyboard alone', async () => {
  const { page } = await visitProfile(product.url)
  await tabTo(page, 'Cambia immagine del profilo')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'scegli dal dispositivo' }).waitFor()
  await page.keyboard.press('Escape')
  await soon(() => focused(page)).toBe('Cambia immagine del profilo')
  await tabTo(page, 'Paese')
  await page.keyboard.type('Italia')
  await tabTo(page, 'Aggiungi Social Media')
  await page.keyboard.press('Space')
  await tabTo(page, 'Numero WhatsApp (opzionale)')
  await page.keyboard.type('+39 333 1')
  await tabTo(page, 'Salva Modifiche')
  await page.keyboard.press('Enter')
  await told(page, 'Le tue informazioni sono state salvate con successo.')
  await tabTo(page, 'Nuova password')
  await page.keyboard.type('corta')
  await page.keyboard.press('Enter')
  await soon(() => focused(page)).toBe('Password attuale')
  await tabTo(page, 'Scarica i tuoi dati')
  await tabTo(page, 'Elimina account')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, 'Scrivi ELIMINA per confermare')
  // While a toast stands, Escape is its.
  await soon(() => page.locator('.toast').count()).toBe(0)
  await page.keyboard.press('Escape')
  await soon(() => focused(page)).toBe('Elimina account')
})
