import { defineConfig } from 'vitest/config'

/** `npm run test:slow` runs the files that are named `*.slow.<kind>.test.ts`, `npm test` all others. */
const isSlow = process.env.TESTS === 'slow'
const ignored = ['**/node_modules/**', '**/dist/**', ...(isSlow ? [] : ['**/*.slow.*'])]

/** The files of a kind: those of the database are `*.db.test.ts`. */
const filesOf = (kind: string) => ({
  environment: 'node' as const,
  include: [`{packages,services,infra}/**/*${isSlow ? '.slow' : ''}.${kind}.test.ts`],
  exclude: ignored,
})

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other, but for those of the database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // In seconds, and first: whoever broke a rule need not wait for the browsers.
          sequence: { groupOrder: 0 },
          // They leave nothing behind that others could trip over, and a process for each took longer than the tests.
          isolate: false,
          // What is tried with hundreds of drawn values takes seconds on a busy machine.
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          include: isSlow
            ? ['{packages,services,infra}/**/*.slow.test.ts']
            : ['{packages,services,infra}/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: [...ignored, '**/*.{db,journey,process,containers}.test.ts'],
        },
      },
      {
        test: {
          ...filesOf('db'),
          name: 'database',
          sequence: { groupOrder: 1 },
          // A worker loads the product once, and its files share a running one: see infra/tests/support/shared.ts.
          isolate: false,
          // Its tests wait for the server and for limits of time: two of them leave a fifth of two cores idle.
          maxWorkers: 3,
          // A busy machine takes longer than a second for what is waited for.
          expect: { poll: { timeout: 10_000 } },
          globalSetup: ['packages/testing/src/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: isSlow ? [] : ['web/src/**/*.test.tsx'],
          isolate: false,
          maxWorkers: 2,
          // A page is built in a second, and in many on a busy machine.
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...filesOf('process'),
          name: 'process',
          sequence: { groupOrder: 2 },
          // What the generator writes is compiled, linted and tested in a whole copy.
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...filesOf('journey'),
          name: 'journey',
          sequence: { groupOrder: 2 },
          // A worker's files share a browser and a product: see infra/tests/journeys/shared.ts.
          isolate: false,
          // A busy machine takes longer than a second for what is waited for.
          expect: { poll: { timeout: 60_000 } },
          globalSetup: ['packages/testing/src/database.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
