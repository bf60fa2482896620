import { hasRedis, redisServer } from '@tba/testing/redis-server.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hear } from './hear.ts'
import { openRedis } from './link.ts'

const soon = { timeout: 10_000, interval: 10 }

/** Somebody who hears, and whose catching up can be made to fail. */
async function hearing() {
  const server = await redisServer()
  const link = await openRedis({ url: server.url, name: 'test', logger: { info() {}, warn() {} } })
  const onListening = vi.fn<() => void>()
  const onLost = vi.fn<(error: unknown) => void>()
  const heard: string[] = []
  const listener = hear(link, {
    channel: 'news',
    onListening,
    onLost,
    onHeard: payload => void heard.push(payload),
  })
  onTestFinished(async () => {
    await listener.close()
    link.close()
  })
  await listener.opened
  /** The server's number of the connection that listens. */
  async function connection(): Promise<string | undefined> {
    const all = String(await server.client.client('LIST')).split('\n')
    return all.map(line => /^id=(\d+) .*name=test:announcements/.exec(line)?.[1]).find(id => id)
  }
  return { server, listener, onListening, onLost, heard, connection }
}

describe.runIf(hasRedis)('with a Redis that answers', () => {
  test('catching up that fails once is made up for, over the connection that is there', async () => {
    const { server, listener, onListening, onLost, heard, connection } = await hearing()
    const before = await connection()
    onListening.mockImplementationOnce(() => {
      throw new Error('PostgreSQL is away')
    })
    await listener.catchUp()
    expect(listener.isListening).toBe(false)
    await server.client.publish('news', 'meanwhile')
    await vi.waitFor(() => expect(listener.isListening).toBe(true), soon)
    expect(await connection()).toBe(before)
    expect(onLost).toHaveBeenCalledOnce()
    expect(heard).toEqual(['meanwhile'])
  })

  test('a PostgreSQL that is away when Redis comes back is asked ever more rarely, and no connection is made for it', async () => {
    const { server, listener, onListening, onLost, connection } = await hearing()
    const askedAtMs: number[] = []
    onListening.mockImplementation(() => {
      askedAtMs.push(performance.now())
      throw new Error('PostgreSQL is away')
    })
    await server.client.client('KILL', 'ID', (await connection()) ?? '')
    await vi.waitFor(() => expect(askedAtMs).not.toEqual([]), soon)
    const made = await connection()
    await vi.waitFor(() => expect(askedAtMs).toHaveLength(5), soon)
    expect(await connection()).toBe(made)
    // At random from a half on: 25, 50, 100 and 200 ms at least.
    expect((askedAtMs[4] ?? 0) - (askedAtMs[3] ?? 0)).toBeGreaterThan(175)
    expect(onLost).toHaveBeenCalledOnce()
    onListening.mockImplementation(() => {})
    await vi.waitFor(() => expect(listener.isListening).toBe(true), soon)
  })
})
