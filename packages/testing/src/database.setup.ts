import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'
import { quickFolder } from './quick-folder.ts'
import { withClient } from './with-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL. Tests create their own by `freshDatabase()` or `madeDatabase()`. */
    postgres: string
    /** The prefix of this run's templates: those of another run have other code. */
    templates: string
  }
}

/**
 * One PostgreSQL for the whole run, because starting it costs more than any test. Or the server whose maintenance database
 * TEST_DATABASE_URL names, as superuser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = `made_${randomBytes(6).toString('hex')}`
  project.provide('templates', templates)
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgres', given)
    return () => dropTemplates(given, templates)
  }
  const cluster = await startCluster({ folder: quickFolder('tba-postgres-') })
  project.provide('postgres', cluster.connectionString)
  return () => cluster.destroy()
}

/** From a server that outlives this run. */
function dropTemplates(server: string, templates: string): Promise<void> {
  return withClient(server, async client => {
    const named = 'select datname as name from pg_database where starts_with(datname, $1)'
    const { rows } = await client.query(named, [templates])
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}
