import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyOfTheProduct, follow, type Step, said, stepsOf } from './walkthrough.ts'

const newContext = stepsOf('new-context.md')
const newAction = stepsOf('new-action.md')
const all = [...newContext, ...newAction]
const filesOf = (steps: readonly Step[]) => [...new Set(steps.map(({ file }) => file))]
const isOfTests = (file: string) => /\.test\.ts$|\/testing\/|^infra\/tests\//.test(file)

function copied(): string {
  const copy = copyOfTheProduct()
  onTestFinished(() => rmSync(copy, { recursive: true }))
  return copy
}

function edit(copy: string, file: string, change: (text: string) => string): void {
  const place = path.join(copy, file)
  const before = readFileSync(place, 'utf8')
  expect(change(before), file).not.toBe(before)
  writeFileSync(place, change(before))
}

/** Where lists are kept, to which others add lines too. */
const isList = /(streams|registry|commands|routes|projections|matrix)\.ts$/
const lists = new Map(
  all
    .filter(({ file, how }) => how === 'after' && isList.test(file))
    .map(({ file, anchor }) => [file, anchor]),
)

const contents = 'infra/tests/house/contents.test.ts'
const inUnits = [
  'infra/tests/house/registered.test.ts',
  contents,
  'packages/events/src/registry.test.ts',
  'services/projector/src/versions.test.ts',
]
/** What knows nothing of lists, but of what is written here. */
const ofItsOwn = [
  ...['packages/events/src/notes', 'packages/events/src/setup', 'packages/events/src/streams'],
  ...['packages/runtime/src/sealing', 'services/projector/src/projections.test.ts'],
]
const inDatabase = [
  'infra/tests/http/matrix.db.test.ts',
  'infra/tests/http/tables-of-a-customer.db.test.ts',
  'infra/tests/http/api-docs.db.test.ts',
  'infra/tests/http/streams-of-customers.db.test.ts',
  'services/projector/src/jobs/erasure/rows-of-the-erased.db.test.ts',
]
const inPages = ['web/src/accounts/profile.page.test.tsx', 'web/src/setup/bots.panel.test.tsx']

/** What is run when all is written: the two lists that are made of the code. */
async function generate(copy: string): Promise<void> {
  await said(copy, 'node', 'services/projector/src/versions.main.ts')
  await said(copy, 'vitest', 'run', '--project', 'unit', contents, '-u')
}

describe('the walk-throughs, followed to the letter', () => {
  test('leave what compiles, is linted and passes the tests of what they touch, whoever’s lines stand beside', async () => {
    const copy = copied()
    for (const [file, anchor] of lists)
      edit(copy, file, text => {
        const end = text.indexOf('\n', text.indexOf(anchor)) + 1
        return `${text.slice(0, end)}// Somebody else's.\n${text.slice(end)}`
      })
    for (const step of all) follow(copy, step)
    const linted = await said(copy, 'biome', 'check', '--write', ...filesOf(all))
    expect(linted).not.toMatch(/Found \d+ (error|warning)/)
    await generate(copy)
    expect(await said(copy, 'tsc', '-p', '.')).toBe('')
    expect(await said(copy, 'knip')).toBe('')
    for (const tests of [
      [...inUnits, ...ofItsOwn, ...inPages],
      // Of all calls, those that are new.
      [...inDatabase, '-t', 'notes|pause|table|documented'],
    ]) {
      const tested = await said(copy, 'vitest', 'run', ...tests)
      expect(tested).toMatch(/Tests .*\d+ passed/)
      expect(tested).not.toMatch(/\d failed/)
    }
  })

  test('write at most 20 files without tests', () => {
    const byHand = filesOf(newContext).filter(file => !isOfTests(file))
    expect(byHand.length).toBeLessThanOrEqual(20)
  })
})

describe('whoever forgets a step is told which', () => {
  /** A copy in which all was done but these. */
  function without(forgotten: (step: Step) => boolean): string {
    const copy = copied()
    const left = all.filter(step => !forgotten(step))
    expect(left.length).toBeLessThan(all.length)
    for (const step of left) follow(copy, step)
    return copy
  }

  test('by the compiler', async () => {
    const files = ['registry.ts', 'commands.ts', 'setup-command.ts']
    const words = ({ file, anchor }: Step) => file.endsWith('bots.panel.tsx') && anchor.includes('Attivo')
    const told = await said(
      without(
        step => words(step) || (step.how !== 'new' && files.some(file => step.file.endsWith(`/${file}`))),
      ),
      'tsc',
      '-p',
      '.',
    )
    for (const file of [...files, 'bots.panel.tsx', 'write-note.route.ts']) expect(told).toContain(file)
  })

  test('by the tests that stand on nothing', async () => {
    const lists = /(commands|routes|projections)\.ts$/
    const copy = without(({ file, how }) => how !== 'new' && lists.test(file))
    rmSync(path.join(copy, 'packages/events/fixtures/NoteWritten.v1.json'))
    const told = await said(copy, 'vitest', 'run', '--project', 'unit', ...inUnits)
    for (const sentence of [
      'notes.decider.ts has no line in packages/events/src/commands.ts',
      'write-note.route.ts has no line in services/command-api/src/routes.ts: POST /api/user/notes',
      'pause-bot.route.ts has no line in services/command-api/src/routes.ts: POST /api/user/bots/:botId/pause',
      'notes.route.ts has no line in services/query-api/src/routes.ts: GET /api/user/notes',
      'notes.projection.ts has no line in services/projector/src/projections.ts',
      'NoteWritten.v1.json',
      // What changed and has no new version, and the table of contents.
      'npm run fix gives it',
      '"bots"',
      'the table of contents is what the code says',
    ])
      expect(told).toContain(sentence)
  })
})
