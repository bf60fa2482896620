import { collectSome } from '../../tests/journeys/collected.ts'
import { signInToConsole } from '../../tests/journeys/console.ts'
import { settleCustomers } from '../../tests/journeys/people.ts'
import type { Scenes, Stage } from './scene.ts'

const settled = new Set<string>()

/** The rooms of people with somebody in each list, the same for every picture. */
async function opened({ page, product }: Stage, address: string) {
  if (!settled.has(product.url)) {
    settled.add(product.url)
    await settleCustomers(product.url)
    await collectSome(product.url)
  }
  await signInToConsole(page)
  await page.goto(address)
}

async function one(stage: Stage) {
  await opened(stage, '/admin/customers?q=ada')
  await stage.page.getByRole('link', { name: 'Ada Bianchi' }).click()
  await stage.page.getByRole('table', { name: 'Visite' }).waitFor()
}

export const scenes: Scenes = {
  'people-customers': async stage => {
    await opened(stage, '/admin/customers')
    await stage.page.getByRole('link', { name: 'Ada Bianchi' }).waitFor()
  },
  'people-nobody': async stage => {
    await opened(stage, '/admin/customers?q=nessuno')
    await stage.page.getByText('Nessuno corrisponde').waitFor()
  },
  'people-customer': one,
  'people-erasing': async stage => {
    await one(stage)
    await stage.page.getByRole('button', { name: 'Cancella cliente' }).click()
    await stage.page.getByLabel('Conferma').fill('Ada Bian')
  },
  'people-questionnaire': async stage => {
    await opened(stage, '/admin/questionnaires')
    await stage.page.getByRole('button', { name: 'Pier Maria' }).first().click()
    await stage.page.getByRole('dialog').getByText('Inviato').waitFor()
  },
}
