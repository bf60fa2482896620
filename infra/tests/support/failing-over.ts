import { startProxy } from '@tba/event-store/testing/proxy.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { startStandby } from '@tba/testing/standby.ts'
import { withClient } from '@tba/testing/with-client.ts'

const unreachable = 9

/** A database on a PostgreSQL with an asynchronous standby, both behind one address. */
export async function failingOver(opened: AsyncDisposableStack) {
  const folder = quickFolder('tba-primary-')
  const cluster = await startCluster({ folder, settings: { fsync: undefined, full_page_writes: undefined } })
  opened.defer(() => cluster.destroy())
  const primary = new URL(cluster.connectionString)
  const host = primary.hostname
  const link = await startProxy({ host, port: Number(primary.port) })
  opened.defer(link.close)
  const { connectionString } = await freshDatabase(cluster.connectionString)
  const standby = await startStandby({
    primary: at(cluster.connectionString, link.host),
    of: folder,
    folder: quickFolder('tba-standby-'),
  })
  opened.defer(standby.destroy)
  const leader = { host, port: Number(primary.port) }
  const address = await startProxy(leader)
  opened.defer(address.close)
  const promoted = at(connectionString, new URL(standby.connectionString).host)

  return {
    connectionString: at(connectionString, address.host),
    /** Waits until the standby has everything. From now on it gets nothing more. */
    async lag() {
      const { rows } = await query(cluster.connectionString, 'select pg_current_wal_lsn() as lsn')
      const has = `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as is_there`
      while (!(await query(standby.connectionString, has)).rows[0].is_there);
      link.hold()
      link.cut()
    },
    /** @param grow what happens in the promoted database before anybody connects again */
    async failOver(grow: (promoted: string) => Promise<unknown> = async () => {}) {
      leader.port = unreachable
      address.cut()
      await query(standby.connectionString, 'select pg_promote(true, 60)')
      await grow(promoted)
      leader.port = Number(new URL(promoted).port)
    },
  }
}

const at = (url: string, host: string) => Object.assign(new URL(url), { host }).href

export const query = (connectionString: string, text: string) =>
  withClient(connectionString, client => client.query(text))
