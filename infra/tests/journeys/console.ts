import type { Page } from 'playwright-core'
import { administrator } from './product.ts'

export async function signInToConsole(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL('**/admin/dashboard')
}

/** A toast, by its title or text. */
export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })
