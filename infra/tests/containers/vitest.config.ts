import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Not in vitest.config.ts: these tests need a Docker engine, and `npm test` never looks for one. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../../..'),
    name: 'containers',
    environment: 'node',
    globals: true,
    include: ['infra/tests/containers/*.containers.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 180_000, interval: 20 } },
    testTimeout: 300_000,
    hookTimeout: 900_000,
  },
})
