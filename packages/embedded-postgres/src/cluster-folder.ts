import fs from 'node:fs'
import path from 'node:path'
import { causeOf, reasonOf, StartRefusal } from './refusal.ts'

const postgresMajor = '18'

/** Where a data folder keeps its database: PG_VERSION and all the rest of a PostgreSQL cluster. */
export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

/** Whether there is a cluster. Throws StartRefusal where it is of another PostgreSQL version, or damaged. */
export function findCluster(dataDir: string): 'absent' | 'present' {
  const folder = clusterFolder(dataDir)
  const version = readVersion(folder)
  if (version === undefined) return 'absent'
  if (!/^\d+(\.\d+)?$/.test(version)) {
    throw new StartRefusal(
      `The data in ${folder} are damaged: the file PG_VERSION is missing or says no version.`,
    )
  }
  if (version !== postgresMajor) {
    throw new StartRefusal(
      `The data in ${folder} are of PostgreSQL ${version}, and this is PostgreSQL ${postgresMajor}: convert them first.`,
    )
  }
  return 'present'
}

function readVersion(folder: string): string | undefined {
  try {
    const entries = fs.readdirSync(folder)
    // An empty folder holds nothing to lose: it may be a fresh mount point.
    if (entries.length === 0) return undefined
    return entries.includes('PG_VERSION')
      ? fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
      : ''
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return undefined
    throw new StartRefusal(`The data in ${folder} cannot be read: ${reasonOf(error)}.`)
  }
}
