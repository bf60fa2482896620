import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis)
  console.warn(
    'NO REDIS HERE: redis-server is not installed, so the tests of the queue on Redis are SKIPPED.',
  )

export type RedisServer = { url: string; client: Redis; stop(): Promise<void>; start(): Promise<void> }

/** A Redis of the test's own that keeps nothing over a restart. */
export async function redisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tba-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ]
    child = spawn('redis-server', options, { stdio: 'ignore' })
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
  onTestFinished(async () => {
    client.disconnect()
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  await start()
  return { url, client, start, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
