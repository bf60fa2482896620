import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** A copy of the product with its tests, inside the checkout so that it finds its libraries. */
function copyOfTheProduct(): string {
  mkdirSync(path.join(root, '.data'), { recursive: true })
  const copy = mkdtempSync(path.join(root, '.data', 'generated-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const present = String(listed)
    .split('\n')
    .filter(file => file && existsSync(path.join(root, file)) && !/\.(webp|png)$/.test(file))
  for (const file of present) cpSync(path.join(root, file), path.join(copy, file))
  // These are relative links. In the copy they lead to its own folders.
  const own = 'node_modules/@tba'
  cpSync(path.join(root, own), path.join(copy, own), { recursive: true, verbatimSymlinks: true })
  // Libraries of which a workspace has its own version.
  for (const file of present.filter(name => name.endsWith('/package.json'))) {
    const libraries = path.join(path.dirname(file), 'node_modules')
    if (existsSync(path.join(root, libraries)))
      symlinkSync(path.join(root, libraries), path.join(copy, libraries))
  }
  return copy
}

/** All output of a program in the copy, also if it fails. */
async function outputOf(copy: string, program: string, ...args: string[]): Promise<string> {
  // Programs look for Node.js in PATH. Without npm that would be the machine's Node.js, which may be older.
  const PATH = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env.PATH]
  const child = spawn(program, args, {
    cwd: copy,
    // TESTS is empty, so that the copy runs the tests of `npm test`.
    env: { ...process.env, PATH: PATH.join(path.delimiter), TESTS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return output.join('')
}

const contents = 'infra/tests/conventions/contents.test.ts'
const onNothing = [
  ...[
    'infra/tests/conventions/registered.test.ts',
    contents,
    'packages/events/src',
    'packages/runtime/src/sealing',
  ],
  ...[
    'services/projector/src/projections.test.ts',
    'services/projector/src/engine/versions/versions.test.ts',
  ],
  ...['profile/profile.page', 'security/security', 'activity.panel'].map(
    name => `web/src/accounts/${name}.test.tsx`,
  ),
  'web/src/admins/history/event/event-data.test.tsx',
  'web/src/trial-notes/trial-notes.panel.test.tsx',
]
const onTheProduct = [
  ...['matrix', 'tables-of-a-customer', 'api-docs', 'streams-of-customers'].map(
    name => `infra/tests/http/${name}.db.test.ts`,
  ),
]

let copy: string
const files = { ofContext: [] as string[], ofActions: [] as string[] }

beforeAll(async () => {
  copy = copyOfTheProduct()
  const written = async (...args: string[]) => {
    const output = await outputOf(copy, 'node', 'infra/start/new/new.main.ts', ...args)
    return [...output.matchAll(/^ {2}(\S+)$/gm)].map(([, file = '']) => file)
  }
  files.ofContext = await written('context', 'trial-notes', '--console', '--fields', 'subject,text')
  files.ofActions = [
    ...(await written('action', 'trial-notes', 'pin-trial-note')),
    ...(await written('action', 'setup', 'send-trial-text', 'TrialTextSent', '--text')),
  ]
  // The same as npm run fix.
  const formatted = await outputOf(copy, 'biome', 'check', '--write', ...new Set(Object.values(files).flat()))
  expect(formatted).not.toMatch(/Found \d+ (error|warning)/)
  await outputOf(copy, 'node', 'services/projector/src/engine/versions/versions.main.ts')
  await outputOf(copy, 'vitest', 'run', '--project', 'unit', contents, '--update')
})
afterAll(() => rmSync(copy, { recursive: true }))

async function pass(...tests: string[]) {
  const tested = await outputOf(copy, 'vitest', 'run', ...tests)
  expect(tested).toMatch(/Tests .*\d+ passed/)
  expect(tested, tested).not.toMatch(/\d failed/)
}

test('npm run new writes an action with names by its rule, and a context with a console page in at most 20 files', () => {
  expect(files.ofActions).toContain('packages/events/fixtures/TrialNotePinned.v1.json')
  expect(files.ofActions).toContain('packages/events/fixtures/TrialTextSent.v1.json')
  expect(files.ofContext.length).toBeGreaterThan(10)
  // One more for the table of contents.
  expect(files.ofContext.length + 1).toBeLessThanOrEqual(20)
})

test('the output of npm run new compiles, has no dead code, and passes the tests of all lists', async () => {
  expect(await outputOf(copy, 'tsc', '-p', '.')).toBe('')
  expect(await outputOf(copy, 'knip')).toBe('')
  await pass(...onNothing)
})

test('calls of npm run new answer like all others, and erase all data of an erased person', () =>
  pass(...onTheProduct, '-t', 'trial-notes|send-trial-text|table|documented'))
