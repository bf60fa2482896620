import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type ContainerRuntimeClient, getContainerRuntimeClient } from 'testcontainers'
import { isAtHand } from './images.ts'
import { startServers } from './servers.ts'

/**
 * `npm run test:containers`: docker-compose.yml as a whole, then the suites that stand on servers (the contract of the
 * event store, all with a database, the journeys) on PostgreSQL, Redis and KurrentDB in containers.
 * `-- compose`: the first alone. `-- suites [arguments of Vitest]`: the second, or of it what the arguments say.
 */

/** No Docker engine: sysexits' code for a service that is unavailable. */
const noEngine = 69
const reaper = 'testcontainers/ryuk:0.14.0'
const bootstrap = path.resolve(import.meta.dirname, '../../start.mjs')

const client = await getContainerRuntimeClient().catch(() => null)
if (!client) {
  console.log('containers: no Docker engine answers, so that nothing was tested.')
  process.exit(noEngine)
}
const [chosen = 'all', ...args] = process.argv.slice(2)
if (!['all', 'compose', 'suites'].includes(chosen)) {
  console.log('Usage: npm run test:containers -- [compose | suites [arguments of Vitest]]')
  process.exit(1)
}
let code = 0
if (chosen !== 'suites') code = await tested(['--config', 'infra/tests/containers/vitest.config.ts'], {})
if (chosen !== 'compose' && code === 0) code = await suitesPassed(client, args)
process.exitCode = code

async function suitesPassed(engine: ContainerRuntimeClient, args: string[]): Promise<number> {
  // It removes what a killed run leaves behind; where it cannot be had, this run removes its own as it ends.
  if (!(await isAtHand(engine, reaper))) process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true'
  await using opened = new AsyncDisposableStack()
  const servers = await startServers(engine, opened)
  // Journeys share one Redis, in turns.
  const suites =
    args.length > 0
      ? [args]
      : [
          ['--project', 'database'],
          ['--project', 'journey', '--no-file-parallelism'],
        ]
  for (const suite of suites) {
    const code = await tested(suite, servers)
    if (code !== 0) return code
  }
  return 0
}

async function tested(args: string[], servers: NodeJS.ProcessEnv): Promise<number> {
  const env = { ...process.env, ...servers }
  const child = spawn(process.execPath, [bootstrap, 'test', ...args], { env, stdio: 'inherit' })
  const stop = () => void child.kill('SIGTERM')
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const [code] = await once(child, 'exit')
  return code ?? 1
}
