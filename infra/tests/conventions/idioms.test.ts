import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { below, type Node, treeOf } from './syntax.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const files = globSync(['{packages,services}/*/src/**/*.{ts,tsx}', '{web,infra}/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', '**/.data', '**/*.generated.*'],
}).sort()
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isTest = (file: string) =>
  /\.test\.tsx?$|\/testing\/|^packages\/testing\/|^infra\/(tests|attack|bench|faults)\//.test(file)

/** Where a file has such nodes. */
function linesWith(file: string, code: string, isMeant: (node: Node, source: string) => boolean): string[] {
  return [...below(treeOf(file, code))]
    .filter(node => isMeant(node, code.slice(node.start, node.end)))
    .map(({ start }) => `${file}:${code.slice(0, start).split('\n').length}`)
}

const isCast = ({ type }: Node, source: string) => type === 'TSAsExpression' && !/\bas\s+const$/.test(source)

/** May fall. A schema, a type guard, `present` or a type that says more takes the place of a cast. */
const mostCasts = 153

test(`the product says with at most ${mostCasts} casts what the compiler does not see`, () => {
  const product = files.filter(file => !isTest(file) && / as /.test(read(file)))
  const casts = product.flatMap(file => linesWith(file, read(file), isCast))
  expect(casts.length, 'a new cast: check the value instead, or take another cast away').toBeLessThanOrEqual(
    mostCasts,
  )
})

test('a cast is seen, and what only looks like one is not', () => {
  const code = 'const a = b as C\nconst d = ["e"] as const\nexport * as f from "./g.ts"'
  expect(linesWith('a.ts', code, isCast)).toEqual(['a.ts:1'])
})

const isSpreadLiteral = ({ type, argument }: Node) =>
  (type === 'SpreadElement' || type === 'JSXSpreadAttribute') &&
  (argument as Node).type === 'ObjectExpression'

/** Another text would be another version, and fold them all again. */
const hashed = new Set(files.filter(file => file.endsWith('.projection.ts')))
for (const file of hashed)
  for (const [, imported = ''] of read(file).matchAll(/from '(\.\/[^']+)'/g))
    hashed.add(path.join(path.dirname(file), imported))

test('no literal is spread to keep a line short: its properties stand in the literal around it', () => {
  const others = files.filter(file => !hashed.has(file) && /\.\.\.\s*\{/.test(read(file)))
  expect(others.flatMap(file => linesWith(file, read(file), isSpreadLiteral))).toEqual([])
})

test('a spread literal is seen, and the spread of a value or a condition is not', () => {
  const code = 'f({ ...{ a, b }, c })\nf({ ...a, ...(b && { c }) })\nconst d = <E {...{ f }} {...g} />'
  expect(linesWith('a.tsx', code, isSpreadLiteral)).toEqual(['a.tsx:1', 'a.tsx:3'])
})

const zodNames = ['message', 'path', 'when', 'abort', 'params']
/** What zod is told about a refusal, in a value that several schemas share. */
const isSharedRefusal = ({ type, init }: Node) => {
  const literal = init as Node | null | undefined
  if (type !== 'VariableDeclarator' || literal?.type !== 'ObjectExpression') return false
  const names = (literal.properties as Node[]).map(({ key }) => (key as { name?: string } | undefined)?.name)
  return names.includes('message') && names.every(name => name && zodNames.includes(name))
}

test('zod deletes the `message` of what it is given: a value that several use says `error`', () => {
  const found = files.flatMap(file => linesWith(file, read(file), isSharedRefusal))
  expect(found).toEqual([])
  const code =
    "const a = { message: 'b', path: ['c'] }\nconst d = { message: 'e' }\nconst f = { message: 'g', name: 'h' }"
  expect(linesWith('a.ts', code, isSharedRefusal)).toEqual(['a.ts:1', 'a.ts:2'])
})
