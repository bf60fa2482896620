import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { equivalent } from './equivalent.ts'

/**
 * `npm run test:mutants -- <file or folder> [folder or file of tests]`: changes each expression of the files, one at a time, and runs the
 * quick tests of their folder. A change that no test notices survives. Of deciders and states 90 % have to be noticed, of all else 80 %.
 */

type Mutant = {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'CompileError' | 'RuntimeError'
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
  mutatorName: string
  replacement: string
}
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

const { MUTANTS_FOLDER: own = '' } = process.env
const [target = '', tests] = process.argv.slice(2)
const found = statSync(target, { throwIfNoEntry: false })
if (!found) {
  console.log('Usage: npm run test:mutants -- <file or folder> [folder or file of tests]')
  process.exit(1)
}
const files = found.isFile() ? [target] : globSync(`${target}/**/*.ts`).filter(isProduct)
const report = path.join(own, 'report.json')
rmSync(report, { force: true })
const stryker = path.join(own, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const run = spawn(process.execPath, [stryker, 'run', 'infra/tests/mutants/stryker.config.mjs'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MUTANTS_OF: files.join(),
    MUTANTS_TESTS: tests ?? (found.isFile() ? path.dirname(target) : target),
  },
})
const [code] = await once(run, 'exit')
if (code !== 0) process.exit(code ?? 1)

const read = JSON.parse(readFileSync(report, 'utf8')) as Report
const outcomes = Object.entries(read.files).map(([file, { source, mutants }]) => judge(file, source, mutants))
const failed = outcomes.filter(isEnough => !isEnough).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function isProduct(file: string): boolean {
  return !/\.test\.ts$|\/testing\//.test(file)
}

/** Prints the survivors of a file. @returns whether enough of its mutants were noticed */
function judge(file: string, source: string, mutants: Mutant[]): boolean {
  const lines = source.split('\n')
  const known = new Set(Object.keys(equivalent[file] ?? {}))
  const counted = mutants.filter(({ status }) => !/Ignored|Error/.test(status))
  const survivors = counted
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(mutant => ({ line: mutant.location.start.line, change: changeOf(lines, mutant) }))
    .filter(({ change }) => !known.delete(change))
  for (const { line, change } of survivors) console.log(`${file}:${line} survives: ${change}`)
  for (const change of known) console.log(`${file} has no such mutant any more: ${change}`)
  const share = counted.length === 0 ? 1 : 1 - survivors.length / counted.length
  const goal = /\.(decider|state)\.ts$/.test(file) ? 0.9 : 0.8
  console.log(
    `${file}: ${counted.length} mutants, ${survivors.length} survive, ${(share * 100).toFixed(1)} % noticed (goal ${goal * 100} %)`,
  )
  return share >= goal
}

/** `the line, from the change on → what it became`. Of a change of several lines, the first three. */
function changeOf(lines: readonly string[], { location: { start, end }, replacement }: Mutant): string {
  const changed = lines.slice(start.line - 1, Math.min(end.line, start.line + 2))
  if (end.line === start.line) changed[0] = changed[0]?.slice(0, end.column - 1) ?? ''
  const from = [changed[0]?.slice(start.column - 1), ...changed.slice(1)].join(' ')
  return [from, replacement].map(text => text.replace(/\s+/g, ' ').trim()).join(' → ')
}
