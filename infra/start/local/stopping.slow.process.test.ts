import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { newSecrets } from '@tba/runtime/secrets.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import {
  type Run,
  run,
  runningPostgres,
  script,
  stop,
  temporaryFolder,
  until,
} from '../../tests/support/run.ts'

const cluster = await perFile(startCluster())

const service = (name: string) => [
  process.execPath,
  fileURLToPath(import.meta.resolve(`@tba/${name}/main.ts`)),
]
const starts = {
  start: script('local/main.ts'),
  'command-api': service('command-api'),
  'query-api': service('query-api'),
  projector: service('projector'),
}

/** Waits for a condition. Rejects if the process ends before. */
async function whileRuns({ ended, output }: Run, condition: () => boolean | Promise<boolean>): Promise<void> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!(await condition())) {
    expect(hasEnded, output()).toBe(false)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Runs the product or a service on a database, with the keys of an earlier start in the folder. */
function started(command: string[], env: NodeJS.ProcessEnv, DATA_DIR = temporaryFolder()): Run {
  const keys = path.join(DATA_DIR, 'keys.json')
  const secrets = path.join(DATA_DIR, 'secrets.json')
  fs.writeFileSync(secrets, newSecrets())
  const SECRETS_FILE = fs.existsSync(keys) ? keys : secrets
  const ANALYTICS_FOLDER = path.join(DATA_DIR, 'copy')
  const given = { DATA_DIR, OBJECTS_FOLDER: DATA_DIR, SECRETS_FILE, ANALYTICS_FOLDER }
  return run({ env: { ...given, PUBLIC_URL: 'http://localhost', ...env }, command })
}

async function expectEndsSoon({ child, ended, output }: Run, code: number): Promise<void> {
  expect(child.exitCode, output()).toBeNull()
  const signalledMs = performance.now()
  child.kill('SIGTERM')
  expect(await ended, output()).toBe(code)
  // Short on purpose: an operator waits for it.
  expect(performance.now() - signalledMs, output()).toBeLessThan(10_000)
  expect(output()).not.toMatch(/\n +at /)
}

/** A server that takes connections and says nothing. */
async function silentServer() {
  const sockets: net.Socket[] = []
  const server = net
    .createServer(socket => void sockets.push(socket.on('error', () => {})))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { at: `127.0.0.1:${port}`, isAsked: () => sockets.length > 0 }
}

/** A database, and a connection to it that holds what the start waits for. */
async function heldDatabase(hold: string) {
  const connectionString = await databaseInTest(cluster.connectionString)
  const client = await clientInTest(connectionString)
  await client.query(hold)
  const waiters = 'select 1 from pg_locks where not granted'
  const isWaitedFor = async () => (await client.query(waiters)).rowCount !== 0
  return { connectionString, isWaitedFor, client }
}

test.each(Object.entries(starts))('SIGTERM ends a %s that waits for a silent server', async (_, command) => {
  const { at, isAsked } = await silentServer()
  const waiting = started(command, { DATABASE_URL: `postgres://tba:secret@${at}/tba` })
  await whileRuns(waiting, isAsked)
  await expectEndsSoon(waiting, 0)
})

test.each([
  ['postgres', '/tba'],
  ['esdb', '?tls=false'],
])('SIGTERM ends a start that waits for a silent log at %s', async (scheme, rest) => {
  const { at, isAsked } = await silentServer()
  const waiting = started(starts.start, { EVENTSTORE_URL: `${scheme}://${at}${rest}` })
  await whileRuns(waiting, isAsked)
  await expectEndsSoon(waiting, 0)
})

const { 'query-api': _waitsForTables, ...migrating } = starts
test.each(Object.entries(migrating))('SIGTERM ends a %s that waits for a migration', async (_, command) => {
  const held = await heldDatabase(`select pg_advisory_lock(hashtextextended('log.schema', 0))`)
  const waiting = started(command, { DATABASE_URL: held.connectionString })
  await whileRuns(waiting, held.isWaitedFor)
  await expectEndsSoon(waiting, 0)
})

test('SIGTERM ends a query-api that waits for the tables of a projector', async () => {
  const { connectionString } = await heldDatabase('select 1')
  const waiting = started(starts['query-api'], { DATABASE_URL: connectionString })
  await waiting.says(/waiting for a projector/)
  await expectEndsSoon(waiting, 0)
})

test.each(['projector.checkpoints', 'log.meta'])(
  'SIGTERM ends whatever waits for a lock on %s',
  async table => {
    const { connectionString: DATABASE_URL, client, isWaitedFor } = await heldDatabase('select 1')
    const dataDir = temporaryFolder()
    const first = started(starts.start, { DATABASE_URL }, dataDir)
    await first.ready
    await stop(first)
    await client.query(`begin; lock table ${table}`)
    const folding = [starts.start, starts.projector]
    for (const command of table === 'log.meta' ? Object.values(starts) : folding) {
      const waiting = started(command, { DATABASE_URL }, dataDir)
      await whileRuns(waiting, isWaitedFor)
      await expectEndsSoon(waiting, 0)
      // The server does not notice that who waits has gone.
      await client.query('select pg_terminate_backend(pid, 60000) from pg_locks where not granted')
    }
  },
)

test.each([
  ['start', starts.start, 0],
  ['command', script('maintenance/verify.ts'), 143],
] as const)(
  'SIGTERM ends a %s whose PostgreSQL is recovering, and PostgreSQL too',
  async (_, command, code) => {
    const DATA_DIR = temporaryFolder()
    const first = run({ env: { DATA_DIR } })
    await first.ready
    await stop(first)
    const folder = path.join(DATA_DIR, 'postgres')
    fs.writeFileSync(path.join(folder, 'recovery.signal'), '')
    fs.appendFileSync(path.join(folder, 'postgresql.conf'), "restore_command = 'sleep 3600'\n")
    const waiting = run({ env: { DATA_DIR }, command })
    await whileRuns(waiting, () => runningPostgres(DATA_DIR).length > 1)
    await expectEndsSoon(waiting, code)
    await until(() => runningPostgres(DATA_DIR).length === 0)
  },
)
