import type { Page } from 'playwright-core'
import { visitor } from './auth-visit.ts'

export async function visitLanding(url: string, width: number): Promise<Page> {
  const page = await visitor(url, width)
  await page.goto('/')
  await page.getByRole('link', { name: 'Accedi' }).first().waitFor()
  return page
}

/** Waits until the head of a section is below the masthead. */
export const arrivedAt = (page: Page, id: string) =>
  page.waitForFunction(section => {
    const top = document.getElementById(section)?.getBoundingClientRect().top ?? -1
    return top >= 0 && top < 160
  }, id)

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
