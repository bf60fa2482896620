import { readFile } from 'node:fs/promises'
import { perFile } from '@tba/testing/per-file.ts'
import type { Page } from 'playwright-core'
import { letterTo, tokenIn } from '../support/mailbox.ts'
import { lead, questionnaire } from '../support/sample-forms.ts'
import { callerOf } from './caller.ts'
import { choosePlan, register } from './customer.ts'
import { device, openConsole } from './device.ts'
import { administrator, startProduct } from './product.ts'
import { expectOpenToAll } from './violations.ts'

const product = await perFile(startProduct())
const marta = 'marta@example.com'

/** Answers the body. */
async function called(path: string, sent: object, headers = {}) {
  const { status, text } = await callerOf(product.url).call('POST', path, sent, { headers })
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text)
}
const { token } = await called('/api/admin/login', administrator)
const account = { email: marta, role: 'administrator' }
await called('/api/admin/users', account, { authorization: `Bearer ${token}` })
const invitation = tokenIn(await letterTo(`${product.dataDir}/mail`, marta))
await called('/api/admin/invitations/accept', { token: invitation, password: 'segreta-di-prova-sua' })

type Asking = { name: string; email: string; phone: string }

/** Six contacts and six questionnaires, the newest first. */
async function twelve(tag: string): Promise<Asking[]> {
  const people: Asking[] = []
  for (let at = 11; at >= 0; at--) {
    const [name, email] = [`Mattina${tag} Numero${at}`, `numero${at}.${tag}@example.com`]
    const phone = `333 ${tag.padStart(4, '0')}${String(at).padStart(3, '0')}`
    if (at % 2 === 0) await called('/api/leads', { ...lead, name, email, phone })
    else await called('/api/questionnaire', { ...questionnaire, name, email, phoneNumber: phone })
    people.unshift({ name, email, phone })
  }
  return people
}

function workOn(page: Page, hasKeys: boolean) {
  const drawer = page.getByRole('dialog')
  const button = (name: string | RegExp) => drawer.getByRole('button', { name })
  const opened = async ({ name }: Asking) => {
    await page.getByRole('dialog', { name }).getByText('Esito', { exact: true }).waitFor()
  }
  const press = (key: string, name: string) =>
    hasKeys ? page.keyboard.press(key) : button(new RegExp(`^${name}`)).click()
  const stands = (state: string) =>
    drawer.getByText(`Stato: ${state}`, { exact: true }).waitFor({ state: 'attached' })
  return {
    drawer,
    button,
    opened,
    press,
    stands,
    says: (text: string) => page.getByText(text, { exact: true }).last().waitFor(),
    async next(person: Asking) {
      await press('j', 'Prossima')
      await opened(person)
    },
    async outcome(key: 'n' | 'l', state: string) {
      await press(key, state)
      await stands(state)
    },
    async lose() {
      await press('p', 'Persa')
      await button('Non interessa').click()
      await stands('Persa')
    },
  }
}

test.each([1280, 390])('a morning of twelve requests is worked, %i px wide', async width => {
  const people = await twelve(String(width))
  const page = await openConsole(product.url, width)
  // The undo stays: a busy machine may need more than its ten seconds.
  await page.addInitScript(() => {
    const real = setTimeout
    window.setTimeout = ((run: () => void, ms?: number) =>
      real(run, ms === 10_000 ? 600_000 : ms)) as typeof setTimeout
  })
  await page.goto('/admin/requests')
  await page.getByText('12 aspettano', { exact: true }).first().waitFor()
  const names = () => page.locator('.data-table .link-button').allTextContents()
  expect(await names()).toEqual(people.map(({ name }) => name))
  if (width === 390) {
    const heights = page.locator('.data-table tbody a').evaluateAll(all => all.map(each => each.clientHeight))
    expect(Math.min(...(await heights))).toBeGreaterThanOrEqual(44)
    const rows = page.locator('.data-table tbody tr').evaluateAll(all => all.map(each => each.clientHeight))
    expect(Math.max(...(await rows))).toBeLessThan(130)
    await page.setViewportSize({ width: 320, height: 900 })
    await expectOpenToAll(page, 'the list at 320 px')
    await page.setViewportSize({ width, height: 900 })
  }
  const [first, second, third, fourth, ...others] = people as [Asking, Asking, Asking, Asking, ...Asking[]]
  const work = workOn(page, width > 860)

  await page.getByRole('button', { name: first.name }).click()
  await work.opened(first)
  await expectOpenToAll(page, 'a request')
  await work.outcome('l', 'In lavorazione')
  await work.says('Nessuna chiamata in programma: la trovi in «Mie»')
  await work.button('Annulla lo stato').click()
  await work.stands('Nuova')
  await work.press('d', 'Domani')
  await work.says('Resta in «Oggi» finché è nuova: scegli un esito')
  await work.drawer.getByLabel('Nuova nota').fill('Chiede di Elite')
  await work.drawer.getByRole('button', { name: 'Aggiungi la nota' }).click()
  await work.drawer.getByRole('listitem').filter({ hasText: 'Chiede di Elite' }).waitFor()
  await page.getByRole('heading', { name: 'Note' }).click()
  await work.outcome('l', 'In lavorazione')
  await expect.poll(names).toEqual(people.slice(1).map(({ name }) => name))

  await work.next(second)
  const { y = 0, height = 0 } = (await work.button(/^Non risponde/).boundingBox()) ?? {}
  expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
  await work.drawer.getByLabel('Responsabile').selectOption(marta)
  await work.says(`Ora è di ${marta}: la trova in «Mie»`)
  await work.outcome('l', 'In lavorazione')
  await work.says('Nessuna chiamata in programma: la trovi in «Tutte»')
  await work.next(third)
  await work.outcome('l', 'In lavorazione')
  await work.next(fourth)
  await work.lose()
  for (const person of others) {
    await work.next(person)
    await work.outcome('n', 'Non risponde')
    await work.button('Non richiamare').waitFor()
  }
  await page.getByText(/^Niente da fare, oggi/).waitFor()
  expect(await work.button(/^Prossima/).isDisabled()).toBe(true)
  await work.button('Chiudi').click()

  // The third one rings back, and becomes a customer.
  const search = page.getByLabel('Cerca per nome, email o telefono')
  await search.fill(third.phone.replace(' ', ''))
  await expect.poll(names).toEqual([third.name])
  const customer = await device(product.url)
  await register(customer, third.email)
  await choosePlan(customer)
  await page.getByRole('row').getByText('Cliente', { exact: true }).waitFor()

  await search.fill(`Mattina${width}`)
  await expect.poll(async () => (await names()).length).toBe(12)
  await page.getByRole('button', { name: 'Mie', exact: true }).click()
  await expect.poll(async () => (await names()).length).toBe(11)
  await page.getByRole('button', { name: 'Tutte', exact: true }).click()
  await expect.poll(async () => (await names()).length).toBe(12)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Esporta CSV' }).click(),
  ])
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  const states = lines.map(line => line.split(',')[head.split(',').indexOf('state')])
  expect(states.toSorted()).toEqual([
    ...['lost', ...Array(8).fill('no-answer')],
    ...['won', 'working', 'working'],
  ])
})
