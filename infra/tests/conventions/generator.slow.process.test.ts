import { rmSync } from 'node:fs'
import { copyOfTheProduct, outputOf } from '../support/product-copy.ts'

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
  await outputOf(copy, 'node', 'services/projector/src/versions.main.ts')
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
