import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { streams } from '@tba/events/streams.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { type Picture, parsePictureKey, pictureKey } from '@tba/runtime/storage/pictures.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import type { JobsDeps } from '../jobs/instance.ts'
import { type Jobs, runJobs } from '../jobs/run.ts'
import type { World } from './world.ts'

export type TestJobs = {
  folder: string
  secrets: { emailHash: Buffer; tickets: Buffer }
  accountsWithoutPictures: string[]
  removedPictures: string[]
  storePicture(picture: Picture, hoursAgo: number): void
  warnings: unknown[]
  /** The ids of the events whose letters are in the folder. */
  letters(): Promise<string[]>
  letter(eventId: string): Promise<string>
  deleteLetter(eventId: string): Promise<void>
  /** Starts jobs over the world. They end with the test. */
  open(options?: Partial<JobsDeps>): Promise<Jobs>
  /** The same, without waiting for them. */
  start(options?: Partial<JobsDeps>): Jobs
}

export async function testJobs(world: World): Promise<TestJobs> {
  const { connectionString, errors, keyring, log, pool, store } = world
  const folder = quickFolder('tba-mail-')
  const secrets = { emailHash: randomBytes(32), tickets: randomBytes(32) }
  const accountsWithoutPictures: string[] = []
  const removedPictures: string[] = []
  const warnings: unknown[] = []
  const logger = {
    info: () => {},
    warn: (fields: object) => warnings.push(fields),
    error: (fields: object) => errors.push(fields),
  }
  const deps: JobsDeps = {
    connectionString,
    keyring,
    log,
    logger,
    pool,
    secrets,
    store,
    mail: { from: 'no-reply@example.com', folder },
    brand: 'Listino AI',
    visitsKeptDays: 90,
    lateAppendsMs: 0,
    publicUrl: 'https://example.com',
    notifyEmail: 'commerciale@example.com',
    objects: {
      ...objectsOnDisk(folder),
      remove: async key => void removedPictures.push(parsePictureKey(key).pictureId),
      removeAll: async (folderKey, before) =>
        void (before || accountsWithoutPictures.push(parsePictureKey(folderKey).accountId)),
    },
    // On a busy machine a late renewal of a lock is reported as an error. A test that waits for an expired lock sets a shorter time.
    reconcileEveryMs: 100,
    retryMs: 20,
    lockMs: 10_000,
    standbyRetryMs: 20,
  }
  function start(options: Partial<JobsDeps> = {}): Jobs {
    const jobs = runJobs({ ...deps, ...options })
    onTestFinished(() => jobs.stop())
    return jobs
  }
  const file = (eventId: string) => join(folder, `${eventId}.eml`)
  return {
    folder,
    secrets,
    accountsWithoutPictures,
    removedPictures,
    storePicture(picture, hoursAgo) {
      const file = join(folder, pictureKey(picture))
      mkdirSync(dirname(file), { recursive: true })
      const seconds = Date.now() / 1_000 - hoursAgo * 3_600
      writeFileSync(file, '')
      utimesSync(file, seconds, seconds)
    },
    warnings,
    letters: async () => (await readdir(folder)).map(name => name.replace('.eml', '')),
    letter: eventId => readFile(file(eventId), 'utf8'),
    deleteLetter: eventId => rm(file(eventId)),
    start,
    async open(options) {
      const jobs = start(options)
      await jobs.ready
      return jobs
    },
  }
}

export async function submitLead({ append, log }: World, { emailHash = 'hash', recordedAt = '' } = {}) {
  const stream = streams.lead(randomUUID())
  const data = {
    emailHash,
    name: 'Ada Byron',
    email: 'ada@example.com',
    phone: '+39 333 1234567',
    plan: 'elite',
    depositEuro: 3000,
    message: 'Più tardi, <b>grazie</b>',
  } as const
  await append(stream, { type: 'LeadSubmitted', data, ...(recordedAt ? { recordedAt } : {}) })
  const [event] = await Array.fromAsync(log.read(stream))
  if (!event) throw new Error('the lead was not written')
  return { stream, id: event.id, position: event.position }
}
