import { createHash } from 'node:crypto'

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The headers that a server has to send with the pages; the policy allows the inline scripts of these pages. */
export function pageHeaders(...pages: string[]): Record<string, string> {
  const scripts = pages.flatMap(html => [...html.matchAll(inlineScript)].map(([, code = '']) => code))
  const hashes = [...new Set(scripts)].map(
    code => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  const policy = [
    `default-src 'self'`,
    ['script-src', `'self'`, ...hashes].join(' '),
    // Radix's scroll lock writes a style element while a dialog is open.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  }
}
