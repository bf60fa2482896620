import type { Page } from 'playwright-core'
import { register } from './customer.ts'
import { device } from './device.ts'

let customers = 0

export async function visitProfile(url: string) {
  const context = await device(url)
  customers += 1
  const email = `profilo-${customers}@example.com`
  await register(context, email)
  const page = await context.newPage()
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Il tuo profilo' }).waitFor()
  return { context, email, page }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const expectToast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).waitFor()

export function countCalls(page: Page, method: string, path: RegExp): () => number {
  let count = 0
  page.on('request', request => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}
