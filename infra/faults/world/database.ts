import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { postgresOn, signalIfAlive } from '@tba/embedded-postgres/leftover.ts'
import { startProxy } from '@tba/event-store/testing/proxy.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { copyRunning, startStandby } from '@tba/testing/standby.ts'
import { withClient } from '@tba/testing/with-client.ts'

type Server = { url: string; folder: string; start(): Promise<void>; stop(): Promise<void> }

/** Nothing listens there. */
const unreachable = 9

const settings = {
  // For a small disk.
  min_wal_size: '80MB',
  max_wal_size: '160MB',
  // Not the product's: an operator's server has none.
  idle_in_transaction_session_timeout: '0',
}

/** A PostgreSQL to which the faults happen. @param move leads its clients to another port */
export async function startDatabase(folder: string, move: (port: number) => void) {
  mkdirSync(path.join(folder, '1'), { recursive: true })
  const first = await startCluster({ folder: path.join(folder, '1'), settings })
  let server: Server = { ...first, url: first.connectionString, folder: path.join(folder, '1') }
  let count = 1
  const nextFolder = () => {
    const next = path.join(folder, String(++count))
    mkdirSync(next)
    return next
  }
  const running = () => postgresOn(clusterFolder(server.folder))
  const port = () => Number(new URL(server.url).port)

  async function kill(): Promise<void> {
    const pids = new Set(running().map(({ pid }) => pid))
    // The postmaster ends its children.
    for (const { pid, parent } of running()) if (!pids.has(parent)) signalIfAlive(pid, 'SIGQUIT')
    while (running().length > 0) await pause(50)
  }

  async function lag(standby: Server, lagMs: number, link: { hold(): void; cut(): void }): Promise<void> {
    const { rows } = await withClient(server.url, sql => sql.query('select pg_current_wal_lsn() as lsn'))
    const has = `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as is_there`
    while (!(await withClient(standby.url, client => client.query(has))).rows[0].is_there) await pause(50)
    link.hold()
    link.cut()
    await pause(lagMs)
  }

  // Two faults of one server come one after the other.
  let last: Promise<void> = Promise.resolve()
  const inTurn =
    <Given>(work: (given: Given) => Promise<void>) =>
    (given: Given) => {
      last = last.catch(() => {}).then(() => work(given))
      return last
    }

  return {
    url: () => Object.assign(new URL(server.url), { pathname: '/tba' }).href,
    /** The folder of its data. */
    folder: () => clusterFolder(server.folder),
    restart: inTurn(async (downMs: number) => {
      await server.stop()
      await pause(downMs)
      await server.start()
    }),
    /** Like the end of its machine. */
    immediate: inTurn(async (downMs: number) => {
      await kill()
      await pause(downMs)
      await server.start()
    }),
    /** Starts it if it has ended. */
    heal: inTurn(async (_: undefined) => {
      if (running().length === 0) await server.start()
    }),
    /** Promotes a standby that has not got the last `lagMs`. */
    failOver: inTurn(async (lagMs: number) => {
      const link = await startProxy({ host: '127.0.0.1', port: port() })
      const next = nextFolder()
      const primary = Object.assign(new URL(server.url), { host: link.host }).href
      const { connectionString, ...standby } = await startStandby({
        primary,
        of: server.folder,
        folder: next,
      })
      const promoted = { ...standby, url: connectionString, folder: next }
      await lag(promoted, lagMs, link)
      move(unreachable)
      await kill()
      await link.close()
      await withClient(promoted.url, client => client.query('select pg_promote(true, 60)'))
      server = promoted
      move(port())
    }),
    /** Copies its files, and puts the copy back after this time. */
    putBack: inTurn(async (ageMs: number) => {
      const next = nextFolder()
      await copyRunning({ primary: server.url, of: server.folder, folder: next }, true)
      await pause(ageMs)
      await server.stop()
      rmSync(clusterFolder(server.folder), { recursive: true })
      renameSync(clusterFolder(next), clusterFolder(server.folder))
      await server.start()
    }),
    /** Keeps a transaction of somebody else open. */
    hold: (forMs: number): Promise<void> =>
      withClient(Object.assign(new URL(server.url), { pathname: '/tba' }).href, async client => {
        client.on('error', () => {})
        // An error comes before the end, and is none of the fault's.
        const ended = new Promise(resolve => client.once('end', resolve))
        await client.query('begin')
        await client.query('select pg_current_xact_id()')
        await Promise.race([pause(forMs), ended])
      }),
    stop: () => kill(),
  }
}

export type Database = Awaited<ReturnType<typeof startDatabase>>
