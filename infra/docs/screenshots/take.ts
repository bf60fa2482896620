import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../../tests/journeys/browser.ts'
import { type RunningProduct, startProduct } from '../../tests/journeys/product.ts'
import { type Picture, pictures } from './pictures.ts'
import { preparePage, signInAs } from './prepare-page.ts'

/**
 * Every picture in both themes and two widths, as WebP: `npm run screenshots`. Those that documents show are beside this file,
 * all others go to `.data/screenshots`. `npm run screenshots -- setup dashboard` takes only those whose names begin like that.
 */

const others = path.resolve(import.meta.dirname, '../../../.data/screenshots')

const widths = { phone: 390, desk: 1440 } as const
const themes = ['light', 'dark'] as const
/** Of the demo's month. */
const visits = 400

type Screen = { theme: (typeof themes)[number]; size: keyof typeof widths }

async function take(
  picture: Picture,
  { theme, size }: Screen,
  { browser, product }: { browser: Browser; product: RunningProduct },
) {
  const name = `${picture.name}.${theme}.${size}`
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'it-IT',
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width: widths[size], height: 900 },
  })
  if (picture.name !== 'consent') {
    const refusal = JSON.stringify({ choice: 'none', at: Date.now(), isSent: true })
    await context.addInitScript(stored => localStorage.setItem('consent', stored), refusal)
  }
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await signInAs(page, picture.as, `anna-${name}@example.com`)
    await preparePage(page, picture, product)
    // An open dialog covers the window and not the whole page.
    const fullPage = (await page.getByRole('dialog').count()) === 0
    const png = await page.screenshot({ fullPage, animations: 'disabled' })
    const shown = path.join(import.meta.dirname, `${name}.webp`)
    const file = existsSync(shown) ? shown : path.join(others, `${name}.webp`)
    await sharp(png).resize({ width: 1440, withoutEnlargement: true }).webp({ quality: 70 }).toFile(file)
    console.log(path.relative(process.cwd(), file))
  } catch (error) {
    // The other pictures are still taken.
    console.error(`${name} could not be taken:`, error)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

const prefixes = process.argv.slice(2)
const chosen = pictures.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some(prefix => name.startsWith(prefix)),
)
if (chosen.length === 0) throw new Error(`no picture is named ${prefixes.join(' or ')}`)
mkdirSync(others, { recursive: true, mode: 0o700 })
const [browser, product] = await Promise.all([openBrowser(), startProduct({ visits })])
try {
  for (const picture of chosen)
    for (const theme of themes)
      for (const size of ['phone', 'desk'] as const)
        await take(picture, { theme, size }, { browser, product })
} finally {
  await Promise.all([browser.close(), product[Symbol.asyncDispose]()])
}
