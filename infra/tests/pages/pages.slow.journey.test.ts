import type { Page } from 'playwright-core'
import { newPage } from '../journeys/device.ts'
import { screenOf } from '../journeys/screens.ts'
import { sharedProduct } from '../journeys/shared.ts'
import { violations } from '../journeys/violations.ts'

const product = await sharedProduct()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.each([screenOf(0), screenOf(1)])('the landing page is accessible at $width px, $theme', async screen => {
  const page = await newPage(product.url, screen.width)
  await page.emulateMedia({ colorScheme: screen.theme, reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  await press(page, 'Parla con un Esperto')
  await press(page, 'Contattaci')
  await press(page, 'Posso perdere il mio denaro?')
  expect(await violations(page)).toEqual([])
  await press(page, 'Rifiuta')
  if (screen.width < 960) {
    await press(page, 'Apri menu')
    expect(await violations(page)).toEqual([])
    await press(page, 'Chiudi menu')
  }
  await press(page, 'Scegli Starter')
  await page.getByRole('dialog').getByText('Avviso di rischio.').waitFor()
  expect(await violations(page)).toEqual([])
})

/** Adds up the layout shifts, from the first moment of the page. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sum = { shift: 0 }
    Object.assign(window, { sum })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        sum.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      await document.fonts.ready
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { sum: { shift: number } }).sum.shift
    })
}

/** The first text keeps its place only if Arial, or a font of equal width, is installed. */
async function hasFallbackFonts(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    Promise.any(
      ['Arial', 'Liberation Sans'].map(name => new FontFace('fallback', `local('${name}')`).load()),
    ).then(
      () => true,
      () => false,
    ),
  )
}

test.for([390, 1440])('nothing moves while late fonts and styles arrive at %i px', async (width, context) => {
  const page = await newPage(product.url, width)
  if (!(await hasFallbackFonts(page))) {
    console.error('NO ARIAL OR LIBERATION FONTS HERE: whether text moves as its fonts come is SKIPPED.')
    context.skip()
  }
  const shift = await watchShifts(page)
  let release = () => {}
  const painted = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\.(woff2|css)$/, async route => {
    await painted
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  release()
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  expect(await shift()).toBeLessThanOrEqual(0.01)
})

test('a printed page is light in both themes, and leaves out parts that only work on a screen', async () => {
  const page = await newPage(product.url)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  const colours = () =>
    page
      .locator('.risk-band')
      .first()
      .evaluate(band => [getComputedStyle(band).color, getComputedStyle(band).backgroundColor])
  expect(await colours()).toEqual(['rgb(236, 234, 227)', 'rgb(44, 34, 28)'])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await colours()).toEqual(['rgb(0, 0, 0)', 'rgb(246, 227, 214)'])
  for (const name of [
    'Inizia Ora',
    'Inizia con €500',
    'Accetta',
    'Parla con un Esperto',
    'Scegli Elite',
    'Contattaci',
  ]) {
    expect(await page.getByRole('button', { name, exact: true }).isVisible(), name).toBe(false)
  }
  expect(await page.getByText('Avviso di rischio.').first().isVisible()).toBe(true)
  expect(await page.locator('.faq-answer:visible').count()).toBeGreaterThan(1)
})

/** With the headers of a browser. This client alone would also ask for an uncached answer. */
const asked = { 'cache-control': 'max-age=0' }

test('pages are compressed and checked each time, and files are cached for a year', async () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}${path}`, { headers: { 'accept-encoding': 'br', ...headers } })
  const page = await get('/')
  const html = await page.text()
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: expect.stringMatching(/accept-encoding/i),
    'content-security-policy': expect.stringMatching(/script-src 'self' 'sha256-[^']+'/),
  })
  expect(page.headers.get('content-security-policy')).not.toContain(`script-src 'self' 'unsafe-inline'`)
  expect((await get('/', { ...asked, 'if-none-match': page.headers.get('etag') ?? '' })).status).toBe(304)
  expect((await get('/', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
  const [, script = ''] = /(?:src|href)="(\/assets\/libraries[^"]+\.js)"/.exec(html) ?? []
  const file = await get(script)
  expect(file.headers.get('content-encoding')).toBe('br')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await (await get('/sitemap.xml')).text()).toContain(`<loc>${product.url}/strategies</loc>`)
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${product.url}/sitemap.xml`)
})

test('a public page names its address on the host that was asked for, whatever the build knew', async () => {
  for (const path of ['/', '/strategies']) {
    const html = await (await fetch(product.url + path)).text()
    expect(html).toContain(`<link rel="canonical" href="${product.url}${path}">`)
    expect(html).toContain(`<meta property="og:url" content="${product.url}${path}">`)
    expect(html).toContain(`<meta property="og:image" content="${product.url}/og.png">`)
  }
})

test('an unknown address that is requested again gets the whole 404 page', async () => {
  const first = await fetch(`${product.url}/non-esiste`)
  const again = await fetch(`${product.url}/non-esiste`, {
    headers: { ...asked, 'if-modified-since': new Date().toUTCString() },
  })
  expect(again.status).toBe(404)
  expect(await again.text()).toBe(await first.text())
})

test('an unknown address gets the 404 page with its status, and pages.json is not public', async () => {
  const page = await newPage(product.url)
  for (const path of ['/non-esiste', '/pages.json', '/index.html']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await page.getByText('Did you forget to add the page to the router?').waitFor()
  }
})
