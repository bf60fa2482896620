import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What the linter does not find. What it finds is tested in boundaries.slow.test.ts. */

const root = path.resolve(import.meta.dirname, '../../..')

/** Our files below these folders, without those that may. */
const filesWith = (pattern: RegExp, mayHaveIt: RegExp) =>
  globSync('{packages,services,infra,web}/**/*.{ts,tsx,mjs,sql,lua}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  }).filter(file => !mayHaveIt.test(file) && pattern.test(readFileSync(path.join(root, file), 'utf8')))

test('imports of our packages end in .ts: Vitest alone finds them under .js', () =>
  expect(filesWith(/(?:from|import\() ?'@tba\/[^']+\.js'/, /\.(sql|lua)$/)).toEqual([]))

/** Benchmarks, `npm run sql`, and tests of damage, loss or locks. */
const needTables =
  /^packages\/event-store\/|^infra\/(bench|start\/sql)\/|^infra\/start\/.*\.process\.test\.ts$|\/(damaged-rows|lost-events|migrate-log|seeded-log|copy\.slow|conventions\/commands)(\.db\.test)?\.ts$/

test('only the adapter knows the tables of the log', () =>
  expect(filesWith(/\blog\.(events|meta)\b/, needTables)).toEqual([]))

test('a command reads the log only behind the appends that still run', () => {
  const pattern = /\.readAll(Tolerantly)?\(/
  expect(filesWith(pattern, /^(?!services\/command-api\/src\/)|\.test\.ts$|\/read-since\.ts$/)).toEqual([])
})
