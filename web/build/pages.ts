import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { criticalCss } from './critical.ts'
import { pageDocument, pageHeaders } from './document.ts'
import { notFoundEntry, type PageEntry, pageEntries } from './paths.ts'
import { buildPrerender } from './prerender.ts'

type Bundle = Rolldown.OutputBundle

const themeScript = () =>
  readFileSync(new URL('../src/shell/theme.inline.js', import.meta.url), 'utf8').trim()

const publicUrl = (process.env.PUBLIC_URL ?? '').replace(/\/+$/, '')

const moduleScript = /<script type="module"[^>]* src="\/([^"]+)"/g

const chunks = (bundle: Bundle) => Object.values(bundle).filter(part => part.type === 'chunk')

/** A chunk's file and those of its static imports. */
function withImports(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) withImports(bundle, imported, seen)
  return seen
}

const stylesOf = (bundle: Bundle, files: Iterable<string>) =>
  [...files].flatMap(file => {
    const chunk = bundle[file]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })

/** The files that a page needs in addition to the first load. */
function filesOfPage(bundle: Bundle, { modules: parts = [] }: PageEntry, first: Set<string>) {
  const needed = new Set<string>()
  for (const part of parts) {
    const chunk = chunks(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${part}`))
    if (chunk) withImports(bundle, chunk.fileName, needed)
  }
  const modules = [...needed].filter(file => !first.has(file))
  return { modules, styles: stylesOf(bundle, modules) }
}

const textOf = (bundle: Bundle, file: string) => {
  const asset = bundle[file]
  return asset?.type === 'asset' ? asset.source.toString() : ''
}

/** Every page as a file, by the file's name. */
async function documents(bundle: Bundle, root: string): Promise<Map<string, string>> {
  const template = textOf(bundle, 'index.html').replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
  const first = new Set<string>()
  for (const [, file = ''] of template.matchAll(moduleScript)) withImports(bundle, file, first)
  const firstStyles = stylesOf(bundle, first)
  const css = firstStyles.map(file => textOf(bundle, file)).join('')
  const fonts = Object.keys(bundle).filter(file => /(bodoni-moda|instrument-sans)[^/]*\.woff2$/.test(file))

  const prerender = await buildPrerender(root)
  const files = new Map<string, string>()
  for (const entry of [...pageEntries, notFoundEntry]) {
    const markup = await prerender(entry.path, entry.isPrerendered)
    const critical = entry.path === '/' ? await criticalCss(css, markup) : undefined
    const { modules, styles } = filesOfPage(bundle, entry, first)
    const parts = { template, markup, modules, fonts, publicUrl, styles: [...firstStyles, ...styles] }
    files.set(entry.file, pageDocument(entry, { ...parts, ...(critical ? { critical } : {}) }))
  }
  return files
}

const sitemap = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ...pageEntries
    .filter(({ description }) => description)
    .map(({ path }) => `<url><loc>${publicUrl}${path}</loc></url>`),
  '</urlset>\n',
].join('\n')

/**
 * Prerenders every page, with the theme script in its head before anything paints, and writes beside them what
 * their servers need: `headers.json`, and `pages.json` with the file of each address.
 */
export function pages(): Plugin {
  let root = ''
  return {
    name: 'pages',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: themeScript(), injectTo: 'head-prepend' }],
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        if (!bundle['index.html']) return
        const files = await documents(bundle, root)
        const byPath = Object.fromEntries(pageEntries.map(({ path, file }) => [path, file]))
        delete bundle['index.html']
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
        for (const [file, html] of files) emit(file, html)
        emit('headers.json', `${JSON.stringify(pageHeaders(...files.values()), null, 2)}\n`)
        emit('pages.json', `${JSON.stringify(byPath, null, 2)}\n`)
        emit('sitemap.xml', sitemap)
        emit('robots.txt', `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`)
      },
    },
  }
}
