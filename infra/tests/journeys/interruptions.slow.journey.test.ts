import { translate } from '@tba/web/testing/translator.ts'
import type { Page } from 'playwright-core'
import { widenText } from '../pages/look.ts'
import { hold, visitor } from './auth-visit.ts'
import { openContext } from './browser.ts'
import { choosePlan, customerPassword, register } from './customer.ts'
import { signIn } from './customer-steps.ts'
import { device } from './device.ts'
import { visitLanding } from './landing-visit.ts'
import { press, visitProfile } from './profile-visit.ts'
import { sharedBrowser, sharedProduct } from './shared.ts'

const product = await sharedProduct()

const hasFocusIn = (page: Page, part: string) =>
  page.evaluate(selector => document.activeElement?.closest(selector) !== null, part)

test('the profile asks before a link or Back loses what was typed', async () => {
  const { page, context } = await visitProfile(product.url)
  await choosePlan(context)
  await page.getByRole('link', { name: 'Torna alla dashboard' }).click()
  await page.getByRole('link', { name: 'Profilo' }).click()
  await page.getByLabel('Paese').fill('Italia')
  const asked: string[] = []
  const answer = (accept: boolean) =>
    page.once('dialog', dialog => {
      asked.push(dialog.message())
      return accept ? dialog.accept() : dialog.dismiss()
    })
  answer(false)
  await page.getByRole('link', { name: 'Torna alla dashboard' }).click()
  answer(false)
  await page.evaluate(() => history.back())
  await expect.poll(() => asked.length).toBe(2)
  // Not the browser's own question, which it asks where another document comes.
  expect(asked[1]).toBe(asked[0])
  await expect.poll(() => new URL(page.url()).pathname).toBe('/profile')
  expect(await page.getByLabel('Paese').inputValue()).toBe('Italia')
  answer(true)
  await page.getByRole('link', { name: 'Torna alla dashboard' }).click()
  await page.waitForURL('**/dashboard')
  expect(asked).toHaveLength(3)
})

test('the browser asks before a page with unsaved changes is closed', async () => {
  const { page } = await visitProfile(product.url)
  await page.getByLabel('Paese').fill('Italia')
  const asked: string[] = []
  page.once('dialog', dialog => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.evaluate(() => location.reload()).catch(() => undefined)
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await page.getByLabel('Paese').inputValue()).toBe('Italia')
})

test('F8 leads to the toast while a dialog is open', async () => {
  const context = await device(product.url)
  await register(context, 'tasto-f8@example.com')
  await choosePlan(context)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await press(page, 'Completa Verifica (Demo)')
  await page.locator('.toast').waitFor()
  await page.getByRole('button', { name: /^Centro Supporto/ }).click()
  await page.getByRole('dialog', { name: 'Centro Supporto' }).waitFor()
  await page.keyboard.press('F8')
  await expect.poll(() => hasFocusIn(page, '.toast-viewport')).toBe(true)
})

test('a new page’s heading has the focus', async () => {
  const page = await visitLanding(product.url, 1280)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Press kit' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('without its code the plan’s window says so, and the landing page stays', async () => {
  const page = await visitLanding(product.url, 1280)
  await page.route(/pricing\.dialog/, route => route.abort())
  await press(page, 'Scegli Starter')
  await page.locator('.toast, .plain-toast').filter({ hasText: 'Non si è aperto' }).waitFor()
  await page.unrouteAll()
  await press(page, 'Scegli Elite')
  await page.getByRole('dialog').waitFor()
})

test('another customer in another tab ends the session here', async () => {
  const context = await device(product.url)
  await register(context, 'prima@example.com')
  const [page, other] = [await context.newPage(), await context.newPage()]
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Il tuo profilo' }).waitFor()
  await register(await device(product.url), 'seconda@example.com')
  await context.clearCookies()
  await signIn(other, { email: 'seconda@example.com', password: customerPassword })
  await page.getByText('Accesso Richiesto').waitFor()
})

test('a browser that refuses cookies is told so at sign-in', async () => {
  const page = await visitor(product.url)
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  )
  await page.goto('/auth')
  await page.getByLabel('Email').fill('anna@example.com')
  await page.getByLabel('Password', { exact: true }).fill(customerPassword)
  await page.locator('form button[type=submit]').click()
  await page.locator('.toast').getByText('Per accedere servono i cookie').waitFor()
})

test('a private page from the browser’s page cache stays hidden until the server has said who is signed in', async () => {
  const { page, context } = await visitProfile(product.url)
  await page.getByLabel('Paese').fill('Malta')
  const pass = (type: string) =>
    page.evaluate(name => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  const isHidden = () => page.evaluate(() => getComputedStyle(document.body).visibility === 'hidden')
  await pass('pagehide')
  const release = await hold(page, '**/api/auth/user')
  await context.clearCookies()
  await register(context, 'dopo@example.com')
  await pass('pageshow')
  expect(await isHidden()).toBe(true)
  release()
  // The next customer's own page, without what was typed here.
  await page.waitForURL('**/dashboard')
  await page.getByText('Benvenuto!').waitFor()
  expect(await isHidden()).toBe(false)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Malta')
})

test('the longest e-mail address fits on a small phone, with the text spacing of WCAG', async () => {
  const context = await device(product.url)
  await register(context, `${'a'.repeat(64)}@${'b'.repeat(60)}.it`)
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Il tuo profilo' }).waitFor()
  await widenText(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** A translator that writes into the texts themselves, as Firefox's does. Runs in the page. */
function translateInPlace() {
  const observer = new MutationObserver(changes => {
    for (const text of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (text instanceof Text && text.parentElement?.closest('main')) text.data = text.data.toUpperCase()
  })
  observer.observe(document, { childList: true, subtree: true })
}

test.each([
  ['makes new elements', translate],
  ['writes into the texts', translateInPlace],
])('a translator that %s before the code is there costs nothing typed or pressed', async (_, translator) => {
  const { context, faults } = await openContext(await sharedBrowser(), product.url)
  onTestFinished(() => context.close())
  await context.addInitScript(translator, false)
  const page = await context.newPage()
  /** Acts in the page before its code comes. */
  async function actEarly(path: string, act: () => Promise<unknown>) {
    const release = await hold(page, /\/assets\/.*\.js$/)
    await page.goto(path, { waitUntil: 'commit' })
    await act()
    release()
    await page.waitForFunction(() => document.querySelector('.theme-switcher :checked'))
    await page.unrouteAll()
  }
  await actEarly('/questionnaire', async () => {
    await page.locator('[name=name]').fill('Anna')
    await page.locator('select').selectOption('+33')
    await page.locator('[name=age]').last().check()
    await page.locator('[name=phoneNumber]').pressSequentially('333 12')
  })
  await page.keyboard.type('34')
  const sheet = page.locator('.answer-sheet')
  for (const text of ['Anna', '+33 333 1234', '65+']) await sheet.getByText(text).first().waitFor()
  await actEarly('/', () => page.getByRole('button', { name: 'Scegli Starter' }).click())
  await page.getByRole('dialog').waitFor()
  expect(faults.filter(fault => !fault.startsWith('Hydration failed'))).toEqual([])
})
