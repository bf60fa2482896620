import fs from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

type Failure = { message?: string; diff?: string | undefined }

/**
 * Ends a run with one line for people and machines, the last of the output: `N passed, N failed[, N skipped]`.
 * Before it, a line for each test that failed (`FAILED …`) or passed at its second try (`FLAKY …`).
 */
export default class SummaryReporter implements Reporter {
  private passed = 0
  private failed = 0
  private skipped = 0
  private readonly notes: string[] = []

  onInit(): void {
    // The runner's own summaries, and the output of a shutdown, come first.
    process.once('exit', code => this.close(code))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly Failure[]): void {
    for (const module of modules) this.count(module)
    for (const error of unhandledErrors) this.fail('outside the tests', error)
  }

  private count(module: TestModule): void {
    for (const test of module.children.allTests()) this.countTest(test)
    // A file that cannot load, or a hook that throws, fails without a test.
    for (const suite of [module, ...module.children.allSuites()])
      for (const error of suite.errors()) this.fail(module.moduleId, error)
  }

  private countTest(test: TestCase): void {
    const { state, errors } = test.result()
    const name = `${test.module.moduleId} > ${test.fullName}`
    if (state === 'failed') this.fail(name, errors?.[0])
    else if (state === 'passed') this.passed += 1
    else this.skipped += 1
    if (test.diagnostic()?.flaky) this.note('FLAKY', name, errors?.[0])
  }

  private fail(name: string, error: Failure | undefined): void {
    this.failed += 1
    this.note('FAILED', name, error)
  }

  private note(word: string, name: string, error: Failure | undefined): void {
    const reason = (error?.message ?? '').split('\n', 1)[0]
    // Vitest prints nothing else of a test that passed at its second try.
    const diff = word === 'FLAKY' ? stripVTControlCharacters(error?.diff ?? '').replaceAll(/\s+/g, ' ') : ''
    this.notes.push(`${word} ${name.replace(`${process.cwd()}/`, '')}: ${reason} ${diff.slice(0, 1_000)}\n`)
  }

  private close(code: number): void {
    // The exit code is 0 only if the line says no failures.
    if (code !== 0 && this.failed === 0) this.failed = 1
    if (code === 0 && this.failed > 0) process.exitCode = 1
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : ''
    fs.writeSync(1, `${this.notes.join('')}${this.passed} passed, ${this.failed} failed${skipped}\n`)
  }
}
