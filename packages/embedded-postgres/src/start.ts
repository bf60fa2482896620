import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { type Account, commandOf, environment } from './account.ts'
import { clusterFolder, memorySettings } from './cluster.ts'
import { chownTree } from './files.ts'
import { freePort } from './free-port.ts'
import { type StopSignal, stopSignals } from './leftover.ts'
import type { PostgresLog } from './log.ts'
import { type Addresses, openDatabase, untilReady } from './ready.ts'
import { StartRefusal } from './refusal.ts'

/** The addresses of the product's database. */
export interface Postgres extends Addresses {
  /** Shuts it down and waits for its end. Committed data stay. */
  stop(): Promise<void>
}

interface PostgresOptions {
  dataDir: string
  account: Account
  password: string
  log: PostgresLog
  /** Stops waiting for it. */
  signal: AbortSignal
  /** Called once if PostgreSQL ends by itself. */
  onLost: (reason: StartRefusal) => void
  choosePort?: () => Promise<number>
  /** Overrides the product's settings; undefined: as in postgresql.conf. */
  settings?: Record<string, string | undefined>
}

/** On the command line: they override postgresql.conf, so that no edit can make it lose data. */
const productSettings = {
  // TCP only: the path of a Unix socket has 107 characters at most, which a data folder can exceed. In /tmp it could be removed, or
  // remain after a kill.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The pools of two instances of each service need about a hundred.
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // Reuse WAL segments: filling a new one with zeros would delay every commit by 30 to 60 ms.
  min_wal_size: '512MB',
  // Queries are short: compiling them costs more than running them.
  jit: 'off',
  // An idle open transaction holds back every reader of the log.
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}

/** Runs PostgreSQL on an existing cluster until `stop`. Resolves when its database answers. Throws StartRefusal. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const folder = clusterFolder(options.dataDir)
  const { account, log, choosePort = freePort, settings } = options
  if (fs.statSync(folder).uid !== account.owner.uid) chownTree(folder, account.owner)
  // Another program may have taken the port. Three failures in a row have another cause.
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort()
    const all = { ...productSettings, ...memorySettings(), ...settings, port }
    const settingArgs = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : ['-c', `${name}=${value}`],
    )
    const child = spawnPostgres(options, ['-D', folder, ...settingArgs])
    // 'close' comes after 'exit', when all output has been read.
    const closed = new AbortController()
    child.once('close', () => closed.abort())
    try {
      await untilReady(folder, child.pid ?? 0, AbortSignal.any([options.signal, closed.signal]))
      const addresses = await openDatabase(port, options.password)
      return { ...addresses, stop: watch(child, options) }
    } catch (error) {
      const reason = hasEnded(child) ? log.lastError() : (error as Error).message
      // One that replays its WAL may not see a fast shutdown. The next start replays it again, either way.
      await stop(child, stopSignals.slice(1))
      if (reason.includes('TCP/IP sockets') && attempt < 3) continue
      throw new StartRefusal(
        `The data in ${folder} cannot be opened, perhaps they are damaged: PostgreSQL says “${reason}” (the rest is in ${log.file}).`,
      )
    }
  }
}

/** In its own process group: a Ctrl-C in the terminal must not stop it while services still write. */
function spawnPostgres({ account, log }: PostgresOptions, args: string[]): ChildProcess {
  const child = spawn(...commandOf(account, 'postgres', args), {
    detached: true,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr?.on('data', log.write)
  child.once('error', error => log.write(Buffer.from(`${error.message}\n`)))
  // Stops PostgreSQL however this process exits, also after a second signal or failure.
  const killWithParent = () => child.kill('SIGQUIT')
  process.once('exit', killWithParent)
  child.once('exit', () => process.off('exit', killWithParent))
  return child
}

/** Calls `onLost` if PostgreSQL ends by itself. @returns how to stop it */
function watch(child: ChildProcess, { log, onLost }: PostgresOptions): () => Promise<void> {
  const reportLoss = () => {
    const how = child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode}`
    onLost(new StartRefusal(`PostgreSQL ended by itself (${how}): the details are in ${log.file}.`))
  }
  child.once('exit', reportLoss)
  if (hasEnded(child)) reportLoss()
  return () => {
    child.off('exit', reportLoss)
    return stop(child)
  }
}

async function stop(child: ChildProcess, signals: readonly StopSignal[] = stopSignals): Promise<void> {
  for (const [signal, timeoutMs] of signals) {
    if (hasEnded(child)) return
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(timeoutMs) })
    child.kill(signal)
    await exit.catch(() => undefined)
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
