import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { paths } from './paths.ts'

const themeScript = () =>
  readFileSync(new URL('../src/shell/theme.inline.js', import.meta.url), 'utf8').trim()

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The headers that every server of the pages sends; `html` tells which inline scripts may run. */
export function pageHeaders(html: string): Record<string, string> {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
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

/** Puts the theme script into the head, before anything paints, and writes beside the page what its server needs: `headers.json`, and
 * `pages.json` with the file of each address. */
export function pages(): Plugin {
  return {
    name: 'pages',
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: themeScript(), injectTo: 'head-prepend' }],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const headers = pageHeaders(page.source.toString())
        this.emitFile({
          type: 'asset',
          fileName: 'headers.json',
          source: `${JSON.stringify(headers, null, 2)}\n`,
        })
        const files = Object.fromEntries(paths.map(path => [path, 'index.html']))
        this.emitFile({
          type: 'asset',
          fileName: 'pages.json',
          source: `${JSON.stringify(files, null, 2)}\n`,
        })
      },
    },
  }
}
