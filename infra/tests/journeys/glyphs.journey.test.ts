import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openBrowser } from './browser.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** The signs of our pages beyond ASCII, with a file of each; also those that a style sheet or a text escapes. */
function signsOfPages(): Map<string, string> {
  const signs = new Map<string, string>()
  for (const file of globSync('{web/src,packages/events/src}/**/*.{ts,tsx,css}', { cwd: root })) {
    if (/\.test\.|\/testing\//.test(file)) continue
    const escaped = file.endsWith('.css') ? /\\([0-9a-f]{2,6}) ?/gi : /\\u\{?([0-9a-f]{4,6})\}?/gi
    const text = readFileSync(path.join(root, file), 'utf8').replace(escaped, (_, code) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    for (const sign of text.match(/[\p{L}\p{N}\p{P}\p{S}]/gu) ?? []) if (sign > '\x7f') signs.set(sign, file)
  }
  return signs
}

test('every sign of our pages has a glyph in the fonts of this browser', async () => {
  const signs = signsOfPages()
  expect([...signs.keys()]).toEqual(expect.arrayContaining(['à', '€', '’', '…', '−', '←', '→']))
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  // No font has a glyph for the last of these: a noncharacter is drawn as any sign without a glyph.
  const missing = await page.evaluate(
    all => {
      const drawn = (sign: string) => {
        const canvas = document.createElement('canvas')
        const context = canvas.getContext('2d')
        if (!context) throw new Error('there is no canvas')
        context.font = '40px sans-serif'
        context.fillText(sign, 10, 60)
        return canvas.toDataURL()
      }
      const without = [drawn('\u{10fffe}'), drawn(' ')]
      return all.filter(sign => without.includes(drawn(sign)))
    },
    [...signs.keys()],
  )
  expect(missing.map(sign => `${sign} of ${signs.get(sign)}`)).toEqual([])
})
