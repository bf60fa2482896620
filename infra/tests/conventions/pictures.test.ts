import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
const notOurs = ['node_modules', 'dist', '.data', '.git'].map(folder => `**/${folder}`)

const filesOf = (pattern: string) => globSync(pattern, { cwd: root, exclude: notOurs }).sort()

/** The files that documents and pages name in links, `src` and imports. */
function named(): Set<string> {
  const texts = filesOf('{**/*.md,web/**/*.{html,ts,tsx}}')
  return new Set(
    texts.flatMap(text => {
      const links = readFileSync(path.join(root, text), 'utf8').matchAll(
        /[\w./-]+\.(?:webp|png|jpe?g|gif|svg)/g,
      )
      return [...links].map(([link]) =>
        // The address of a file in web/public is absolute.
        link.startsWith('/') ? path.join('web/public', link) : path.join(path.dirname(text), link),
      )
    }),
  )
}

test('every picture in the repository is shown by a document or a page', () => {
  const pictures = filesOf('**/*.{webp,png,jpg,jpeg,gif,svg}')
  const shown = named()
  expect(pictures).toContain('infra/docs/screenshots/landing.light.desk.webp')
  expect(pictures.filter(picture => !shown.has(picture))).toEqual([])
})
