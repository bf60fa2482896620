import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand } from '../src/content/brand.ts'
import type { PageEntry } from './paths.ts'

export type PageParts = {
  /** What the build made of `index.html`, without styles. */
  template: string
  markup: string
  /** Inline styles of the first view; the stylesheets then come last. Without them they come first. */
  critical?: string
  styles: string[]
  modules: string[]
  fonts: string[]
  /** The public URL without a final slash; empty if it is not known, and URLs are relative. */
  publicUrl: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`
const stylesheet = (file: string) => `<link rel="stylesheet" href="/${file}">`

function headOf({ path, title, description }: PageEntry, publicUrl: string): string[] {
  const full = `${title} · ${brand.name}`
  const head = [`<title>${escaped(full)}</title>`]
  // A page without a description is not for search engines.
  if (path === '/report') head.push(meta('name', 'referrer', 'no-referrer'))
  if (!description) return [...head, meta('name', 'robots', 'noindex')]
  return [
    ...head,
    meta('name', 'description', description),
    `<link rel="canonical" href="${publicUrl}${path}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'it_IT'),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:title', full),
    meta('property', 'og:description', description),
    meta('property', 'og:url', `${publicUrl}${path}`),
    meta('property', 'og:image', `${publicUrl}/og.png`),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

const codeTag = /\s*(<(?:script|link)[^>]*\b(?:type="module"|rel="modulepreload")[^>]*>(?:<\/script>)?)/g
const inline = (file: URL) => `<script>${readFileSync(file, 'utf8').trim()}</script>`
const earlyPress = inline(new URL('../src/shell/early-press.inline.js', import.meta.url))
const afterPaint = inline(new URL('../src/shell/after-paint.inline.js', import.meta.url))
const stylesFirst = inline(new URL('../src/shell/styles-first.inline.js', import.meta.url))

/** A page that is not prerendered whole preloads its code; one that is paints first. */
function codeTags({ isPrerendered }: PageEntry, { template, modules }: PageParts) {
  const preloads = modules.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
  if (!isPrerendered) return { page: template, early: preloads.join(''), late: '' }
  const tags = [...[...template.matchAll(codeTag)].map(([, tag = '']) => tag), ...preloads]
  const late = `<template id="code">${tags.join('')}</template>${afterPaint}`
  return { page: template.replace(codeTag, ''), early: earlyPress, late }
}

/** The finished page. */
export function pageDocument(entry: PageEntry, parts: PageParts): string {
  const { markup, critical, styles, fonts, publicUrl } = parts
  const { page, early, late } = codeTags(entry, parts)
  const sheets = styles.map(stylesheet).join('')
  const root = entry.isPrerendered ? 'id="root"' : 'id="root" data-waiting'
  const head = [
    // Before any stylesheet, since a script waits for those: it has to listen before anything can be pressed.
    early,
    ...headOf(entry, publicUrl),
    ...fonts.map(file => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    critical ? `<style>${critical}</style>` : sheets,
  ]
  // The script comes before the styles of what is below the first view, or it would wait for them.
  const body = `<div ${root}>${markup}</div>${late}${critical ? sheets + stylesFirst : ''}`
  return page
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
    .replace('<div id="root"></div>', () => body)
}

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g

/** The style elements that Radix's lists write. */
const radixStyles = ['select', 'scroll-area'].map(part => {
  const code = readFileSync(fileURLToPath(import.meta.resolve(`@radix-ui/react-${part}`)), 'utf8')
  const [, style] = /__html: `([^`$]+)`/.exec(code) ?? []
  if (!style) throw new Error(`@radix-ui/react-${part} writes its styles in another way: adapt the policy.`)
  return style
})

const hashesOf = (codes: readonly string[]) =>
  [...new Set(codes)].map(code => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)

/** What no page needs, so that nothing that gets into one can ask for it. Clipboard: codes and links are copied by a button. */
const permissions = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'clipboard-read', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['identity-credentials-get', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials'],
  ...['payment', 'picture-in-picture', 'publickey-credentials-create', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
]

/** The headers that a server has to send with the pages; the policy allows the inline scripts and styles of these pages. */
export function pageHeaders(...pages: string[]): Record<string, string> {
  const inline = (element: RegExp) =>
    pages.flatMap(html => [...html.matchAll(element)].map(([, code = '']) => code))
  const policy = [
    `default-src 'self'`,
    ['script-src', `'self'`, ...hashesOf(inline(inlineScript))].join(' '),
    ['style-src', `'self'`, ...hashesOf([...inline(inlineStyle), ...radixStyles])].join(' '),
    // Prerendered bars have their width in an attribute. It cannot select other elements.
    `style-src-attr 'unsafe-inline'`,
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
    'Permissions-Policy': [...permissions.map(name => `${name}=()`), 'clipboard-write=(self)'].join(', '),
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
