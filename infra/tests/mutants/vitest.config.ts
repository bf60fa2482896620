import { defineConfig } from 'vitest/config'

const { MUTANTS_TESTS = '' } = process.env

/** The quick tests of a folder: they need neither a database nor a browser. */
export default defineConfig({
  test: {
    environment: 'node',
    globals: true,
    isolate: false,
    include: [`${MUTANTS_TESTS}/**/*.test.ts`],
    exclude: ['**/*.{db,journey,process,slow}.*'],
  },
})
