import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { choosePlan, customerPassword } from './customer.ts'
import { device } from './device.ts'
import { countCalls, openProfile, press, signIn, soon, told, visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = () => visitProfile(product.url)

/** The same customer in a second browser, on the same page. */
async function secondBrowser(email: string) {
  const context = await device(product.url)
  expect(await signIn(context, email)).toBe(200)
  return { context, page: await openProfile(context) }
}

test('a new password ends the other browser’s session, and the old one opens nothing any more', async () => {
  const { email, page } = await visit()
  const other = await secondBrowser(email)
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Password attuale').fill('sbagliata')
  await form.getByLabel('Nuova password').fill('nuova-segreta')
  await press(page, 'Cambia password')
  await form.getByText('La password attuale non è corretta').waitFor()
  await form.getByLabel('Password attuale').fill(customerPassword)
  await press(page, 'Cambia password')
  await told(page, 'Password aggiornata')
  expect(await form.getByLabel('Password attuale').inputValue()).toBe('')
  await other.page.getByRole('heading', { name: 'Accesso Richiesto' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Il tuo profilo' }).waitFor()
  expect(await signIn(other.context, email)).toBe(401)
  expect(await signIn(other.context, email, 'nuova-segreta')).toBe(200)
})

test('one other session is ended, then all others, and this one stays', async () => {
  const { email, page } = await visit()
  const [second, third] = [await secondBrowser(email), await secondBrowser(email)]
  const panel = page.getByRole('region', { name: 'Sessioni attive' })
  await soon(() => panel.getByRole('listitem').count()).toBe(3)
  expect(await panel.getByText('questo dispositivo').count()).toBe(1)
  // The newest stands first: it is the third browser's.
  await panel
    .getByRole('button', { name: /^Termina/ })
    .first()
    .click()
  await told(page, 'Sessione terminata')
  await third.page.getByRole('heading', { name: 'Accesso Richiesto' }).waitFor()
  await soon(() => panel.getByRole('listitem').count()).toBe(2)
  await press(page, 'Esci dagli altri dispositivi')
  await told(page, 'Altri dispositivi disconnessi')
  await second.page.getByRole('heading', { name: 'Accesso Richiesto' }).waitFor()
  await soon(() => panel.getByRole('listitem').count()).toBe(1)
  expect(await panel.getByRole('button').count()).toBe(0)
})

test('the own data come as a file of that day, whole and nobody else’s', async () => {
  const { context, email, page } = await visit()
  await choosePlan(context, 'elite', 3000)
  await page.request.put('/api/user/profile', { data: { bio: 'Prudente.' } })
  const downloading = page.waitForEvent('download')
  await press(page, 'Scarica i tuoi dati')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^dati_personali_\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await download.path(), 'utf8')
  const data = JSON.parse(text)
  expect(data).toMatchObject({ profile: { email, bio: 'Prudente.' }, progress: { plan: 'elite' } })
  expect(data.activity.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['AccountRegistered', 'PlanActivated', 'ProfileUpdated']),
  )
  expect(text.match(/profilo-\d+@example\.com/g)?.every(found => found === email)).toBe(true)
  await told(page, 'Dati scaricati')
})

test('an account is erased to the end: word, password, home, and no way in any more', async () => {
  const { email, page } = await visit()
  const other = await secondBrowser(email)
  const erasures = countCalls(page, 'POST', /^\/api\/user\/erasure$/)
  await press(page, 'Elimina account')
  const dialog = page.getByRole('dialog', { name: 'Elimina account' })
  await dialog.getByText('Che cosa resta').waitFor()
  const erase = () => dialog.getByRole('button', { name: 'Elimina definitivamente' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('sbagliata')
  await erase()
  await dialog.locator('.field-error').getByText('Scrivi ELIMINA per confermare').waitFor()
  expect(erasures()).toBe(0)
  await dialog.getByLabel('Scrivi ELIMINA per confermare').fill('ELIMINA')
  await erase()
  await dialog.getByText('La password attuale non è corretta').waitFor()

  await dialog.getByLabel('Password', { exact: true }).fill(customerPassword)
  await page.route('**/api/user/erasure', route => route.abort(), { times: 1 })
  await erase()
  await told(page, 'Impossibile connettersi al server')
  expect(await dialog.getByLabel('Scrivi ELIMINA per confermare').inputValue()).toBe('ELIMINA')
  await erase()
  await told(page, 'Account eliminato')
  await page.waitForURL(address => address.pathname === '/')
  await page.getByRole('link', { name: 'Accedi' }).waitFor()
  expect(await page.getByText('Accesso Richiesto').count()).toBe(0)
  await other.page.getByRole('heading', { name: 'Accesso Richiesto' }).waitFor()
  expect(await signIn(other.context, email)).toBe(401)
  await soon(
    async () => (await product.rows(`select 1 from read.users where email = '${email}'`)).length,
  ).toBe(0)
  await page.goto('/profile')
  await page.waitForURL('**/auth')
})
