import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Recorded } from '@tba/event-store/port.ts'
import { recordedIn, type Sought } from '../support/recorded.ts'
import { withDatabase, withLog } from '../support/run.ts'

const local = (file: string) => path.resolve(import.meta.dirname, file)
// A test run that is broken off leaves no product behind.
const leash = pathToFileURL(local('../../start/bootstrap/leash.mjs')).href

/** Whoever may open the console of such a product. */
export const administrator = { email: 'admin@example.com', password: 'segreta-di-amministrazione' }

export type RunningProduct = {
  url: string
  /** Where its files lie: letters in `mail`. */
  dataDir: string
  /** Looks into the database as nobody in the product may. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  /** The log's events as they are stored. */
  recorded(sought: Sought): Promise<readonly Recorded[]>
  stop(): Promise<void>
}

/** One product for all journeys of a file, on a data folder and a port of its own. */
export async function startProduct(): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tba-journey-'))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
  const child = spawn(process.execPath, ['--import', leash, local('../../start/local/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', chunk => {
      output += chunk
      const [, address] = /^ready: (\S+)$/m.exec(output) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the product did not start:\n${output}`)))
  })
  return {
    url,
    dataDir,
    recorded: sought => withLog(dataDir, store => recordedIn(store, sought)),
    rows: sql => withDatabase(dataDir, async client => (await client.query(sql)).rows),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
