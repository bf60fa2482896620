import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL; a test makes its own by `freshDatabase()`. */
    postgres: string
  }
}

/**
 * One PostgreSQL for the whole run: starting it costs more than any test. Where TEST_DATABASE_URL names the maintenance
 * database of a server, that one, by a superuser of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgres', given)
    return async () => {}
  }
  const cluster = await startCluster()
  project.provide('postgres', cluster.connectionString)
  return () => cluster.destroy()
}
