import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const minBytes = 1024
const compressible = /\.(?:html|js|css|svg|json|xml)$/

async function compress(file: string) {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** Writes `.br` and `.gz` beside each text file of the build, so that no server has to compress. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const entries = await readdir(folder, { recursive: true })
        await Promise.all(
          entries.filter(name => compressible.test(name)).map(name => compress(path.join(folder, name))),
        )
      },
    },
  }
}

const icons = '@radix-ui/react-icons'

/**
 * All pages share one module with the icons that any page uses. The console gets its own, so that the public pages load
 * none of its icons.
 */
export const consoleIcons = (): Plugin => ({
  name: 'console-icons',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== icons || !importer?.includes('/src/admins/')) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && { ...found, id: `${found.id}?console` }
  },
})

type Container = { replaceWith(...nodes: unknown[]): void; nodes?: unknown[] }

/**
 * Lets the stylesheets of single Radix Themes components be imported from its `src`: their own `@breakpoints`
 * rule, which repeats every size for five screen widths, is unwrapped, as no responsive prop is used here.
 */
export const themesCss = () => ({
  postcssPlugin: 'themes-css',
  AtRule: { breakpoints: (rule: Container) => rule.replaceWith(...(rule.nodes ?? [])) },
})
