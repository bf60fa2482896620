import { openContext } from '../journeys/browser.ts'
import { choosePlan, completeSetup, register } from '../journeys/customer.ts'
import { sharedBrowser, sharedProduct } from '../journeys/shared.ts'
import { budgetOf, bytesOf, readBuilt } from './budget.ts'

test('the dashboard of a customer loads no more code than its budget, and neither charts nor forms', async () => {
  const product = await sharedProduct()
  const { context } = await openContext(await sharedBrowser(), product.url)
  onTestFinished(() => context.close())
  await register(context, 'peso@example.com')
  await choosePlan(context)
  await completeSetup(context)
  const page = await context.newPage()
  const files = new Set<string>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) files.add(pathname.slice(1))
  })
  await page.goto('/dashboard')
  await page.getByText('Hai attivato un bot').waitFor()
  // Code that the page loads when it is idle.
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times++) await new Promise(resolve => requestIdleCallback(resolve))
  })
  expect([...files].some(file => /dashboard\.page/.test(file))).toBe(true)
  expect((await bytesOf([...files])) / 1000).toBeLessThanOrEqual(budgetOf('dashboard.html').js)
  const code = (await Promise.all([...files].map(readBuilt))).join('')
  for (const word of ['recharts', 'shouldUnregister', 'invalid_union']) expect(code).not.toContain(word)
})
