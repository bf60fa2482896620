import { existsSync, mkdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { parseAddress } from '@tba/postgres/address.ts'
import { withClient } from '@tba/postgres/client.ts'

/** Bytes that are free for processes without root, and all bytes of the disk. */
export type DiskSpace = { freeBytes: number; totalBytes: number }

/** Reports whether the disks of the log and the tables are nearly full. Optional writes (tracking) then stop. */
export type Disk = Awaited<ReturnType<typeof watchDisk>>

export type DiskOptions = {
  read: () => Promise<readonly DiskSpace[]>
  logger: { warn(fields: object, message: string): void }
  checkEveryMs?: number
  perf?: Pick<Performance, 'now'>
}

const minFreeShare = 0.05
const minFreeBytes = 1_000_000_000
const defaultCheckMs = 5_000
const fullForMs = 60_000
/** PostgreSQL: disk full. */
const diskFull = '53100'

/** Resolves after the first check. */
export async function watchDisk(options: DiskOptions) {
  const { read, logger, checkEveryMs = defaultCheckMs, perf = performance } = options
  let low: DiskSpace | null = null
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let fullUntilMs = Number.NEGATIVE_INFINITY

  async function check(): Promise<void> {
    checkedAtMs = perf.now()
    // On an error the last result stays.
    const disks = await read().catch(() => null)
    if (disks === null) return
    const now = disks.find(isNearlyFull) ?? null
    if (now && !low) logger.warn(now, 'the disk is nearly full: tracking is refused')
    if (low && !now) logger.warn(low, 'the disk has space again: tracking continues')
    low = now
  }

  await check()
  return {
    /** The result of the last check, which is a few seconds old at most. Starts a new check in the background. */
    isLow() {
      if (perf.now() - checkedAtMs >= checkEveryMs) void check()
      return low !== null || perf.now() < fullUntilMs
    },
    /** Reports a failed write. If the database's disk is full, the disk counts as low for a minute. */
    failed(error: unknown) {
      if (!isDiskFull(error)) return
      if (perf.now() >= fullUntilMs) logger.warn({ err: error }, 'the disk is full: tracking is refused')
      fullUntilMs = perf.now() + fullForMs
    },
  }
}

const isNearlyFull = ({ freeBytes, totalBytes }: DiskSpace) =>
  freeBytes < minFreeBytes || freeBytes < totalBytes * minFreeShare

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === diskFull) || isDiskFull(error.cause)
}

/**
 * Makes a missing folder and those above it, for this user only. Not with `recursive`, which never returns in system folders such as
 * /proc.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const above = path.dirname(folder)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && above !== folder && !existsSync(above)) {
      makeFolder(above)
      makeFolder(folder)
    } else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The data folder of a PostgreSQL on this machine. Null for another machine, or if the role may not ask. */
export async function databaseFolder(connectionString: string): Promise<string | null> {
  if (!parseAddress(connectionString).servers.every(isLocal)) return null
  const options = { applicationName: 'disk', answerMs: 10_000 }
  return withClient(connectionString, options, async client => {
    const { rows } = await client.query(`select current_setting('data_directory') as folder`)
    await statfs(rows[0].folder)
    return rows[0].folder
  }).catch(() => null)
}

const isLocal = ({ host }: { host: string }) => host.startsWith('/') || /^(localhost|127\.|::1$)/.test(host)

/** Watches the disks of the databases on this machine. The disk of an EventStoreDB is not known. */
export async function watchDatabases(connectionStrings: readonly string[], logger: DiskOptions['logger']) {
  const found = await Promise.all([...new Set(connectionStrings)].filter(isInPostgres).map(databaseFolder))
  const folders = found.filter(folder => folder !== null)
  return watchDisk({ read: () => Promise.all(folders.map(readDiskSpace)), logger })
}
