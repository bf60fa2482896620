/** `npm run pictures`: draws the icons and the picture that a shared link shows, in the product's own fonts and colours. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { brand } from '../src/content/brand.ts'

const web = path.resolve(import.meta.dirname, '..')
const fonts = path.resolve(web, '../node_modules/@fontsource-variable')

const font = async (family: string, file: string) => {
  const data = (await readFile(path.join(fonts, file))).toString('base64')
  return `@font-face { font-family: "${family}"; font-weight: 400 900; src: url(data:font/woff2;base64,${data}) }`
}
const faces = [
  await font('Bodoni Moda', 'bodoni-moda/files/bodoni-moda-latin-wght-normal.woff2'),
  await font('Instrument Sans', 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
].join('\n')

const lines = Array.from(
  { length: 24 },
  (_, turn) => `<ellipse rx="96" ry="38" transform="rotate(${(turn * 180) / 24})"/>`,
).join('')

const shared = `<style>${faces}
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; position: relative; overflow: hidden; background: #fffdfa; color: #1f211c; padding: 72px 84px }
  svg { position: absolute; right: -430px; top: -110px; width: 860px; fill: none; stroke: #5ab794; stroke-width: .2 }
  .name { font: 700 44px "Bodoni Moda"; padding-bottom: 22px; border-bottom: 2px solid }
  h1 { margin-top: 84px; width: 720px; font: 600 84px/1.04 "Bodoni Moda"; letter-spacing: -.015em }
  .band { position: absolute; inset: auto 0 0; padding: 24px 84px; background: #f6e3d6; font: 400 27px "Instrument Sans" }
</style><svg viewBox="-100 -100 200 200">${lines}</svg>
<p class="name">${brand.name}</p><h1>Il mercato non chiude mai. Il tuo bot nemmeno.</h1>
<p class="band">${brand.tagline}. Il capitale è a rischio.</p>`

const favicon = await readFile(path.join(web, 'public/favicon.svg'), 'utf8')
const icon = `<style>body { margin: 0; background: #0e6b4f; padding: 8% } svg { display: block; width: 100% }</style>${favicon}`

const pictures = [
  { file: 'og.png', width: 1200, height: 630, html: shared },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: icon },
]

// The Chromium that the bootstrap found.
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const { file, width, height, html } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(`<!doctype html><body>${html}</body>`)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await writeFile(path.join(web, 'public', file), await page.screenshot())
    await page.close()
  }
} finally {
  await browser.close()
}
