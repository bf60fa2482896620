import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** No project of vitest.config.ts: these ask for a Docker engine, which `npm test` never looks for. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../../..'),
    environment: 'node',
    include: ['infra/tests/containers/*.containers.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 900_000,
  },
})
