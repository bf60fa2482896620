import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Account, commandOf, environment } from './account.ts'
import { chownTree, syncFolder } from './files.ts'
import { errorIn } from './log.ts'
import { codeOf, reasonOf, StartRefusal } from './refusal.ts'

const run = promisify(execFile)

export const databaseUser = 'tba'
const postgresMajor = '18'
const unfinishedPrefix = 'postgres.initdb-'

/** The folder of the PostgreSQL cluster in a data folder. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres')

/** PostgreSQL needs megabytes of /dev/shm, of which a container may have next to nothing. Then it uses System V's memory. */
export function memorySettings(): Record<string, string> {
  return process.platform === 'linux' && freeIn('/dev/shm') < 64 * 2 ** 20
    ? { dynamic_shared_memory_type: 'sysv' }
    : {}
}

/** In bytes, for this user. */
export function freeIn(folder: string): number {
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Whether there is a cluster. Throws StartRefusal if it is damaged, or of another PostgreSQL version. */
export function findCluster(dataDir: string): 'absent' | 'present' {
  const folder = clusterFolder(dataDir)
  const version = readVersion(folder)
  if (version === undefined) return 'absent'
  if (version === postgresMajor) return 'present'
  throw new StartRefusal(
    /^\d+(\.\d+)?$/.test(version)
      ? `The data in ${folder} are of PostgreSQL ${version}, and this is PostgreSQL ${postgresMajor}: convert them first.`
      : `The data in ${folder} are damaged: the file PG_VERSION is missing or says no version.`,
  )
}

function readVersion(folder: string): string | undefined {
  try {
    const entries = fs.readdirSync(folder)
    // An empty folder can be a fresh mount point.
    if (entries.length === 0) return undefined
    if (!entries.includes('PG_VERSION')) return ''
    return fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartRefusal(`The data in ${folder} cannot be read: ${reasonOf(error)}.`)
  }
}

/**
 * Creates a cluster in a temporary folder and renames it when it is complete, so that a killed start leaves no partial cluster.
 * Throws StartRefusal with the message of initdb.
 */
export async function createCluster(dataDir: string, account: Account, password: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir).filter(each => each.startsWith(unfinishedPrefix)))
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  // A new name each time: the initdb of a killed start may still write under its own.
  const tempFolder = fs.mkdtempSync(path.join(dataDir, unfinishedPrefix))
  const passwordFile = path.join(tempFolder, 'password')
  const unfinished = path.join(tempFolder, 'data')
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  chownTree(tempFolder, account.owner)
  await initdb(account, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`])
  fs.renameSync(unfinished, clusterFolder(dataDir))
  syncFolder(dataDir)
  fs.rmSync(tempFolder, { recursive: true })
}

async function initdb(account: Account, paths: string[]): Promise<void> {
  // The built-in locale sorts the same on every machine, with any C library.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${databaseUser}`, '--auth=scram-sha-256']
  const memory = Object.entries(memorySettings()).map(([name, value]) => `--set=${name}=${value}`)
  const args = [...paths, ...access, ...locale, ...memory, '--no-instructions']
  try {
    await run(...commandOf(account, 'initdb', args), { env: environment })
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new StartRefusal(
      `PostgreSQL cannot create the database: it says “${errorIn(output) || reasonOf(error)}”.`,
    )
  }
}
