import { focusArrives, tabTo } from './keyboard.ts'
import { expectToast, visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

test('the whole profile can be used with only the keyboard', async () => {
  const { page } = await visitProfile(product.url)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await tabTo(page, button('Cambia immagine del profilo'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'scegli dal dispositivo' }).waitFor()
  await page.keyboard.press('Escape')
  await focusArrives(button('Cambia immagine del profilo'))
  await tabTo(page, field('Paese'))
  await page.keyboard.type('Italia')
  await tabTo(page, button('Aggiungi Social Media'))
  await page.keyboard.press('Space')
  await tabTo(page, field('Numero WhatsApp (opzionale)'))
  await page.keyboard.type('+39 333 1')
  await tabTo(page, button('Salva Modifiche'))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Le tue informazioni sono state salvate con successo.')
  await tabTo(page, field('Nuova password'))
  await page.keyboard.type('corta')
  await page.keyboard.press('Enter')
  await focusArrives(field('Password attuale'))
  await tabTo(page, button('Scarica i tuoi dati'))
  await tabTo(page, button('Elimina account'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(page, field('Scrivi ELIMINA per confermare'))
  // While a toast is open, Escape closes the toast.
  await expect.poll(() => page.locator('.toast').count()).toBe(0)
  await page.keyboard.press('Escape')
  await focusArrives(button('Elimina account'))
})
