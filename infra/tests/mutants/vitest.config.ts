import { defineConfig } from 'vitest/config'

const { MUTANTS_TESTS = '' } = process.env

/** The quick tests of a folder: they need neither a database nor a browser. */
export default defineConfig({
  test: {
    environment: 'node',
    globals: true,
    isolate: false,
    // As in npm test, for a machine that does much else. Stryker ends what a change lets hang.
    testTimeout: 300_000,
    include: [MUTANTS_TESTS.endsWith('.ts') ? MUTANTS_TESTS : `${MUTANTS_TESTS}/**/*.test.ts`],
    exclude: ['**/*.{db,journey,process,slow}.*'],
  },
})
