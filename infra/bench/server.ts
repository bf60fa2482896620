import { type Cluster, startCluster } from '@tba/testing/cluster.ts'
import pg from 'pg'

/** Room for the log's end and the read tables' hot rows, as any server of its own has it. */
const settings = { shared_buffers: '512MB', min_wal_size: '1GB', max_wal_size: '4GB' }
const segments = 40

/**
 * A PostgreSQL that has been running for a while. It writes its WAL over segments that are there already; a new one
 * fills each with zeros first, 16 MB a second or two under these loads, and every commit waits 30 to 60 ms for it.
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
