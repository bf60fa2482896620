import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

const root = path.resolve(import.meta.dirname, '../../..')
type Node = { type?: string; callee?: Node; object?: Node; property?: { name?: string }; expression?: Node }

/** The import() that a chain of calls begins with. */
const begins = (node: Node | undefined): boolean =>
  node?.type === 'ImportExpression' || (node !== undefined && begins(node.callee ?? node.object))

/** Statements that load code and take no failure. Others hand their promise on. */
function unhandled(file: string, code: string): string[] {
  const found: string[] = []
  function look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { type, expression } = value as Node
    const isCaught = expression?.callee?.property?.name === 'catch'
    if (type === 'ExpressionStatement' && begins(expression) && !isCaught) found.push(file)
    for (const inner of Object.values(value)) look(inner)
  }
  look(parseSync(file, code).program)
  return found
}

test('code that is loaded later can fail to load: the network is away, or the page is left', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(file => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(file => unhandled(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ["import('./a.ts')", 1],
  ["import('./a.ts').then(run)", 1],
  ["import('./a.ts').then(run).catch(tell)", 0],
  ["const load = () => import('./a.ts')", 0],
])('%s: %i found', (code, count) => expect(unhandled('a.ts', code)).toHaveLength(count))
