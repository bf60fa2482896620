import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** What opens a connection, or reads an address, in a way of its own. */
const ownWays = [
  /\bnew (pg\.)?(Client|Pool)\(/,
  /\bextends (pg\.)?(Client|Pool)\b/,
  /\bparseDsn\b|\bstringifyDsn\b|pg-connection-string/,
  /\bcreatePool\b[^\n]*from 'slonik'|\bcreatePool as \w+/,
  /\bnew URL\((url|address|connectionString|\w*[dD]atabaseUrl|\w*eventStoreUrl|logUrl)\b/,
  /\/\^\(?postgres/,
]
/** The places through which all addresses go, and the server that runs on its own address. */
const places = ['packages/postgres/src/', 'packages/runtime/src/postgres/pool.ts']
/** Code of tests reads addresses that it made itself. */
const isTest = (file: string) =>
  /\.test\.ts$|\/testing\/|^packages\/testing\/|^infra\/(tests|attack|bench|faults)\//.test(file)

const product = globSync('{packages,services,infra}/**/*.{ts,mjs}', { cwd: root }).filter(
  file => !/(^|\/)(node_modules|dist|\.data)\//.test(file) && !isTest(file),
)

test('every PostgreSQL address goes through packages/postgres', () => {
  expect(product.length).toBeGreaterThan(300)
  const others = product.filter(
    file =>
      !places.some(place => file.startsWith(place)) &&
      ownWays.some(way => way.test(readFileSync(path.join(root, file), 'utf8'))),
  )
  expect(others).toEqual([])
})

test('the convention sees the ways that it forbids', () => {
  const ways = [
    'const client = new Client({ connectionString })',
    'new pg.Pool({ max })',
    "import { createPool } from 'slonik'",
    'parseDsn(url)',
    'new URL(databaseUrl)',
    '/^postgres(ql)?:/.test(url)',
  ]
  expect(ways.filter(line => !ownWays.some(way => way.test(line)))).toEqual([])
})
