import { createHash } from 'node:crypto'
import { criticalCss } from '../../build/critical.ts'
import { pageHeaders } from '../../build/document.ts'

test.each([
  [
    'The first view has the rules of its own elements, not of other variants',
    '.button:where(.solid){color:red}.button:where(.ghost){color:blue}.menu{color:green}' +
      '@layer themes{@media (min-width:1px){.button{margin:0}.menu{margin:0}}}',
    '<a class="button solid">Inizia</a>',
    '.button:where(.solid){color:red}@layer themes{@media (min-width:1px){.button{margin:0}}}',
  ],
  [
    'The first view has the rules of pseudo-elements, but not of hover',
    'p:after{content:"+"}p::before{content:"}{;"}p>::marker{color:red}b:after{content:"-"}p:hover{color:blue}',
    '<p><i></i></p>',
    'p:after{content:"+"}p::before{content:"}{;"}p>::marker{color:red}',
  ],
  [
    'Rules include the animations and the variables that they use, and no others',
    '@keyframes draw{from{opacity:0}}@keyframes other{to{opacity:1}}' +
      ':root{--x:var(--y);--y:#fff;--z:#000}b{--x:red}p{animation:draw 1s;color:var(--x)}',
    '<p></p>',
    '@keyframes draw{from{opacity:0}}:root{--x:var(--y);--y:#fff;}p{animation:draw 1s;color:var(--x)}',
  ],
])('%s', async (_what, sheet, view, rules) => expect(await criticalCss(sheet, view)).toBe(rules))

test('Fonts with a file and their fallbacks are in the first view; Radix’s own fonts are not', async () => {
  const own = '@font-face{font-family:Own;src:url(/own.woff2)}@font-face{font-family:Like;src:local(Arial)}'
  const sheet = `${own}@font-face{font-family:"Segoe UI (Custom)";src:local(Segoe UI)}:root{--f:Own,Like}p{font:1px var(--f)}`
  expect(await criticalCss(sheet, '<p></p>')).toBe(`${own}:root{--f:Own,Like}p{font:1px var(--f)}`)
})

test('Only the page’s own scripts and styles may run inline', () => {
  const script = 'document.documentElement.classList.add("dark")'
  const style = 'p{color:red}'
  const html = `<head><style>${style}</style><script>${script}</script><script type="module" src="/a.js"></script></head>`
  const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  const policy = pageHeaders(html)['Content-Security-Policy']
  expect(policy).toContain(`script-src 'self' ${hashOf(script)};`)
  expect(policy).toMatch(/; style-src 'self'( 'sha256-[^']+'){3};/)
  expect(policy).toContain(hashOf(style))
  expect(policy).toContain(`frame-ancestors 'none'`)
})
