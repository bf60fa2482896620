import path from 'node:path'

// Set by run.ts. Stryker reads them in each of its processes.
const { MUTANTS_FOLDER: own, MUTANTS_OF: mutate } = process.env

export default {
  mutate: mutate.split(','),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'infra/tests/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  dryRunTimeoutMinutes: 15,
  concurrency: 2,
  // Stryker does not know the project's TypeScript. A file that is not there keeps it from asking.
  tsconfigFile: 'none.json',
  ignorePatterns: ['.data', 'dist', 'web'],
  tempDirName: path.join(own, 'sandboxes'),
  reporters: ['json'],
  jsonReporter: { fileName: path.join(own, 'report.json') },
  allowConsoleColors: false,
}
