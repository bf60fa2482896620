import { brand } from '../src/content/brand.ts'
import type { PageEntry } from './paths.ts'
import { structuredData } from './structured-data.ts'

export type PageParts = {
  /** What the build made of `index.html`, without styles. */
  template: string
  markup: string
  /** Inline styles of the first view; the stylesheets then come last. Without them they come first. */
  critical?: string
  styles: string[]
  modules: string[]
  fonts: string[]
  /** Where this install is reached, without a final slash; empty where the build does not know: then addresses are relative. */
  publicUrl: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`
const stylesheet = (file: string) => `<link rel="stylesheet" href="/${file}">`

function said({ path, title, description }: PageEntry, publicUrl: string): string[] {
  const full = `${title} · ${brand.name}`
  const head = [`<title>${escaped(full)}</title>`]
  // What has no description is nobody's search result.
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
    ...(path === '/' ? [`<script type="application/ld+json">${structuredData}</script>`] : []),
  ]
}

/** The finished page. */
export function pageDocument(entry: PageEntry, parts: PageParts): string {
  const { template, markup, critical, styles, modules, fonts, publicUrl } = parts
  const sheets = styles.map(stylesheet).join('')
  const root = entry.whole ? 'id="root"' : 'id="root" data-waiting'
  const head = [
    ...said(entry, publicUrl),
    ...fonts.map(file => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    critical ? `<style>${critical}</style>` : sheets,
    ...modules.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  return template
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
    .replace('<div id="root"></div>', () => `<div ${root}>${markup}</div>${critical ? sheets : ''}`)
}
