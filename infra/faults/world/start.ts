import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { startRedis } from '@tba/testing/redis-server.ts'
import { openKeys } from '../../start/local/data/keys.ts'
import { prepareGateway } from '../../start/services/gateway.ts'
import { type Database, startDatabase } from './database.ts'
import { openLinks, type ServerName } from './links.ts'
import { mountDisk, openClocks } from './machine.ts'
import { forkNode, openProcesses, type Processes } from './processes.ts'
import { openMail, openObjects } from './servers.ts'
import type { Instance, Readiness, ServiceName, World, WorldOptions } from './world.ts'

export type FaultyWorld = Awaited<ReturnType<typeof startWorld>>

const ordinary = { isApart: false, usesRedis: true, usesS3: true, smallDisk: null, movesClocks: false }
const start = path.resolve(import.meta.dirname, '../../start')
const plantedMain = path.resolve(import.meta.dirname, '../planted/main.ts')
const administrator = path.resolve(import.meta.dirname, '../../containers/administrator.main.ts')
const admin = { email: 'admin@example.com', password: 'segreta-di-prova' }
const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, UV_THREADPOOL_SIZE = '8' } = process.env
const inherited = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, UV_THREADPOOL_SIZE }

/** Starts the servers and the product. Resolves when every instance is ready. */
export async function startWorld({ folder, planted, arrangement: given }: WorldOptions) {
  await using opening = new AsyncDisposableStack()
  const arrangement = { ...ordinary, ...given }
  const { isApart, usesRedis, usesS3, smallDisk, movesClocks } = arrangement
  const at = (name: string) => path.join(folder, name)
  mkdirSync(folder, { recursive: true })
  openKeys(folder, { dataExists: false })
  for (const name of ['database', 'copy', 'pictures']) mkdirSync(at(name))
  const disk = smallDisk && mountDisk(at(smallDisk), smallDisk)
  opening.defer(() => disk?.unmount())

  const links = openLinks()
  opening.defer(() => links.close())
  const openDatabase = async (name: 'database' | 'log') => {
    const database = await startDatabase(at(`database/${name}`), port => links.move(name, port))
    opening.defer(() => database.stop())
    return database
  }
  const database = await openDatabase('database')
  const log: Database = isApart ? await openDatabase('log') : database
  const redis = usesRedis ? await startRedis() : null
  opening.defer(() => redis?.destroy())
  const mail = await openMail(at('letters'))
  opening.defer(() => mail.close())
  const objects = usesS3 ? await openObjects(at('s3')) : null
  opening.defer(() => objects?.close())
  const clocks = movesClocks ? openClocks(at('clocks')) : null

  const port = await freePort()
  const gateway = `http://127.0.0.1:${port}`
  const processes = openProcesses(at('output.log'))
  opening.defer(async () => void (await processes.stop()))
  const common = {
    ...inherited,
    SECRETS_FILE: at('keys.json'),
    DATA_DIR: folder,
    PUBLIC_URL: gateway,
    OBJECTS_FOLDER: at('pictures'),
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    NOTIFY_EMAIL: 'commerciale@example.com',
    HOST: '127.0.0.1',
  }
  const env = () => ({
    ...common,
    DATABASE_URL: database.url(),
    ...objects?.env(objects.endpoint),
    LOG_LEVEL: 'warn',
    ...(isApart && { EVENTSTORE_URL: log.url() }),
  })
  const servers: Partial<Record<ServerName, string>> = {
    database: database.url(),
    mail: mail.url,
    ...(isApart && { log: log.url() }),
    ...(redis && { redis: redis.url }),
    ...(objects && { objects: objects.endpoint }),
  }

  async function startOne(service: ServiceName, number: number): Promise<Instance & { through: string }> {
    const name = `${service} ${number}`
    const own: Partial<Record<ServerName, string>> = {}
    for (const [server, address] of Object.entries(servers) as [ServerName, string][])
      own[server] = await links.add(name, server, address)
    const address = `http://127.0.0.1:${await freePort()}`
    const through = await links.add(name, 'http', address)
    const copy = at(`copy/${number}`)
    const environment = {
      ...common,
      DATABASE_URL: own.database,
      EVENTSTORE_URL: own.log,
      REDIS_URL: own.redis,
      SMTP_URL: own.mail,
      PORT: new URL(address).port,
      ANALYTICS_FOLDER: copy,
      ...(objects && own.objects && objects.env(own.objects.replace(/\/$/, ''))),
      ...clocks?.env(name),
      FAULTS_SERVICE: service,
      ...(planted && { FAULTS_PLANTED: planted }),
    }
    const main = planted ? plantedMain : fileURLToPath(import.meta.resolve(`@tba/${service}/main.ts`))
    processes.add(name, () => forkNode(main, environment))
    return { service, number, address, through, ...(service === 'query-api' && { copy }) }
  }
  const startTwo = (service: ServiceName) => Promise.all([1, 2].map(number => startOne(service, number)))

  // First, because it creates the tables.
  const projectors = await startTwo('projector')
  await untilReady(projectors, processes)
  const asked = { ...env(), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  await processes.once('administrator', forkNode(administrator, asked))
  const [commandApis, queryApis] = await Promise.all([startTwo('command-api'), startTwo('query-api')])
  const instances = [...projectors, ...commandApis, ...queryApis]
  const hosts = (of: readonly { through: string }[]) => of.map(({ through }) => new URL(through).host)
  const healthPort = await freePort()
  const startGateway = prepareGateway({
    folder: at('gateway'),
    host: '127.0.0.1',
    port,
    healthPort,
    publicUrl: gateway,
    trustedProxies: [],
    instances: { 'command-api': hosts(commandApis), 'query-api': hosts(queryApis) },
  })
  processes.add('gateway', startGateway)
  await untilReady(instances, processes)
  while (!(await fetch(`http://127.0.0.1:${healthPort}/healthz`).catch(() => null))?.ok) await pause(100)

  let isLossPossible = false
  /** Faults that could not happen. */
  const failures: string[] = []
  const opened = opening.move()
  return {
    gateway,
    folder,
    admin,
    instances,
    env,
    mail: at('letters'),
    output: processes.output,
    pictures: [at(usesS3 ? 's3' : 'pictures')],
    databaseUrl: () => database.url(),
    logUrl: () => log.url(),
    readyz: () => readinessOf(instances),
    lossesPossible: () => isLossPossible,
    /** For the faults. */
    inside: {
      arrangement,
      links,
      processes,
      databases: { database, log },
      disk,
      clocks,
      redis,
      objects,
      mail,
      failures,
      loses() {
        isLossPossible = true
      },
      /** What an operator does when a log has lost events for good. @returns whether the command worked */
      async newGeneration(): Promise<boolean> {
        const services = processes.names().filter(name => name !== 'gateway')
        await processes.stop(services)
        const command = forkNode(path.join(start, 'maintenance/new-generation.ts'), env())
        const code = await processes.once('new-generation', command)
        processes.begin(services)
        return code === 0
      },
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  } satisfies World & { inside: object }
}

async function readinessOf(instances: readonly Instance[]): Promise<Readiness[]> {
  return Promise.all(
    instances.map(async ({ service, number, address }) => {
      const signal = AbortSignal.timeout(10_000)
      const answer = await fetch(`${address}/readyz`, { signal }).catch(() => null)
      const body = await answer?.json().catch(() => null)
      return { service, number, status: answer?.status ?? 0, body: body ?? null }
    }),
  )
}

async function untilReady(instances: readonly Instance[], processes: Processes): Promise<void> {
  const limitMs = performance.now() + 180_000
  while ((await readinessOf(instances)).some(({ status }) => status !== 200)) {
    if (performance.now() > limitMs)
      throw new Error(`the product does not start:\n${processes.output().slice(-3_000)}`)
    await pause(200)
  }
}
