import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../../../web/dist')

export const assets = path.join(dist, 'assets')

export type Weights = {
  /** Brotli bytes of the page with its inline styles. */
  html: number
  js: number
  css: number
  fonts: number
  tracker: number
}

/** In KB of 1000 bytes, like `Weights`. */
export const budget: Weights = { html: 14, js: 105, css: 36, fonts: 60, tracker: 2.3 }

/** Other budgets for the code of a page: the questions, sign-in with its forms, the console without its charts and menus. */
const codeBudgets: Record<string, number> = {
  'questionnaire.html': 106,
  'auth.html': 150,
  'dashboard.html': 170,
}
const consoleCode = 203

export const budgetOf = (page: string): Weights => ({
  ...budget,
  js: page.startsWith('admin-') ? consoleCode : (codeBudgets[page] ?? budget.js),
})

export const readBuilt = (file: string) => readFile(path.join(dist, file))

export const bytesOf = async (files: string[]) => {
  const sizes = await Promise.all(files.map(async file => brotliCompressSync(await readBuilt(file)).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const linked = (html: string, pattern: RegExp) => [
  ...new Set([...html.matchAll(pattern)].map(([, file = '']) => file)),
]

/** The scripts that a page loads by itself, without those that load on demand. */
export const scriptsOf = (html: string) => linked(html, /(?:src|href)="\/(assets\/[^"]+\.js)"/g)

/** A script with everything that it imports. */
async function withImports(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = (await readBuilt(file)).toString()
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    await withImports(`assets/${name}`, seen)
  }
  return seen
}

/** The texts of scripts and of all their imports, each once. */
export async function codeOf(scripts: readonly string[]): Promise<string[]> {
  const files = await Promise.all(scripts.map(file => withImports(file)))
  return Promise.all(
    [...new Set(files.flatMap(found => [...found]))].map(async file => String(await readBuilt(file))),
  )
}

/** All code that a page loads by itself. */
export const firstCode = async (page: string) => codeOf(scriptsOf((await readBuilt(page)).toString()))

/** The weight of the first load of a page. The tracker counts only what it adds. */
export async function weigh(page: string): Promise<Weights> {
  const html = (await readBuilt(page)).toString()
  const scripts = scriptsOf(html)
  const entry = await Promise.all(scripts.map(file => withImports(file)))
  const js = new Set(entry.flatMap(files => [...files]))
  const main = (await Promise.all([...js].map(readBuilt))).join('')
  const [trackerFile = ''] = linked(main, /(tracker-[\w-]+\.js)/g)
  const tracker = [...(await withImports(`assets/${trackerFile}`))].filter(file => !js.has(file))
  return {
    html: await bytesOf([page]),
    js: await bytesOf([...js]),
    css: await bytesOf(linked(html, /<link rel="stylesheet" href="\/([^"]+)"/g)),
    fonts: await bytesOf(linked(html, /<link rel="preload" href="\/([^"]+\.woff2)"/g)),
    tracker: await bytesOf(tracker),
  }
}
