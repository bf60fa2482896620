import { expect, test } from 'vitest'
import { become, bring } from '../../docs/screenshots/bring.ts'
import { pictures } from '../../docs/screenshots/pictures.ts'
import { choosePlan, register } from './customer.ts'
import { device } from './device.ts'
import { lookOf, wear } from './looks.ts'
import { sharedProduct } from './shared.ts'
import { expectOpenToAll } from './violations.ts'

const product = await sharedProduct()

const ofCustomers = pictures.filter(({ at }) => /^\/(auth|reset-password|profile|dashboard)\b/.test(at))

test.each(ofCustomers.map((picture, at) => [picture.name, picture, lookOf(at)] as const))(
  'in the state %s neither sign-in nor member area keeps anybody out',
  async (name, picture, { width, theme }) => {
    const page = await (await device(product.url)).newPage()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await become(page, picture.as, `anna-${name}@example.com`)
    await bring(page, picture, product)
    await page.setViewportSize({ width, height: 900 })
    await wear(page, theme)
    await expectOpenToAll(page, `${theme}, ${width} px`)
  },
)

test('a name of one long word stays within a phone', async () => {
  const context = await device(product.url)
  await register(context, 'parola-lunga@example.com', 'W'.repeat(80))
  await choosePlan(context)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/dashboard')
  await page.getByText(/^Ciao W+/).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
