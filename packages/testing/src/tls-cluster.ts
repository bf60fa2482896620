import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount } from '@tba/embedded-postgres/account.ts'
import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { chownTree } from '@tba/embedded-postgres/files.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { quickFolder } from './quick-folder.ts'
import { withClient } from './with-client.ts'

export type TlsCluster = Cluster & { port: number; socketFolder: string }

/** PEM files until the year 2126. The server's certificate names `localhost` and `::1`; the client's is of the role `reader`. */
export const certificate = (name: string) => join(import.meta.dirname, '../certificates', name)

/** Who may sign in, and how. */
const access = `
hostssl all reader all cert
host all reader all reject
hostssl tls_only all all scram-sha-256
host tls_only all all reject
local all all scram-sha-256
host all all all scram-sha-256
`

/** A PostgreSQL with TLS, on 127.0.0.1, ::1 and a Unix socket. Its database `tls_only` refuses connections without TLS. */
export async function startTlsCluster(): Promise<TlsCluster> {
  const folder = quickFolder('tba-tls-')
  const account = chooseAccount(folder)
  const socketFolder = join(folder, 'socket')
  mkdirSync(socketFolder)
  chownTree(socketFolder, account.owner)
  const settings = { listen_addresses: '127.0.0.1,::1', unix_socket_directories: socketFolder }
  const cluster = await startCluster({ folder, settings })
  const data = clusterFolder(folder)
  for (const name of ['authority.crt', 'server.crt', 'server.key'])
    copyFileSync(certificate(name), join(data, name))
  // PostgreSQL refuses a key that others can read, which a clone of the repository makes of it.
  chmodSync(join(data, 'server.key'), 0o600)
  writeFileSync(join(data, 'pg_hba.conf'), access)
  chownTree(data, account.owner)
  await withClient(cluster.connectionString, async client => {
    await client.query('create role reader login; grant connect on database postgres to reader')
    await client.query('create database tls_only')
    const files = {
      ssl_ca_file: 'authority.crt',
      ssl_cert_file: 'server.crt',
      ssl_key_file: 'server.key',
      ssl: 'on',
    }
    for (const [name, value] of Object.entries(files))
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
  })
  return { ...cluster, socketFolder, port: Number(new URL(cluster.connectionString).port) }
}
