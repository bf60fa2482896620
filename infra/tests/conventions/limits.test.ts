import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import configuration from '../../../vitest.config.ts'
import containers from '../containers/vitest.config.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const leastMs = 120_000

/** The tests, and what only tests use. */
const files = globSync(
  [
    '{packages,services,infra,web}/**/*.test.{ts,tsx}',
    'packages/testing/src/*.ts',
    'infra/tests/**/*.ts',
    '{web,packages/*,services/*}/src/**/testing/**/*.{ts,tsx}',
  ],
  {
    cwd: root,
    exclude: ['**/node_modules/**', 'infra/tests/conventions/limits.test.ts', 'packages/testing/src/wait.ts'],
  },
)

/** Each catches a number or a name of milliseconds after which a wait ends. */
const limits = [
  /\b(?:[a-zA-Z]*[tT]imeout(?:Ms|Millis)?|waitMs|withinMs) ?[:=] ?(\d[\d_]*|\w+Ms)\b/g,
  /\bAbortSignal\.timeout\((\w+)/g,
  /\bset\w+Timeout\((\w+)/g,
  /\bperformance\.now\(\) \+ (\w+)/g,
  /\bperformance\.now\(\) - .*\.toBeLessThan\((\w+)/g,
  // The last argument of a test or a hook.
  /^ *\},(?: |\n +)([\d_]+),?\n? *\)$/gm,
  // They take one second, unless told otherwise.
  /\bvi\.(waitFor|waitUntil)\b/g,
]
const isLong = (limit: string) =>
  ['0', 'longestWaitMs'].includes(limit) || Number(limit.replaceAll('_', '')) >= leastMs

/** The lines with a wait that is too short for a busy machine. A comment with «on purpose» above it says why it must be. */
function shortWaitsIn(source: string): string[] {
  const lines = source.split('\n')
  return limits
    .flatMap(pattern => [...source.matchAll(pattern)])
    .filter(([, limit = '']) => !isLong(limit))
    .map(({ index }) => source.slice(0, index).split('\n').length)
    .filter(line => !/\/\/ .*\bon purpose\b/.test(lines[line - 2] ?? ''))
    .map(line => `${line}: ${lines[line - 1]?.trim()}`)
}

test('a test waits two minutes or more before it fails, because the machine may be busy', () => {
  const found = files.flatMap(file =>
    shortWaitsIn(readFileSync(path.join(root, file), 'utf8')).map(line => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test.each([
  'await vi.waitFor(look)',
  'await expect.poll(look, { timeout: 60_000 })',
  'const withinMs = 20_000',
  'const options = { timeout: listenMs }',
  'once(child, "exit", { signal: AbortSignal.timeout(15_000) })',
  'page.setDefaultTimeout(60_000)',
  'expect(performance.now() - startedMs).toBeLessThan(2_000)',
  'test("waits", async () => {\n}, 30_000)',
  'test.each(cases)(\n  "waits",\n  async () => {\n  },\n  60_000,\n)',
])('finds a short wait: %s', source => expect(shortWaitsIn(source)).toHaveLength(1))

const projects = [...(configuration.test?.projects ?? []), containers] as TestProjectInlineConfiguration[]

test.each(projects.map(({ test = {} }) => [String(test.name), test] as const))(
  'in the project %s a wait lasts as long, and ends before its test',
  (_name, { expect: { poll } = {}, testTimeout = 0, hookTimeout = 0 }) => {
    expect(poll?.timeout).toBeGreaterThanOrEqual(leastMs)
    expect(Math.min(testTimeout, hookTimeout)).toBeGreaterThan(poll?.timeout ?? 0)
  },
)
