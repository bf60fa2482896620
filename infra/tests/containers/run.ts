import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type ContainerRuntimeClient, getContainerRuntimeClient } from 'testcontainers'
import { isAtHand } from './images.ts'
import { startServers } from './servers.ts'

/**
 * `npm run test:containers` runs three groups of tests. An argument selects one:
 * `-- config`: the configuration of Compose and Prometheus. It needs no Docker.
 * `-- compose`: docker-compose.yml as a whole.
 * `-- suites [arguments of Vitest]`: the contract of the event store, all with a database, and the journeys, on
 * PostgreSQL, Redis and KurrentDB in containers.
 */

/** No Docker engine: the code of sysexits for an unavailable service. */
const noEngine = 69
const reaper = 'testcontainers/ryuk:0.14.0'
const bootstrap = path.resolve(import.meta.dirname, '../../start.mjs')

const [chosen = 'all', ...args] = process.argv.slice(2)
if (!['all', 'config', 'compose', 'suites'].includes(chosen)) {
  console.log('Usage: npm run test:containers -- [config | compose | suites [arguments of Vitest]]')
  process.exit(1)
}
process.exitCode = chosen === 'config' ? await passed('config') : await passedOnEngine()

async function passedOnEngine(): Promise<number> {
  const client = await getContainerRuntimeClient().catch(() => null)
  if (!client) {
    console.log('containers: no Docker engine answers, so that nothing was tested.')
    return noEngine
  }
  if (chosen === 'suites') return suitesPassed(client, args)
  const code = await passed(chosen === 'compose' ? 'compose' : '')
  return chosen === 'all' && code === 0 ? suitesPassed(client, args) : code
}

/** Runs the test files of this folder that begin with this name. */
function passed(name: string): Promise<number> {
  return tested(['--config', 'infra/tests/containers/vitest.config.ts', `/${name}`], {})
}

async function suitesPassed(engine: ContainerRuntimeClient, args: string[]): Promise<number> {
  // The reaper removes the containers of a killed run. Without its image, this run removes its own at the end.
  if (!(await isAtHand(engine, reaper))) process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true'
  await using opened = new AsyncDisposableStack()
  const servers = await startServers(engine, opened)
  // Journeys share one Redis, so they run one after the other.
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
