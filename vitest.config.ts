import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const, exclude: ['**/node_modules/**', '**/dist/**'] }

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other, but for those of the database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // In seconds, and first: whoever broke a rule need not wait for the browsers.
          sequence: { groupOrder: 0 },
          // They leave nothing behind that others could trip over, and a process for each took longer than the tests.
          isolate: false,
          // What is tried with hundreds of drawn values takes seconds on a busy machine.
          testTimeout: 20_000,
          include: ['{packages,services,infra}/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: [...node.exclude, '**/*.{db,journey,process,containers}.test.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'database',
          sequence: { groupOrder: 1 },
          // Its tests wait for the server and for limits of time: two of them leave a fifth of two cores idle.
          maxWorkers: 3,
          // A busy machine takes longer than a second for what is waited for.
          expect: { poll: { timeout: 10_000 } },
          include: ['{packages,services,infra}/**/*.db.test.ts'],
          globalSetup: ['packages/testing/src/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/src/**/*.test.tsx'],
          maxWorkers: 2,
          // A page is built in a second, and in many on a busy machine.
          testTimeout: 20_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...node,
          name: 'process',
          sequence: { groupOrder: 2 },
          include: ['infra/**/*.process.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...node,
          name: 'journey',
          sequence: { groupOrder: 2 },
          include: ['infra/**/*.journey.test.ts'],
          globalSetup: ['packages/testing/src/database.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
