import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount, commandOf, environment } from '@tba/embedded-postgres/account.ts'
import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { chownTree } from '@tba/embedded-postgres/files.ts'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { postgresOn, signalIfAlive } from '@tba/embedded-postgres/leftover.ts'
import { withClient } from './with-client.ts'

/** A PostgreSQL that follows another one by streaming, for reads. */
export type Standby = {
  connectionString: string
  stop(): Promise<void>
  start(): Promise<void>
  /** It keeps and accepts connections, and does not answer. */
  pause(): void
  resume(): void
  destroy(): Promise<void>
}

type StandbyOptions = {
  /** Its maintenance database, as superuser. */
  primary: string
  /** The folder of its data. */
  of: string
  /** An empty folder. */
  folder: string
}

/** Starts on a copy of the primary's files, because npm has only the server and not the backup program. */
export async function startStandby({ primary, of, folder }: StandbyOptions): Promise<Standby> {
  const account = chooseAccount(folder)
  const data = clusterFolder(folder)
  await copyRunning({ primary, of, folder })
  writeFileSync(join(data, 'standby.signal'), '')
  const { hostname, port: primaryPort, username, password } = new URL(primary)
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  chownTree(data, account.owner)

  const url = new URL(primary)
  url.port = String(await freePort())
  const settings = {
    port: url.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // At least as many as the primary's.
    max_connections: '400',
    wal_retrieve_retry_interval: '200ms',
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let stop = async () => {}

  async function start(): Promise<void> {
    const command = commandOf(account, 'postgres', ['-D', data, ...given])
    const child = spawn(...command, { env: environment, stdio: 'ignore' })
    const ended = once(child, 'exit')
    stop = async () => {
      child.kill('SIGINT')
      await ended
    }
    for (;;) {
      if (await withClient(url.href, async () => true).catch(() => false)) return
      if (child.exitCode !== null) throw new Error('the standby did not start')
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of postgresOn(data)) signalIfAlive(pid, name)
  }

  await start()
  return {
    connectionString: url.href,
    start,
    stop: () => stop(),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async destroy() {
      signal('SIGCONT')
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Copies the files of a PostgreSQL that runs, as a backup program does.
 * @param withLog also the write-ahead log, without which the copy needs a primary
 */
export async function copyRunning({ primary, of, folder }: StandbyOptions, withLog = false): Promise<void> {
  const [source, data] = [clusterFolder(of), clusterFolder(folder)]
  await withClient(primary, async client => {
    await client.query(`select pg_backup_start('copy', fast => true)`)
    await copyFiles(source, data)
    const { rows } = await client.query('select labelfile from pg_backup_stop()')
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
  })
  // Leave out what belongs to the primary: its write-ahead log, slots and pid file.
  for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])
    rmSync(join(data, name), { recursive: true, force: true })
  if (withLog) await copyFiles(join(source, 'pg_wal'), join(data, 'pg_wal'))
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot'])
    mkdirSync(join(data, name), { recursive: true })
}

/** It goes on when a file vanishes meanwhile, as PostgreSQL's own do. */
async function copyFiles(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  await once(spawn('cp', ['-a', `${from}/.`, to], { stdio: 'ignore' }), 'exit')
}
