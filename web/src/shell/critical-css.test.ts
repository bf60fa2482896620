import { expect, test } from 'vitest'
import { criticalCss } from '../../build/critical.ts'
import { cssRules, cssText, nameOf } from '../../build/css-rules.ts'

const sheet =
  '@layer themes;@layer themes{.a{color:red}@media (min-width:1px){.b{color:var(--x)}}}' +
  '@font-face{font-family:F;src:url(f.woff2)}@keyframes draw{from{opacity:0}}@keyframes other{to{opacity:1}}' +
  ':root{--x:var(--y);--y:#fff;--z:#000}.c:after{content:"}{;"}.d{animation:draw 1s}.e{color:blue}'

test('A stylesheet that was taken apart is the same when put together', () => {
  expect(cssText(cssRules(sheet))).toBe(sheet)
})

test('A rule is named by what stands around it, and signs in quotes are text', () => {
  expect(cssRules(sheet).map(nameOf)).toEqual([
    '@layer themes;',
    '@layer themes .a',
    '@layer themes @media (min-width:1px) .b',
    '@font-face',
    '@keyframes draw',
    '@keyframes other',
    ':root',
    '.c:after',
    '.d',
    '.e',
  ])
})

test('The first view keeps its rules, with their layers, fonts, movements and the variables that they ask for', () => {
  const names = ['@layer themes @media (min-width:1px) .b', ':root', '.d']
  expect(criticalCss(sheet, names, '<p></p>')).toBe(
    '@layer themes;@layer themes{@media (min-width:1px){.b{color:var(--x)}}}@font-face{font-family:F;src:url(f.woff2)}' +
      ':root{--x:var(--y);--y:#fff;}.d{animation:draw 1s}@keyframes draw{from{opacity:0}}',
  )
})

test('A variable that only the page’s inline styles ask for stays', () => {
  expect(criticalCss(sheet, [':root'], '<p style="color:var(--z)"></p>')).toContain('--z:#000')
})
