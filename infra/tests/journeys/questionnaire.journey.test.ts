import type { Page } from 'playwright-core'
import { visitor } from './auth-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const atStep = (page: Page, step: number) => page.getByText(`Passo ${step} di 4`).waitFor()
const name = (page: Page) => page.getByLabel('Nome e cognome')

async function fillFirst(page: Page) {
  await name(page).fill('Anna Bianchi')
  await page.getByLabel('Telefono').fill('333 1234567')
  await page.getByText('26–35').first().click()
}

async function loseNetwork(page: Page) {
  await page.context().setOffline(true)
  await page.getByText('Sei offline').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Sei offline').waitFor({ state: 'hidden' })
}

test('somebody who loses the network twice and goes back twice still sends the questionnaire', async () => {
  const page = await visitor(product.url)
  await page.goto('/questionnaire?method=demo')
  await fillFirst(page)
  await loseNetwork(page)
  await button(page, 'Avanti').click()
  await atStep(page, 2)
  await page.getByLabel('Email').fill('anna-questionario@example.com')
  await page.getByLabel('Occupazione').fill('Sarta')
  await page.goBack()
  await atStep(page, 1)
  expect(await name(page).inputValue()).toBe('Anna Bianchi')
  await page.goForward()
  await atStep(page, 2)
  await page.reload()
  await atStep(page, 2)
  expect(await page.getByLabel('Occupazione').inputValue()).toBe('Sarta')
  await page.getByRole('link', { name: 'informativa sulla privacy' }).click()
  await page.waitForURL('**/privacy')
  await page.goBack()
  await atStep(page, 2)
  await page.getByText('Principiante').click()
  await button(page, 'Avanti').click()
  for (const answer of ['1.000–3.000 €', 'Diversificazione', 'Bassa'])
    await page.getByText(answer).first().click()
  await loseNetwork(page)
  await button(page, 'Avanti').click()
  await atStep(page, 4)
  await button(page, 'Indietro').click()
  await atStep(page, 3)
  await button(page, 'Avanti').click()
  await page.getByText('Subito').first().click()
  await button(page, 'Prenota Demo Gratuita').click()
  await page.getByRole('heading', { name: 'Questionario Completato!' }).waitFor()
  await page.goto('/questionnaire')
  await atStep(page, 1)
  expect(await name(page).inputValue()).toBe('')
})

test('the address wins over kept answers, and «Ricomincia» empties them', async () => {
  const page = await visitor(product.url)
  await page.goto('/questionnaire')
  await fillFirst(page)
  await page.getByText('Le risposte restano in questa scheda').waitFor()
  await page.goto('/questionnaire?phone=02%20999&country=%2B41')
  await page.locator('.answer-sheet').getByText('+41 02 999').waitFor()
  expect(await name(page).inputValue()).toBe('Anna Bianchi')
  await button(page, 'Avanti').click()
  await atStep(page, 2)
  page.once('dialog', asked => asked.accept())
  await button(page, 'Ricomincia').click()
  await atStep(page, 1)
  expect(await name(page).inputValue()).toBe('')
  await page.reload()
  await page.locator('.answer-sheet').getByText('+41 02 999').waitFor()
  expect(await name(page).inputValue()).toBe('')
})

test('what a password manager fills in without an event is read, never emptied', async () => {
  const page = await visitor(product.url)
  await page.goto('/questionnaire')
  await page.getByText('26–35').first().click()
  await page.evaluate(() => {
    for (const [field, value] of [
      ['name', 'Anna Bianchi'],
      ['phoneNumber', '333 1234567'],
    ]) {
      const input = document.querySelector<HTMLInputElement>(`[name=${field}]`)
      if (input && value) input.value = value
    }
  })
  await button(page, 'Avanti').hover()
  await button(page, 'Avanti').click()
  await atStep(page, 2)
  await page.goBack()
  expect(await name(page).inputValue()).toBe('Anna Bianchi')
  await page.goto('/strategies')
  await page.getByLabel('Cerca').evaluate(input => {
    ;(input as HTMLInputElement).value = 'scalping'
  })
  await page.getByLabel('Livello di rischio').selectOption('high')
  await page.getByText('1 strategia').waitFor()
})
