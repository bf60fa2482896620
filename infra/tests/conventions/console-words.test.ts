import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projections } from '@tba/projector/projections.ts'
import { parseSync } from 'oxc-parser'
import { projectionName } from '../../../web/src/admins/parts/words/labels.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The specification's own texts. */
const ofSpecification = ['Lead Generati']

/** From the glossary: words that the console never says, by the word that it says instead. */
const rules = read('infra/docs/glossary.md')
  .split('## Words of the console')[1]
  ?.matchAll(/^\| (?!word|---)([^|]+) \|[^|]+\| ([^|]+) \|$/gm)
  .flatMap(([, word = '', never = '']) => never.split(', ').map(each => ({ word, never: each.trim() })))
  .toArray()

function textsOf(file: string): string[] {
  const texts: string[] = []
  function look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const node = value as { type?: string; value?: unknown }
    if (node.type?.startsWith('Import') || node.type?.startsWith('TS')) return
    if (node.type === 'JSXText' || node.type === 'Literal') texts.push(String(node.value))
    else if (node.type === 'TemplateElement') texts.push((node.value as { raw: string }).raw)
    else for (const inner of Object.values(node)) look(inner)
  }
  look(parseSync(file, read(file)).program)
  return texts.filter(text => /^\p{Lu}|\s/u.test(text.trim()) && !ofSpecification.includes(text.trim()))
}

const files = globSync(['web/src/admins/**/*.{ts,tsx}', 'packages/events/src/event-words.ts'], {
  cwd: root,
  // Those of the palette are what somebody else may say.
  exclude: ['**/*.test.*', '**/palette/page-words.ts'],
})

test('the console has one word for one thing, as the glossary says', () => {
  expect(rules?.length).toBeGreaterThan(10)
  const found = files.flatMap(file =>
    textsOf(file).flatMap(text =>
      (rules ?? [])
        .filter(({ never }) => new RegExp(`(?<![\\p{L}_-])${never}(?![\\p{L}_-])`, 'iu').test(text))
        .map(({ word, never }) => `${file}: «${text.trim()}» says ${never} instead of ${word}`),
    ),
  )
  expect(found).toEqual([])
})

test('every projection has an Italian name', () => {
  const unnamed = projections.map(({ name }) => name).filter(name => projectionName(name) === name)
  expect(unnamed).toEqual([])
})
