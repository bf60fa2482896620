import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line for people and machines, the last that it prints: `N passed, N failed[, N skipped]`. */
export default class ClosingLine implements Reporter {
  private passed = 0
  private failed = 0
  private skipped = 0

  onInit(): void {
    // The runner's own summaries, and what a shutdown may still print, come first.
    process.once('exit', code => this.close(code))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    for (const module of modules) this.count(module)
    this.failed += unhandledErrors.length
  }

  private count(module: TestModule): void {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') this.passed += 1
      else if (state === 'failed') this.failed += 1
      else this.skipped += 1
    }
    // A file that cannot be loaded, or a hook that throws, fails without a test of its own.
    for (const suite of [module, ...module.children.allSuites()]) this.failed += suite.errors().length
  }

  private close(code: number): void {
    // The exit code is 0 exactly where the line says no failures.
    if (code !== 0 && this.failed === 0) this.failed = 1
    if (code === 0 && this.failed > 0) process.exitCode = 1
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : ''
    fs.writeSync(1, `${this.passed} passed, ${this.failed} failed${skipped}\n`)
  }
}
