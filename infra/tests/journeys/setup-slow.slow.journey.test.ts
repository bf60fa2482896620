import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choosePlan, completeSetup, register } from './customer.ts'
import { newDevice } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

async function customer(email: string, { complete = false } = {}): Promise<Page> {
  const context = await newDevice(product.url)
  await register(context, email)
  await choosePlan(context)
  if (complete) await completeSetup(context)
  return context.newPage()
}

/** Holds the answers of these calls back until they are let go. */
async function hold(page: Page, path: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async route => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

/** How long a skeleton had been in the page when it could first be seen, in ms, by the page's own clock of frames. */
async function watchSkeletons(page: Page): Promise<() => Promise<number | undefined>> {
  await page.addInitScript(() => {
    const look = () => {
      const skeleton = document.querySelector('.skeleton')
      if (skeleton && getComputedStyle(skeleton).visibility === 'visible')
        Object.assign(window, { seenAfterMs: skeleton.getAnimations()[0]?.currentTime ?? 0 })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => (window as { seenAfterMs?: number }).seenAfterMs)
}

const panels = /\/api\/user\/(bots|mt4-credentials|activity)$/
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('on a slow network', () => {
  test('the page waits with a spinner, and its panels with skeletons that come after a moment', async () => {
    const page = await customer('lenta@example.com', { complete: true })
    const seenAfterMs = await watchSkeletons(page)
    const letPageGo = await hold(page, '**/api/user/progress')
    const letPanelsGo = await hold(page, panels)
    await page.goto('/dashboard')
    await page.locator('.waiting .rt-Spinner').waitFor()
    expect(await page.locator('.skeleton').count()).toBe(0)
    letPageGo()
    await page.getByText('Centro di Controllo Bot').waitFor()
    await expect.poll(seenAfterMs, { timeout: 30_000 }).toBeGreaterThanOrEqual(150)
    expect(await page.locator('.skeleton').count()).toBe(3)
    letPanelsGo()
    await page.getByText('8001234').waitFor()
    await page.getByText('Hai attivato un bot').waitFor()
    expect(await page.locator('.skeleton').count()).toBe(0)
  })

  test('what comes late moves nothing on a desk’s screen', async () => {
    const page = await customer('ferma@example.com', { complete: true })
    const letGo = await hold(page, panels)
    await page.goto('/dashboard')
    await page.locator('.skeleton').nth(2).waitFor()
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.panel, .control-centre, .setup-progress')].map(panel => {
          const { x, y } = panel.getBoundingClientRect()
          return [panel.querySelector('h2')?.textContent, Math.round(x), Math.round(y / 20)]
        }),
      )
    const before = await boxes()
    letGo()
    await page.getByText('8001234').waitFor()
    await page.getByText('Hai attivato un bot').waitFor()
    expect(await boxes()).toEqual(before)
  })

  test('two presses are one, on a step and on a bot', async () => {
    const page = await customer('doppia@example.com')
    await page.goto('/dashboard')
    const verify = button(page, 'Completa Verifica (Demo)')
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() !== 'GET' && /\/api\/user\//.test(request.url())) sent.push(request.method())
    })
    const letStepGo = await hold(page, '**/api/user/progress', 'PUT')
    await verify.dblclick()
    expect(await verify.isDisabled()).toBe(true)
    letStepGo()
    await page.getByText('25% completato').waitFor()
    expect(sent).toEqual(['PUT'])

    await button(page, 'Aggiungi Bot').click()
    const activate = button(page, 'Swing Trading Bot: Attiva Bot')
    const letBotGo = await hold(page, '**/api/user/bots', 'POST')
    await activate.dblclick()
    expect(await activate.isDisabled()).toBe(true)
    expect(await button(page, 'Scalping Bot: Attiva Bot').isDisabled()).toBe(true)
    letBotGo()
    await page.getByText('Attivo dal').waitFor()
    expect(sent).toEqual(['PUT', 'POST'])
    const bots = await page.context().request.get('/api/user/bots')
    expect(await bots.json()).toHaveLength(1)
  })

  test('Enter twice saves credentials once, and the dialog says that it is saving', async () => {
    const page = await customer('invio@example.com')
    await page.goto('/dashboard')
    await button(page, 'Autentica MT4/MT5').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Server' }).click()
    await page.getByRole('option', { name: /^eu01/ }).click()
    await dialog.getByLabel('Numero account').fill('8001234')
    await dialog.getByLabel('Password', { exact: true }).fill('password-del-broker')
    const letGo = await hold(page, '**/api/user/mt4-credentials', 'POST')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button(page, 'Salvataggio...').waitFor()
    letGo()
    await page.getByText('50% completato').waitFor()
    const saved = await page.context().request.get('/api/user/mt4-credentials')
    expect(await saved.json()).toHaveLength(1)
  })

  test('a dialog whose code is on its way is awaited in sight, and opens', async () => {
    const page = await customer('codice@example.com')
    await page.goto('/dashboard')
    await page.getByText('0% completato').waitFor()
    const letGo = await hold(page, /support\.dialog/)
    await button(page, /^Centro Supporto/).click()
    await page.locator('.dialog-waiting').waitFor()
    letGo()
    await page.getByRole('dialog', { name: 'Centro Supporto' }).waitFor()
    expect(await page.locator('.dialog-waiting').count()).toBe(0)
  })
})
