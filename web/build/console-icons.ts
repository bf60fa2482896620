import type { Plugin } from 'vite'

const icons = '@radix-ui/react-icons'

/**
 * The icons are one module, of which the build keeps what any page uses, for all pages. The console gets one of its own, so
 * that whoever reads the public pages loads none of its icons.
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
