import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import type { Account } from './account.ts'
import { clusterFolder } from './cluster-folder.ts'
import { chownTree } from './files.ts'
import { freePort } from './free-port.ts'
import type { PostgresLog } from './log.ts'
import { hasEnded, spawnPostgres, stopPostgres } from './process.ts'
import { openDatabase, untilReady } from './ready.ts'
import { StartRefusal } from './refusal.ts'
import { postgresSettings } from './settings.ts'

export interface Postgres {
  /** The address of the product's database. */
  url: string
  /** Shuts it down and waits for its end; what was committed stays, whatever happens meanwhile. */
  stop(): Promise<void>
}

interface PostgresPlace {
  dataDir: string
  account: Account
  password: string
  log: PostgresLog
  /** Gives up waiting for it. */
  signal: AbortSignal
  /** Called once where Postgres ends without having been asked to. */
  onLost: (reason: StartRefusal) => void
  drawPort?: () => Promise<number>
  /** Added to the product's settings or overriding them; undefined: as postgresql.conf says. */
  settings?: Record<string, string | undefined>
}

/** Runs Postgres on an existing cluster until `stop`; resolves when its database answers. Throws StartRefusal. */
export async function startPostgres(place: PostgresPlace): Promise<Postgres> {
  const folder = clusterFolder(place.dataDir)
  const { drawPort = freePort, settings = {} } = place
  if (fs.statSync(folder).uid !== place.account.owner.uid) chownTree(folder, place.account.owner)
  // Another program may have taken the port meanwhile; three failures in a row have another cause.
  for (let attempt = 1; ; attempt++) {
    const port = await drawPort()
    const child = spawnPostgres(place.account, place.log, ['-D', folder, ...postgresSettings(port, settings)])
    try {
      await untilReady(folder, child.pid ?? 0, AbortSignal.any([place.signal, closing(child)]))
      const url = await openDatabase(port, place.password)
      return { url, stop: watch(child, place) }
    } catch (error) {
      const said = hasEnded(child) ? place.log.lastComplaint() : (error as Error).message
      await stopPostgres(child)
      if (said.includes('TCP/IP sockets') && attempt < 3) continue
      throw new StartRefusal(
        `The data in ${folder} cannot be opened, perhaps they are damaged: PostgreSQL says “${said}” (the rest is in ${place.log.file}).`,
      )
    }
  }
}

// 'close' comes after 'exit', when all output has been read.
function closing(child: ChildProcess): AbortSignal {
  const closed = new AbortController()
  child.once('close', () => closed.abort())
  return closed.signal
}

/** Calls `onLost` where Postgres ends by itself. @returns how to stop it */
function watch(child: ChildProcess, { log, onLost }: PostgresPlace): () => Promise<void> {
  const lost = () => {
    const how = child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode}`
    onLost(new StartRefusal(`PostgreSQL ended by itself (${how}): the details are in ${log.file}.`))
  }
  child.once('exit', lost)
  if (hasEnded(child)) lost()
  return () => {
    child.off('exit', lost)
    return stopPostgres(child)
  }
}
