import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageHeaders } from '../../build/headers.ts'

test('Only the scripts that stand in the page may run inline', () => {
  const script = 'document.documentElement.classList.add("dark")'
  const html = `<head><script>${script}</script><script type="module" src="/a.js"></script></head>`
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = pageHeaders(html)['Content-Security-Policy']
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain(`frame-ancestors 'none'`)
})
