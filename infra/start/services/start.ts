import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { Scope } from '../local/data/database.ts'
import type { Environment } from '../local/environment.ts'
import { announce } from '../local/progress.ts'
import { startDatabase } from '../local/start.ts'
import { prepareGateway, refuseNoCaddy } from './gateway.ts'
import { forkService, keepRunning, type ServiceName } from './processes.ts'

const numbers = [1, 2]
const administrator = path.resolve(import.meta.dirname, '../../containers/administrator.main.ts')

/** Two instances of each service and the gateway, each in its own process. Resolves with the port. Throws StartRefusal. */
export async function startServices(environment: Environment, scope: Scope): Promise<number> {
  refuseNoCaddy()
  const { dataDir, host, trustProxy = [], logLevel } = environment
  const port = environment.port || (await freePort())
  const { publicUrl = `http://localhost:${port}` } = environment
  const { url } = await startDatabase({ ...environment, port }, scope)
  const shared = {
    DATABASE_URL: url,
    SECRETS_FILE: path.join(dataDir, 'keys.json'),
    DATA_DIR: dataDir,
    OBJECTS_FOLDER: environment.objects.folder,
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: logLevel,
    TRUST_PROXY: ['127.0.0.1', ...trustProxy].join(','),
  }

  const startTwo = (name: ServiceName) => Promise.all(numbers.map(number => startOne(name, number)))
  async function startOne(name: ServiceName, number: number): Promise<string> {
    const at = `127.0.0.1:${await freePort()}`
    const own = {
      HOST: '127.0.0.1',
      PORT: at.split(':')[1],
      ANALYTICS_FOLDER: path.join(dataDir, `analytics-${number}`),
    }
    const start = () => forkService(name, environmentOf({ ...shared, ...own }))
    await keepRunning(
      { name: `${name} ${number}`, start, readyAt: `http://${at}/readyz`, address: `http://${at}` },
      scope,
    )
    return at
  }

  announce('Starting the services…')
  // First, because it creates the tables. One leads, the other is the standby.
  await startTwo('projector')
  await createAdministrator(environmentOf(shared))
  const [commandApis, queryApis] = await Promise.all([startTwo('command-api'), startTwo('query-api')])
  const healthPort = await freePort()
  const start = prepareGateway({
    folder: path.join(dataDir, 'gateway'),
    host,
    port,
    healthPort,
    publicUrl,
    trustedProxies: trustProxy,
    instances: { 'command-api': commandApis, 'query-api': queryApis },
  })
  const readyAt = `http://127.0.0.1:${healthPort}/healthz`
  await keepRunning({ name: 'gateway', start, readyAt, address: publicUrl }, scope)
  return port
}

/** This process's environment with these values, and without the variants from files. */
function environmentOf(values: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const files = Object.fromEntries(Object.keys(values).map(name => [`${name}_FILE`, '']))
  return { ...process.env, ...files, ...values }
}

async function createAdministrator(env: NodeJS.ProcessEnv): Promise<void> {
  const [code] = await once(fork(administrator, [], { env }), 'exit')
  if (code !== 0) throw new StartRefusal('The administrator could not be made, for the reason above.')
}
