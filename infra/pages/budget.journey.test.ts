import { expect, test } from 'vitest'
import { budget, built, scriptsOf, weigh } from './budget.ts'

test('the landing page’s first load stays within its budget of bytes', async () => {
  const weights = await weigh('index.html')
  for (const [part, bytes] of Object.entries(weights)) {
    expect(bytes, part).toBeGreaterThan(0)
    expect(bytes / 1000, part).toBeLessThanOrEqual(budget[part as keyof typeof budget])
  }
})

test.each([
  'strategies.html',
  'press-kit.html',
  'questionnaire.html',
  'privacy.html',
  'auth.html',
  '404.html',
])('%s is within the same budget', async page => {
  const weights = await weigh(page)
  expect(weights.html / 1000).toBeLessThanOrEqual(budget.html)
  expect(weights.css / 1000).toBeLessThanOrEqual(budget.css)
  expect(weights.fonts / 1000).toBeLessThanOrEqual(budget.fonts)
})

// A word that only this library's code has, and that no minifier may change.
const heavy = {
  recharts: 'recharts',
  zod: 'invalid_union',
  'react-hook-form': 'shouldUnregister',
  'Radix Select': 'rt-SelectContent',
  'Radix Dialog': 'rt-DialogContent',
  'Radix Toast': 'ToastViewport',
}

test.each(Object.entries(heavy))('%s is no part of the landing page’s first load', async (_name, word) => {
  const scripts = scriptsOf((await built('index.html')).toString())
  const code = await Promise.all(scripts.map(built))
  expect(code.length).toBeGreaterThan(0)
  expect(code.join('')).not.toContain(word)
})

test('every page is there in full before any script, and the private ones wait', async () => {
  const files: Record<string, string> = JSON.parse((await built('pages.json')).toString())
  const texts = new Map(
    await Promise.all(
      Object.entries(files).map(async ([path, file]) => [path, (await built(file)).toString()] as const),
    ),
  )
  expect(texts.get('/')).toContain('auth-placeholder')
  expect(texts.get('/')).toContain('Scegli il Tuo Piano')
  expect(texts.get('/strategies')).toContain('Conservative Shield')
  expect(texts.get('/dashboard')).toContain('Caricamento…')
  const titles = [...texts.values()].map(html => /<title>([^<]+)<\/title>/.exec(html)?.[1])
  expect(new Set(titles).size).toBe(texts.size)
})
