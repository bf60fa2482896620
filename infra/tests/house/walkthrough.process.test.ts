import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const patch = path.join(root, 'infra/docs/walkthrough.patch')

/** A copy of the packages that ARCHITECTURE.md's walk-through touches, under the checkout so that it finds its libraries. */
function copyOfTheSources(): string {
  mkdirSync(path.join(root, '.data'), { recursive: true })
  const copy = mkdtempSync(path.join(root, '.data', 'walkthrough-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const sources = [
    'tsconfig.json',
    'packages/events',
    'packages/event-store',
    'packages/runtime',
    'services/command-api',
    'services/projector',
  ]
  const isProduct = (file: string) => !/node_modules|\/testing\/|\.test\.ts$/.test(path.relative(root, file))
  for (const name of sources)
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isProduct })
  const scope = path.join(copy, 'node_modules/@tba')
  mkdirSync(scope, { recursive: true })
  for (const name of sources.slice(1))
    symlinkSync(path.join(copy, name), path.join(scope, path.basename(name)))
  return copy
}

function follow(copy: string, ...without: string[]): void {
  const exclude = without.map(file => `--exclude=${file}`)
  execFileSync(
    'git',
    ['apply', '--unsafe-paths', `--directory=${path.relative(root, copy)}`, ...exclude, patch],
    {
      cwd: root,
    },
  )
}

function compile(copy: string): string {
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['-p', copy], { encoding: 'utf8' })
  return stdout
}

test('the walk-through to a new action, followed to the letter, compiles', () => {
  const copy = copyOfTheSources()
  follow(copy)
  expect(compile(copy)).toBe('')
})

test.each([
  ['packages/events/src/setup/setup.decider.ts', 'setup.decider.ts'],
  ['packages/events/src/commands.ts', 'commands.ts'],
  ['services/command-api/src/setup/setup-command.ts', 'setup-command.ts'],
])('whoever forgets %s is told by the compiler', (file, told) => {
  const copy = copyOfTheSources()
  follow(copy, `*${file}`)
  expect(compile(copy)).toContain(told)
})
