import { arrivedAt, press, visitLanding } from './landing-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = () => visitLanding(product.url, 390)

test('the header leads to every section, and the small menu closes on a choice and on Escape', async () => {
  const page = await visit()
  for (const [name, id] of [
    ['Performance', 'performance'],
    ['FAQ', 'faq'],
    ['Funzionalità', 'features'],
    ['Prezzi', 'pricing'],
  ] as const) {
    await press(page, 'Apri menu')
    await page.locator('#landing-nav').getByRole('button', { name }).click()
    await arrivedAt(page, id)
    expect(await page.locator('#landing-nav').isVisible()).toBe(false)
  }
  await press(page, 'Apri menu')
  await page.locator('#landing-nav').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#landing-nav').waitFor({ state: 'hidden' })
})

test('the plan’s modal locks the page, and closes by the cross, Annulla and a click outside', async () => {
  const page = await visit()
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

test('the footer, other pages and an address lead to the sections', async () => {
  const page = await visit()
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

test('a page looks the same after a click on the landing page and at its own address', async () => {
  const page = await visit()
  const looks = async () => {
    await page.getByLabel('Nome e cognome').waitFor()
    // A translator adds its own elements a moment later.
    return page.locator('main form *:not(font)').evaluateAll(all =>
      all.map(each => {
        const { display, padding, textIndent, border, font, color } = getComputedStyle(each)
        return [each.tagName, display, padding, textIndent, border, font, color].join(' ')
      }),
    )
  }
  await page.getByRole('link', { name: 'Prenota Demo' }).first().click()
  await page.waitForURL('**/questionnaire?method=demo')
  const led = await looks()
  await page.reload()
  expect(led).toEqual(await looks())
})
