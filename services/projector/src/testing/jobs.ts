import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Jobs, type JobsDeps, runJobs } from '../jobs/run.ts'
import type { World } from './world.ts'

export type Office = {
  /** The ids of the letters that were written. */
  letters(): Promise<string[]>
  letter(id: string): Promise<string>
  folder: string
  emailHashKey: Buffer
  open(options?: Partial<JobsDeps>): Promise<Jobs>
}

/** Jobs over a world, whose letters land in a folder. */
export async function office(it: World): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'tba-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const secrets = { emailHash: randomBytes(32), upload: randomBytes(32) }
  const { connectionString, keyring, log, pool, store } = it
  const logger = { info: () => {}, error: (fields: object) => it.errors.push(fields) }
  return {
    folder,
    emailHashKey: secrets.emailHash,
    letters: async () =>
      (await readdir(folder)).filter(name => name.endsWith('.eml')).map(name => name.replace('.eml', '')),
    letter: id => readFile(join(folder, `${id}.eml`), 'utf8'),
    async open(options = {}) {
      const jobs = runJobs({
        ...{ connectionString, keyring, log, pool, store, secrets, logger },
        mail: { from: 'no-reply@example.com', folder },
        brand: 'Listino AI',
        publicUrl: 'https://example.com',
        notifyEmail: 'commerciale@example.com',
        reconcileEveryMs: 100,
        retryMs: 20,
        lockMs: 1_000,
        standbyRetryMs: 20,
        ...options,
      })
      onTestFinished(() => jobs.stop())
      await jobs.ready
      return jobs
    },
  }
}
