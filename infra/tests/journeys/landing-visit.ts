import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { openContext } from './browser.ts'

/** Somebody who has answered the cookie question before. Whatever their page throws fails the test. */
export async function visitLanding(browser: Browser, url: string, width: number): Promise<Page> {
  const { context, faults } = await openContext(browser, url)
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 844 })
  const complain = (text: string) => /hydrat|did not match/i.test(text) && faults.push(text)
  page.on('console', message => message.type() === 'error' && complain(message.text()))
  await context.addInitScript(() => {
    localStorage.setItem('consent', JSON.stringify({ choice: 'none', at: Date.now(), told: true }))
  })
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Accedi' }).first().waitFor()
  return page
}

/** Waits until a section's head stands below the masthead. */
export const arrivedAt = (page: Page, id: string) =>
  page.waitForFunction(section => {
    const top = document.getElementById(section)?.getBoundingClientRect().top ?? -1
    return top >= 0 && top < 160
  }, id)

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const codes = (page: Page, within: string) =>
  page
    .locator(`${within} select option`)
    .evaluateAll(options => options.map(option => (option as HTMLOptionElement).value))
