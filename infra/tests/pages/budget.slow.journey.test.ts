import { readdir } from 'node:fs/promises'
import { consolePages } from '@tba/web/admins/console-pages.ts'
import {
  assets,
  budget,
  budgetOf,
  codeOf,
  firstCode,
  readBuilt,
  scriptsOf,
  type Weights,
  weigh,
} from './budget.ts'

const weighed = [
  ...['index.html', 'auth.html', 'questionnaire.html', 'dashboard.html', 'admin-login.html'],
  ...consolePages.map(({ name }) => `admin-${name}.html`),
]

test.each(weighed)('the first load of %s stays within its budget of bytes', async page => {
  for (const [part, bytes] of Object.entries(await weigh(page))) {
    expect(bytes, part).toBeGreaterThan(0)
    expect(bytes / 1000, part).toBeLessThanOrEqual(budgetOf(page)[part as keyof Weights])
  }
})

test.each(['strategies.html', 'press-kit.html', 'privacy.html', '404.html'])(
  '%s is within the same budget',
  async page => {
    const weights = await weigh(page)
    expect(weights.html / 1000).toBeLessThanOrEqual(budget.html)
    expect(weights.css / 1000).toBeLessThanOrEqual(budget.css)
    expect(weights.fonts / 1000).toBeLessThanOrEqual(budget.fonts)
  },
)

// A word that only this library contains, and that a minifier keeps.
const heavy = {
  recharts: 'recharts',
  zod: 'invalid_union',
  'react-hook-form': 'shouldUnregister',
  'Radix Select': 'rt-SelectContent',
  'Radix Dialog': 'rt-DialogContent',
  'Radix Toast': 'ToastViewport',
}

// Sign-in is a form, so it loads react-hook-form and zod.
const light = ['index.html', 'questionnaire.html']

test.each(light.flatMap(page => Object.entries(heavy).map(([name, word]) => [name, page, word] as const)))(
  '%s is not in the first load of %s',
  async (_name, page, word) => {
    const scripts = scriptsOf((await readBuilt(page)).toString())
    const code = await Promise.all(scripts.map(readBuilt))
    expect(code.length).toBeGreaterThan(0)
    expect(code.join('')).not.toContain(word)
  },
)

test('Uppy is not in the first load of any page', async () => {
  const files: Record<string, string> = JSON.parse((await readBuilt('pages.json')).toString())
  for (const page of Object.values(files)) {
    const code = (await firstCode(page)).join('')
    expect(code.length, page).toBeGreaterThan(0)
    // The styles or the code of the widget.
    expect(code, page).not.toMatch(/uppy-Dashboard|AwsS3Multipart/)
  }
})

test('the charts’ code loads with a chart, and is not in the first load of any page', async () => {
  const pages = Object.values<string>(JSON.parse((await readBuilt('pages.json')).toString()))
  expect(pages).toContain('admin-dashboard.html')
  for (const page of pages) expect((await firstCode(page)).join(''), page).not.toContain(heavy.recharts)
  const chart = (await readdir(assets)).find(file => /^day\.chart-.*\.js$/.test(file))
  expect((await codeOf([`assets/${chart}`])).join('')).toContain(heavy.recharts)
})

test('every page is complete before any script; the private ones show that they wait', async () => {
  const files: Record<string, string> = JSON.parse((await readBuilt('pages.json')).toString())
  const texts = new Map(
    await Promise.all(
      Object.entries(files).map(async ([path, file]) => [path, (await readBuilt(file)).toString()] as const),
    ),
  )
  expect(texts.get('/')).toContain('auth-placeholder')
  expect(texts.get('/')).toContain('Scegli il Tuo Piano')
  expect(texts.get('/strategies')).toContain('Conservative Shield')
  expect(texts.get('/auth')).toMatch(/<input[^>]+autocomplete="current-password"[^>]*>/i)
  expect(texts.get('/questionnaire')).toContain('Chi sei')
  expect(texts.get('/dashboard')).toContain('Caricamento…')
  const titles = [...texts.values()].map(html => /<title>([^<]+)<\/title>/.exec(html)?.[1])
  expect(new Set(titles).size).toBe(texts.size)
})
