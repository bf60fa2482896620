import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInToConsole } from './console.ts'
import { register } from './customer.ts'
import { newDevice } from './device.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()
const email = 'palette@example.com'

/** Signed in, in a browser of its own, in which a customer registered before. */
async function atTheConsole(): Promise<Page> {
  const context = await newDevice(product.url)
  await register(context, email)
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInToConsole(page)
  return page
}

test('the palette opens without loading more, leads on by the keyboard alone, and gives the focus back', async () => {
  const page = await atTheConsole()
  const button = page.getByRole('button', { name: 'Cerca', exact: true })
  await page.keyboard.press('Tab')
  for (let presses = 0; presses < 12; presses++) {
    if (await button.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  expect(await button.evaluate(element => element === document.activeElement)).toBe(true)
  await page.waitForLoadState('networkidle')
  const loaded: string[] = []
  page.on('request', request => loaded.push(new URL(request.url()).pathname))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  expect(loaded.filter(file => /palette.*\.js$/.test(file))).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(email)
  // The person, and not the search for these words.
  await page.locator('[role=option][aria-selected=true] .palette-hint', { hasText: email }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/customers/*-*')
  await page.getByRole('heading', { level: 1 }).waitFor()

  // Of whom one has gone to, the browser keeps an id.
  await page.keyboard.press('Control+k')
  await page.getByText('Recenti').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('option', { name: id, selected: true }).waitFor()
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).toContain(id)
  expect(kept).not.toContain(email)
})
