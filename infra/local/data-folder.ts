import fs from 'node:fs'
import path from 'node:path'
import { causeOf, StartRefusal } from './refusal.ts'

const postgresMajor = '18'

/** Where a data folder keeps its database: PG_VERSION and all the rest of a PostgreSQL cluster. */
export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

/** Makes the data folder where it is absent, for this user alone. Throws StartRefusal where it cannot be written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new StartRefusal(`La cartella dei dati ${dataDir} non è scrivibile (${causeOf(error)}).`)
  }
}

/** Tells whether there is a database; throws StartRefusal where what is there cannot be this PostgreSQL's. */
export function findCluster(dataDir: string): 'absent' | 'present' {
  const folder = clusterFolder(dataDir)
  const version = readVersion(folder)
  if (version === undefined) return 'absent'
  if (!/^\d+(\.\d+)?$/.test(version)) {
    throw new StartRefusal(
      `I dati in ${folder} sono danneggiati: il file PG_VERSION manca o non si riconosce.`,
    )
  }
  if (version !== postgresMajor) {
    throw new StartRefusal(
      `I dati in ${folder} sono di PostgreSQL ${version} e qui c'è PostgreSQL ${postgresMajor}: vanno prima convertiti.`,
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
    throw new StartRefusal(`I dati in ${folder} non si possono leggere (${causeOf(error)}).`)
  }
}
