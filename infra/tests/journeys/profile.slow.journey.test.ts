import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePlan } from './customer.ts'
import { device } from './device.ts'
import { arrived, avatar, choose, jpeg, opener } from './picture.ts'
import { openProfile, press, signIn, soon, told, visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = () => visitProfile(product.url)
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => press(page, 'Salva Modifiche')
const profilePath = /^\/api\/user\/profile$/

test('from the dashboard to the profile and back, the greeting follows the name', async () => {
  const { context, page } = await visit()
  await choosePlan(context)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Profilo' }).click()
  await page.waitForURL('**/profile')
  await field(page, 'Nome').fill('Annamaria')
  await field(page, 'Fuso orario').selectOption('America/New_York')
  await field(page, 'Telefono').fill('+39 (06) 123-456')
  await press(page, 'Aggiungi Social Media')
  await field(page, 'LinkedIn (opzionale)').fill('https://linkedin.example.com/anna')
  await save(page)
  await told(page, 'Le tue informazioni sono state salvate con successo.')
  const card = page.getByRole('region', { name: 'Annamaria Bianchi' })
  await card.getByText('America/New York').waitFor()
  await card.getByText('+39 (06) 123-456').waitFor()
  expect(await card.getByRole('link', { name: /LinkedIn/ }).getAttribute('rel')).toContain('noopener')
  await page.getByRole('link', { name: 'Torna alla dashboard' }).click()
  await page.getByText('Ciao Annamaria, benvenuto nella tua dashboard!').waitFor()

  await page.goto('/profile')
  await field(page, 'Telefono').fill('')
  const sent = page.waitForRequest(
    request => request.method() === 'PUT' && profilePath.test(new URL(request.url()).pathname),
  )
  await save(page)
  expect((await sent).postDataJSON()).toEqual({ phone: null })
  await told(page, 'Profilo aggiornato')
  await page.reload()
  await page.getByRole('heading', { name: 'Annamaria Bianchi' }).waitFor()
  expect(await field(page, 'Telefono').inputValue()).toBe('')
  expect(await page.getByText('+39 (06) 123-456').count()).toBe(0)
})

test('a picture that is chosen goes up by itself, and is there after a reload', async () => {
  const { page } = await visitProfile(product.url)
  await press(page, opener)
  await page.getByRole('button', { name: 'scegli dal dispositivo' }).waitFor()
  await choose(page, await jpeg())
  await arrived(page)
  await page.reload()
  await avatar(page).waitFor()
})

test('an answer that was lost is asked for again by the second press, and the change counts once', async () => {
  const { context, page } = await visit()
  await field(page, 'Paese').fill('Italia')
  await page.route(
    '**/api/user/profile',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await save(page)
  await told(page, "Errore nell'aggiornamento del profilo.")
  await save(page)
  await told(page, 'Profilo aggiornato')
  const activity = await (await context.request.get('/api/user/activity')).json()
  expect(activity.filter(({ type }: { type: string }) => type === 'ProfileUpdated')).toHaveLength(1)
})

test('what is unsaved is not lost by a link, by Back or by closing without a question', async () => {
  const { context, page } = await visit()
  await choosePlan(context)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Profilo' }).click()
  await field(page, 'Paese').fill('Italia')
  const question = page.getByRole('dialog', { name: 'Modifiche non salvate' })

  await page.getByRole('link', { name: 'Torna alla dashboard' }).click()
  await question.getByRole('button', { name: 'Resta qui' }).click()
  await question.waitFor({ state: 'detached' })
  await page.evaluate(() => history.back())
  await question.waitFor()
  await page.waitForURL('**/profile')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await field(page, 'Paese').inputValue()).toBe('Italia')

  const asked: string[] = []
  page.once('dialog', dialog => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.evaluate(() => location.reload()).catch(() => undefined)
  await soon(() => asked).toEqual(['beforeunload'])
  expect(await field(page, 'Paese').inputValue()).toBe('Italia')

  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Esci senza salvare' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Progresso Configurazione').waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Il tuo profilo' }).waitFor()
  expect(await field(page, 'Paese').inputValue()).toBe('')
})

test('what another device saves shows here, but takes nothing away that is being typed', async () => {
  const { email, page } = await visit()
  const elsewhere = await device(product.url)
  expect(await signIn(elsewhere, email)).toBe(200)
  const other = await openProfile(elsewhere)
  await field(other, 'Paese').fill('Francia')
  await field(page, 'Telefono').fill('06 123')
  await save(page)
  await told(page, 'Profilo aggiornato')
  await other.getByRole('region', { name: 'Anna Bianchi' }).getByText('06 123').waitFor()
  expect(await field(other, 'Paese').inputValue()).toBe('Francia')
  await save(other)
  await told(other, 'Profilo aggiornato')
  const card = page.getByRole('region', { name: 'Anna Bianchi' })
  await card.getByText('Francia').waitFor()
  await card.getByText('06 123').waitFor()
})
