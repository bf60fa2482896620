import { describe, expect, test } from 'vitest'
import { arrivedAt, codes, press, visitLanding } from './landing-visit.ts'
import { sharedProduct } from './shared.ts'

const product = await sharedProduct()

const visit = (width: number) => visitLanding(product.url, width)

const twelve = ['+39', '+1', '+44', '+33', '+49', '+34', '+41', '+43', '+31', '+32', '+351', '+30']

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

  test('a call is asked for without any request, and only with a number', async () => {
    const page = await visit(width)
    const sent: string[] = []
    page.on('request', request => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    const logged: string[] = []
    page.on('console', message => message.type() === 'log' && logged.push(message.text()))
    const alerts: string[] = []
    page.on('dialog', dialog => {
      alerts.push(dialog.message())
      return dialog.accept()
    })
    await press(page, 'Parla con un Esperto')
    await page.getByText('Inserisci il tuo numero per essere contattato.').waitFor()
    expect(await codes(page, '.plan-banner')).toEqual(['+39', '+1', '+44', '+49', '+33', '+34', '+41', '+43'])
    const phone = page.locator('.plan-banner input[type=tel]')
    await phone.fill('   ')
    await press(page, 'Richiedi Chiamata')
    expect([alerts, logged]).toEqual([[], []])
    await phone.fill('333 1234567')
    await press(page, 'Richiedi Chiamata')
    await phone.waitFor({ state: 'detached' })
    expect(alerts).toEqual(['Grazie! Ti contatteremo presto.'])
    expect(logged.join()).toContain('Richiesta di contatto')
    expect(sent.filter(path => !path.startsWith('/api/tracking/'))).toEqual([])
    await press(page, 'Parla con un Esperto')
    expect(await phone.inputValue()).toBe('')
    await press(page, 'Annulla')
    await phone.waitFor({ state: 'detached' })
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

  test('one answer is open at a time, and the contact box on its own', async () => {
    const page = await visit(width)
    const questions = page.locator('.faq-list button')
    const open = () => page.locator('.faq-list button[aria-expanded=true]').allTextContents()
    await questions.nth(0).click()
    await press(page, 'Contattaci')
    await questions.nth(3).click()
    expect(await open()).toEqual([await questions.nth(3).textContent()])
    expect(await page.locator('.faq-answer:visible').count()).toBe(1)
    await questions.nth(3).click()
    expect(await open()).toEqual([])
    const contact = page.locator('.faq-contact')
    expect(await codes(page, '.faq-contact')).toEqual(twelve)
    for (const name of ['WhatsApp', 'Chiamata', 'Demo']) {
      expect(await contact.getByRole('button', { name }).isDisabled()).toBe(true)
    }
    await contact.locator('input').fill('333 12')
    await contact.getByRole('button', { name: 'Chiamata' }).click()
    await page.waitForURL(/\/questionnaire\?method=call&phone=333(\+|%20)12&country=%2B39$/)
  })

  test('the closing section carries the number to WhatsApp and call, never to the demo', async () => {
    const page = await visit(width)
    const closing = page.getByRole('region', { name: 'Parliamone prima che tu decida.' })
    const whatsapp = closing.getByRole('button', { name: 'Scrivici su WhatsApp' })
    expect(await codes(page, '.closing')).toEqual(twelve)
    expect(await whatsapp.isDisabled()).toBe(true)
    expect(await closing.getByRole('link', { name: 'Prenota una demo' }).getAttribute('href')).toBe(
      '/questionnaire?method=demo',
    )
    await closing.locator('select').selectOption('+41')
    await closing.locator('input').fill('791234567')
    await whatsapp.click()
    await page.waitForURL('**/questionnaire?method=whatsapp&phone=791234567&country=%2B41')
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
