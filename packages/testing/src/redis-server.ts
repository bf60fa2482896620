import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { Redis } from 'ioredis'
import { quickFolder } from './quick-folder.ts'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis)
  console.warn('NO REDIS HERE: redis-server is not installed, so the tests that ask for one are SKIPPED.')

export type RedisServer = {
  url: string
  client: Redis
  /** Like `kill -9`. */
  stop(): Promise<void>
  /** Empty. */
  start(...options: string[]): Promise<void>
  /** It keeps and accepts connections, and does not answer. */
  pause(): void
  resume(): void
}

/** A Redis for one test. It keeps nothing over a restart. */
export async function redisServer(): Promise<RedisServer> {
  const server = await startRedis()
  onTestFinished(() => server.destroy())
  return server
}

/** A Redis that lasts until it is destroyed, for all tests of a file. */
export async function startRedis(): Promise<RedisServer & { destroy(): Promise<void> }> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: quickFolder('tba-redis-') }
  let child: ChildProcess | null = null

  async function start(...options: string[]): Promise<void> {
    const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn('redis-server', [...given, ...options], { stdio: 'ignore' })
    await client.ping()
  }
  async function stop(): Promise<void> {
    if (!child) return
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    child = null
    await ended
  }

  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  await start()
  return {
    url,
    client,
    start,
    stop,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async destroy() {
      client.disconnect()
      await stop()
    },
  }
}
