import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePlan } from './customer.ts'
import { soon, visitProfile } from './profile-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = () => visitProfile(product.url)
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

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
