import { statfs } from 'node:fs/promises'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import pg from 'pg'

/** How much of a disk is left for those who are not root, in bytes. */
export type DiskSpace = { freeBytes: number; totalBytes: number }

/** Whether the disk of the log and the tables has room for what can be done without. */
export type Disk = Awaited<ReturnType<typeof watchDisk>>

export type DiskOptions = {
  /** Of each disk that can be looked at. */
  read: () => Promise<readonly DiskSpace[]>
  logger: { warn(fields: object, message: string): void }
  checkEveryMs?: number
  perf?: Pick<Performance, 'now'>
}

const leastShare = 0.05
const leastBytes = 1_000_000_000
const usualCheckMs = 5_000
const fullForMs = 60_000
/** PostgreSQL: disk full. */
const diskFull = '53100'

/** Resolves after the first look. */
export async function watchDisk(options: DiskOptions) {
  const { read, logger, checkEveryMs = usualCheckMs, perf = performance } = options
  let low: DiskSpace | null = null
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let fullUntilMs = Number.NEGATIVE_INFINITY

  async function check(): Promise<void> {
    checkedAtMs = perf.now()
    // What cannot be looked at is as it was.
    const disks = await read().catch(() => null)
    if (disks === null) return
    const now = disks.find(isScarce) ?? null
    if (now && !low) logger.warn(now, 'the disk is nearly full: tracking is refused')
    if (low && !now) logger.warn(low, 'the disk has room again: tracking goes on')
    low = now
  }

  await check()
  return {
    /** As it was a few seconds ago at most; asks again in the background. */
    isLow() {
      if (perf.now() - checkedAtMs >= checkEveryMs) void check()
      return low !== null || perf.now() < fullUntilMs
    },
    /** Of a write: where it failed because the database's disk is full, that counts as low for a minute. */
    failed(error: unknown) {
      if (!isDiskFull(error)) return
      if (perf.now() >= fullUntilMs) logger.warn({ err: error }, 'the disk is full: tracking is refused')
      fullUntilMs = perf.now() + fullForMs
    },
  }
}

const isScarce = ({ freeBytes, totalBytes }: DiskSpace) =>
  freeBytes < leastBytes || freeBytes < totalBytes * leastShare

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === diskFull) || isDiskFull(error.cause)
}

export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The folder of a PostgreSQL on this machine; null for any other, and where the role may not ask. */
export async function databaseFolder(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, application_name: 'disk' })
  if (!isHere(client.host)) return null
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('data_directory') as folder`)
    await statfs(rows[0].folder)
    return rows[0].folder
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

const isHere = (host: string) => host.startsWith('/') || /^(localhost|127\.|::1$)/.test(host)

/** The disks of these databases, as far as they are this machine's. Of a log in EventStoreDB nothing is known. */
export async function watchDatabases(
  connectionStrings: readonly string[],
  logger: DiskOptions['logger'],
): Promise<Disk> {
  const found = await Promise.all([...new Set(connectionStrings)].filter(isInPostgres).map(databaseFolder))
  const folders = found.filter(folder => folder !== null)
  return watchDisk({ read: () => Promise.all(folders.map(spaceOf)), logger })
}
