import type { Locator, Page } from 'playwright-core'

const hasFocus = (control: Locator) => control.evaluate(element => element === document.activeElement)

export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never comes to ${control}`)
}

export const focusArrives = (control: Locator) => expect.poll(() => hasFocus(control)).toBe(true)
