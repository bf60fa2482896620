import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { type EventQuery, recordedIn } from '../support/recorded-events.ts'
import { script, start } from '../support/run.ts'
import { serversOf } from './servers.ts'

export const administrator = { email: 'admin@example.com', password: 'segreta-di-amministrazione' }

export type RunningProduct = AsyncDisposable & {
  url: string
  dataDir: string
  env: NodeJS.ProcessEnv
  /** Reads the database directly, which no user can do. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  /** The log's events as they are stored. */
  recorded(query: EventQuery): Promise<readonly StoredEvent[]>
}

/** The same as `npm run demo`, before the product starts. */
async function fillMonth(env: NodeJS.ProcessEnv, visits: number) {
  const { ended, errors } = start({ env, command: script('demo/main.ts', `--visits=${visits}`) })
  if ((await ended) !== 0) throw new Error(`the month was not filled: ${errors()}`)
}

/**
 * One product for all journeys of a file, with its own data folder and port.
 * @param visits the size of a made-up month with customers at every stage; none if absent
 */
export async function startProduct({ visits }: { visits?: number } = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tba-journey-'))
  const servers = await serversOf(dataDir)
  const env = {
    ...servers.env,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
  if (visits) await fillMonth(env, visits)
  const { child, ready, ended } = start({ env })
  child.stderr?.pipe(process.stderr)
  const url = `http://localhost:${await ready}`
  return {
    url,
    dataDir,
    env,
    recorded: query => servers.withLog(store => recordedIn(store, query)),
    rows: sql => servers.withDatabase(async client => (await client.query(sql)).rows),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await servers.drop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
