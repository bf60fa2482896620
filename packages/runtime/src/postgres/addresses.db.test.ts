import { networkInterfaces } from 'node:os'
import { faultOf } from '@tba/postgres/address.ts'
import { createClient, createClientPool } from '@tba/postgres/client.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { certificate, startTlsCluster } from '@tba/testing/tls-cluster.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { createPool } from './pool.ts'

/** Every form of an address on a server with TLS, and what comes of it, by each of the libraries. */

const cluster = await startTlsCluster()
afterAll(() => cluster.destroy())
const { username, password, port } = new URL(cluster.connectionString)
const login = `${username}:${password}`
const odd = 'a:/?#[]@!%&= è'
await withClient(cluster.connectionString, async client => {
  await client.query(`create role "odd role" login superuser password '${odd}'`)
})
const withoutTls = await freshDatabase()
afterAll(() => withoutTls.drop())

const folder = cluster.socketFolder
const socket = encodeURIComponent(folder)
const root = `sslrootcert=${certificate('authority.crt')}`
const other = `sslrootcert=${certificate('other-authority.crt')}`
const own = `sslcert=${certificate('client.crt')}&sslkey=${certificate('client.key')}`
const as = (given: string) => `postgres://${given}@127.0.0.1:${port}/postgres`
const reader = `postgres://reader@localhost:${port}/postgres?sslmode=require`
const at = (host: string, rest = '') => `postgres://${login}@${host}:${port}/postgres${rest}`

const forms: [form: string, url: string, outcome: 'plain' | 'TLS' | RegExp][] = [
  ['no sslmode', at('127.0.0.1'), 'plain'],
  ['disable', at('127.0.0.1', '?sslmode=disable'), 'plain'],
  ['allow', at('127.0.0.1', '?sslmode=allow'), 'plain'],
  ['prefer', at('127.0.0.1', '?sslmode=prefer'), 'TLS'],
  ['require', at('127.0.0.1', '?sslmode=require'), 'TLS'],
  ['require with another authority', at('localhost', `?sslmode=require&${other}`), /self-signed|verify/],
  ['verify-ca', at('127.0.0.1', `?sslmode=verify-ca&${root}`), 'TLS'],
  ['verify-ca with another authority', at('localhost', `?sslmode=verify-ca&${other}`), /self-signed|verify/],
  ['verify-full', at('localhost', `?sslmode=verify-full&${root}`), 'TLS'],
  ['verify-full at another name', at('127.0.0.1', `?sslmode=verify-full&${root}`), /127\.0\.0\.1/],
  ['verify-full with another one', at('localhost', `?sslmode=verify-full&${other}`), /self-signed|verify/],
  ['verify-full with public authorities', at('localhost', '?sslmode=verify-full'), /verify|self-signed/],
  ['a certificate of the client', `${reader}&${own}`, 'TLS'],
  ['no certificate of the client', reader, /certificate/],
  ['IPv6', at('[::1]'), 'plain'],
  ['IPv6 with verify-full', at('[::1]', `?sslmode=verify-full&${root}`), 'TLS'],
  ['a socket', at(socket), 'plain'],
  ['a socket as a parameter', `postgres://${login}@/postgres?host=${folder}&port=${port}`, 'plain'],
  ['a socket has no TLS', at(socket, '?sslmode=require'), 'plain'],
  ['a database only with TLS', `postgres://${login}@localhost:${port}/tls_only`, /no encryption/],
  ['a database only with TLS, allow', `postgres://${login}@localhost:${port}/tls_only?sslmode=allow`, 'TLS'],
  ['a server without TLS, prefer', `${withoutTls.connectionString}?sslmode=prefer`, 'plain'],
  ['a server without TLS, require', `${withoutTls.connectionString}?sslmode=require`, /does not support SSL/],
  ['a login of odd signs', as(`odd%20role:${encodeURIComponent(odd)}`), 'plain'],
  ['a wrong password', `${as(`${username}:wrong`)}?sslmode=prefer`, /password authentication/],
  ['the second of two hosts', `postgres://${login}@127.0.0.1:1,127.0.0.1:${port}/postgres`, 'plain'],
  ['the writable host', at('127.0.0.1', '?target_session_attrs=read-write'), 'plain'],
  ['a standby that is none', at('127.0.0.1', '?target_session_attrs=standby'), /it is not standby/],
  ['connect_timeout and application_name', at('127.0.0.1', '?connect_timeout=9&application_name=x'), 'plain'],
]

const question = `select ssl from pg_stat_ssl where pid = pg_backend_pid()`
const options = { applicationName: 'addresses', answerMs: null, session: { statement_timeout: 7_000 } }

const ways: Record<string, (url: string) => Promise<boolean>> = {
  async client(url) {
    const client = createClient(url, options)
    try {
      await client.connect()
      return (await client.query(question)).rows[0].ssl
    } finally {
      await client.end()
    }
  },
  async pool(url) {
    const pool = createClientPool(url, { ...options, max: 1 })
    return pool
      .query(question)
      .then(({ rows }) => rows[0].ssl)
      .finally(() => pool.end())
  },
  async slonik(url) {
    const pool = await createPool(url)
    const row = sql.type(z.object({ ssl: z.boolean() }))
    return pool
      .oneFirst(row`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)
      .finally(() => pool.end())
  },
}

const hasIpv6 = Object.values(networkInterfaces()).some(each => each?.some(it => it.address === '::1'))
if (!hasIpv6) console.warn('NO IPV6 HERE: the addresses with [::1] are SKIPPED.')

test.each(forms.filter(([, url]) => hasIpv6 || !url.includes('[::1]')))('%s', async (_, url, outcome) => {
  expect(faultOf(url)).toBeNull()
  for (const [way, ask] of Object.entries(ways)) {
    const got = await ask(url).then(
      isTls => (isTls ? 'TLS' : 'plain'),
      (error: Error) => error.message,
    )
    expect(got, way).toEqual(outcome instanceof RegExp ? expect.stringMatching(outcome) : outcome)
    expect(got, way).not.toContain(password)
  }
})

test('options of the address reach the session, beside the product’s own settings', async () => {
  const url = at('127.0.0.1', '?options=-c%20work_mem%3D5MB')
  const client = createClient(url, options)
  await client.connect()
  const shown = `select current_setting('work_mem') as memory, current_setting('statement_timeout') as statement`
  const { rows } = await client.query(shown).finally(() => client.end())
  expect(rows).toEqual([{ memory: '5MB', statement: '7s' }])
})
