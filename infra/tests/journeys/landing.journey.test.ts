import { describe, expect, test } from 'vitest'
import { arrivedAt, press, visitLanding } from './landing-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = (width: number) => visitLanding(product.url, width)

// A desk is looked at by the slow tests.
describe.each(process.env.TESTS === 'slow' ? [1440] : [390])('at %i px', width => {
  test('the header leads to every section, and the small menu closes on a choice', async () => {
    const page = await visit(width)
    for (const [name, id] of [
      ['Performance', 'performance'],
      ['FAQ', 'faq'],
      ['Funzionalità', 'features'],
      ['Prezzi', 'pricing'],
    ] as const) {
      if (width < 960) await press(page, 'Apri menu')
      await page.locator('#landing-nav').getByRole('button', { name }).click()
      await arrivedAt(page, id)
      if (width < 960) expect(await page.locator('#landing-nav').isVisible()).toBe(false)
    }
  })

  test('the hero’s button hides the plan banner and goes to the plans; a reload shows it again', async () => {
    const page = await visit(width)
    const banner = page.getByRole('complementary', { name: 'Scegli il Tuo Piano' })
    await banner.waitFor()
    await press(page, 'Inizia con €500')
    await banner.waitFor({ state: 'detached' })
    await arrivedAt(page, 'pricing')
    await page.reload()
    await banner.waitFor()
    await press(page, 'Chiudi avviso')
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Prenota Demo' }).click()
    await page.waitForURL('**/questionnaire?method=demo')
    await page.goBack()
    await page.getByRole('heading', { name: 'Il listino' }).waitFor()
    expect(await banner.count()).toBe(0)
  })

  test('the plan’s modal locks the page and closes by cross, Annulla and outside', async () => {
    const page = await visit(width)
    const dialog = page.getByRole('dialog')
    const ways = [
      () => dialog.getByRole('button', { name: 'Chiudi' }).click(),
      () => dialog.getByRole('button', { name: 'Annulla' }).click(),
      () => page.mouse.click(4, 400),
    ]
    for (const close of ways) {
      await press(page, 'Scegli Professional')
      await dialog.getByText('Avviso di rischio.').waitFor()
      const before = await page.evaluate(() => scrollY)
      await page.mouse.move(4, 400)
      await page.mouse.wheel(0, 600)
      expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
      expect(await page.evaluate(() => scrollY)).toBe(before)
      await close()
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('sections are reached from the footer, from other pages and from an address', async () => {
    const page = await visit(width)
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Performance' }).click()
    await arrivedAt(page, 'performance')
    await footer.getByRole('link', { name: 'Press kit' }).click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    await page.waitForURL('**/#faq')
    await arrivedAt(page, 'faq')
    await page.goto('/?utm_source=prova#pricing')
    await arrivedAt(page, 'pricing')
  })
})
