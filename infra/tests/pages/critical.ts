import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { cssRules, nameOf } from '../../../web/build/css-rules.ts'

const dist = path.resolve(import.meta.dirname, '../../../web/dist')

// What only comes with a pointer, a key or a click is not in the first view.
const afterwards = /:(?:hover|active|focus|focus-visible)\b/
const elsewhere = /@media (?:print|\(forced-colors)/
const pseudoElement = /::[\w-]+(?:\([^)]*\))?/g

/** What of a list of selectors can match before anybody does anything. */
function atFirst(list: string): string {
  const selectors = list.split(/,(?![^(]*\))/).filter(selector => !afterwards.test(selector))
  return selectors.join().replace(pseudoElement, '') || ':not(*)'
}

/** Runs in the page: which of the selectors match something, in one theme or the other. */
function matching(selectors: string[]): boolean[] {
  const matches = (selector: string) => {
    try {
      return document.querySelector(selector) !== null
    } catch {
      // A selector of another browser's.
      return false
    }
  }
  const found = ['light', 'dark'].map(theme => {
    document.documentElement.className = theme
    return selectors.map(matches)
  })
  return selectors.map((_selector, index) => found.some(inTheme => inTheme[index]))
}

/** The names of the stylesheet's rules that the built landing page needs before any script runs, as a browser matches them. */
export async function criticalRules(browser: Browser): Promise<string[]> {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8')
  const files = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, file = '']) => file)
  const css = (await Promise.all(files.map(file => readFile(path.join(dist, file), 'utf8')))).join('')
  const rules = cssRules(css).filter(
    ({ around, head }) => !head.startsWith('@') && !elsewhere.test(around.join(' ')),
  )
  const selectors = rules.map(({ head }) => atFirst(head))

  await using context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.route('**/*', route => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: path.join(dist, pathname === '/' ? 'index.html' : pathname) })
  })
  await page.goto('http://built.pages/')
  const found = await page.evaluate(matching, selectors)
  return [...new Set(rules.filter((_rule, index) => found[index]).map(nameOf))]
}
