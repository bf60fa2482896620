import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPage } from '../journeys/device.ts'
import { lookOf } from '../journeys/looks.ts'
import { sharedProduct } from '../journeys/shared.ts'

const product = await sharedProduct()

type Visit = NonNullable<Parameters<Page['emulateMedia']>[0]> & { width?: number; codeComes?: boolean }

/** The landing page, painted, whose code and later styles are on their way until `arrive` lets them through. */
async function painted({ width = 1440, codeComes = true, ...media }: Visit = {}) {
  const page = await newPage(product.url, width)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.emulateMedia(media)
  await page.route(/\.(js|css)$/, async route => {
    await promise
    // What never comes stays on its way: a page tells code that is refused.
    if (codeComes || route.request().url().endsWith('.css')) await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return { page, arrive: resolve }
}

test('the landing page paints before its code asks for the network', async () => {
  const { page, arrive } = await painted()
  arrive()
  await page.getByRole('button', { name: 'Accetta' }).waitFor()
  const [paint, code] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  ])
  expect(code).toBeGreaterThanOrEqual(paint ?? Number.POSITIVE_INFINITY)
})

type Styled = [element: string, style: string][]

/** Runs in the page: how each element, and what stands before and after it, is shown. */
async function styled(): Promise<Styled> {
  await document.fonts.ready
  const properties = [...getComputedStyle(document.body)].filter(property => !property.startsWith('--'))
  return [...document.body.querySelectorAll('*')].flatMap(element =>
    ['', '::before', '::after'].map((part): Styled[number] => {
      const style = getComputedStyle(element, part)
      const shown = part === '' || style.content !== 'none' ? properties : ['content']
      const name = `${element.tagName} ${element.getAttribute('class')} ${part}`
      return [name, shown.map(property => `${property}: ${style.getPropertyValue(property)}`).join('; ')]
    }),
  )
}

const changes = ({ first, later }: { first: Styled; later: Styled }) =>
  first.flatMap(([element, style], index) => {
    const laterStyle = later[index]?.[1] ?? ''
    if (laterStyle === style) return []
    const before = style.split('; ')
    return [`${element} becomes ${laterStyle.split('; ').filter(line => !before.includes(line))}`]
  })

test.each([lookOf(0), lookOf(1)])(
  'the styles that come later change nothing of the first paint: $width px, $theme',
  async look => {
    const visit = {
      width: look.width,
      colorScheme: look.theme,
      reducedMotion: 'reduce',
      codeComes: false,
    } as const
    const { page, arrive } = await painted(visit)
    const moving = await page.evaluate(() =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0),
    )
    expect(moving).toEqual([])
    const first = await page.evaluateHandle(styled)
    arrive()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    )
    const later = await page.evaluateHandle(styled)
    expect(await page.evaluate(({ first }) => first.length, { first })).toBeGreaterThan(1000)
    expect(await page.evaluate(changes, { first, later })).toEqual([])
  },
)

test('a button that was pressed before the page’s code had come is pressed once the code is there', async () => {
  const { page, arrive } = await painted()
  const question = page.getByRole('button', { name: 'Come funziona il bot?' })
  await question.click()
  expect(await question.getAttribute('aria-expanded')).toBe('false')
  arrive()
  await page.locator('[aria-expanded=true]', { hasText: 'Come funziona il bot?' }).waitFor()
  // From then on each press counts once.
  await question.click()
  expect(await question.getAttribute('aria-expanded')).toBe('false')
})

test('once loaded, the page comes to rest: no request stays open', async () => {
  const { page, arrive } = await painted()
  const tracked = page.waitForRequest('**/api/tracking/interaction')
  arrive()
  const answer = await (await tracked).response()
  expect(await answer?.finished()).toBeNull()
})
