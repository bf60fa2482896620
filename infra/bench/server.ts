import { type Cluster, startCluster } from '@tba/testing/cluster.ts'
import pg from 'pg'

/** Holds the end of the log and the hot rows of the read tables. */
const settings = { shared_buffers: '512MB', min_wal_size: '1GB', max_wal_size: '4GB' }
const segments = 40

/**
 * A PostgreSQL like one that has been running for a while, which reuses its WAL segments. A new one first fills each
 * segment (16 MB, every second or two under these loads) with zeros, for which every commit waits 30 to 60 ms.
 */
export async function startServer(): Promise<Cluster> {
  const cluster = await startCluster({ settings })
  const client = new pg.Client({ connectionString: cluster.connectionString })
  await client.connect()
  for (let count = 0; count < segments; count++)
    await client.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`)
  await client.query('checkpoint')
  await client.end()
  return cluster
}
