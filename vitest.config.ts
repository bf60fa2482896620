import { defineConfig } from 'vitest/config'
// The tests' own connections take nothing from the shell either.
import './packages/postgres/src/choose.ts'

/**
 * `npm run test:slow` runs the files that are named `*.slow.<kind>.test.ts`, `npm test` all others, and `npm run attack` both
 * of its folder.
 */
const isSlow = process.env.TESTS === 'slow'
const isAttack = process.env.TESTS === 'attack'
// Far from UTC and from Rome: what takes the machine's zone is red on every machine.
if (!isSlow) process.env.TZ ??= 'Pacific/Auckland'
const ignored = ['**/node_modules/**', '**/dist/**', ...(isSlow || isAttack ? [] : ['**/*.slow.*'])]
const folders = isAttack ? 'infra/attack' : '{packages,services,infra}'

/**
 * The limits in ms. Only a failing test waits this long: `npm test` also runs beside other work. A wait ends before its test
 * does, so that the failure says what did not come.
 */
const common = {
  globals: true,
  expect: { poll: { timeout: 180_000, interval: 20 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/** The files of a kind: those of the database are `*.db.test.ts`. */
const filesOf = (kind: string) => ({
  ...common,
  environment: 'node' as const,
  include: [`${folders}/**/*${isSlow ? '.slow' : ''}.${kind}.test.ts`],
  exclude: ignored,
})

const journeys = {
  ...common,
  environment: 'node' as const,
  sequence: { groupOrder: 2 },
  // The files of a worker share a browser and a product: see infra/tests/journeys/shared.ts.
  isolate: false,
  globalSetup: ['packages/testing/src/database.setup.ts'],
}

/** The journeys that are run again in a page whose texts a translator replaces: all, or the one with most screens. */
const translated = isAttack ? [] : [`infra/tests/journeys/${isSlow ? '*' : 'setup'}.journey.test.ts`]

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other. The database project is an exception.
    maxWorkers: 2,
    teardownTimeout: 180_000,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          environment: 'node',
          // They take seconds and run first: a broken rule shows before the browsers start.
          sequence: { groupOrder: 0 },
          // They do not affect each other. A process for each takes longer than the tests.
          isolate: false,
          setupFiles: ['packages/testing/src/properties.setup.ts'],
          include: isSlow
            ? [`${folders}/**/*.slow.test.ts`]
            : [`${folders}/**/*.test.ts`, ...(isAttack ? [] : ['web/src/**/*.test.ts'])],
          exclude: [...ignored, '**/*.{db,journey,process,containers}.test.ts'],
        },
      },
      {
        test: {
          ...filesOf('db'),
          name: 'database',
          sequence: { groupOrder: 1 },
          // A worker loads the product once. Its files share a running product: see infra/tests/support/shared.ts.
          isolate: false,
          // These tests wait for the server and for time limits. With two workers, a fifth of two cores is idle.
          maxWorkers: 3,
          setupFiles: ['packages/testing/src/properties.setup.ts'],
          globalSetup: ['packages/testing/src/database.setup.ts'],
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          ...common,
          name: 'web',
          include: isSlow || isAttack ? [] : ['web/src/**/*.test.tsx'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...filesOf('process'),
          name: 'process',
          sequence: { groupOrder: 2 },
          // The test of the generator compiles, lints and tests a whole copy.
          testTimeout: 600_000,
        },
      },
      { test: { ...journeys, ...filesOf('journey'), name: 'journey' } },
      { test: { ...journeys, name: 'translated', env: { TRANSLATED: 'true' }, include: translated } },
    ],
  },
})
