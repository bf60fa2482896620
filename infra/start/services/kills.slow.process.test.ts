import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCaddy } from '../../tests/support/has-caddy.ts'
import { type Customer, expectNothingLost, savedBy, startLoad } from '../../tests/support/load.ts'
import { completed, type Run, run, runningPostgres, stop, temporaryFolder } from '../../tests/support/run.ts'

const command = (script: string) => [process.execPath, path.join(import.meta.dirname, script)]

/** The newest process of this name in the output of the start. */
function pidOf(product: Run, name: string): number {
  const lines = product.output().matchAll(new RegExp(`^${name}: process (\\d+),`, 'gm'))
  return Number([...lines].at(-1)?.[1])
}

async function kill(product: Run, name: string): Promise<void> {
  const pid = pidOf(product, name)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => pidOf(product, name)).not.toBe(pid)
}

/** Reads as a customer until `stop`, which resolves with all statuses except 200. */
function startReading(url: string, { cookie }: Customer) {
  const others: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const { status } = await fetch(`${url}/api/user/mt4-credentials`, { headers: { cookie } })
      if (status !== 200) others.push(status)
      await pause(50)
    }
  })()
  return async () => {
    isOver = true
    await reading
    return others
  }
}

test.skipIf(!hasCaddy)(
  'kill -9 of each process in turn leaves a product that answers and loses nothing',
  async () => {
    const DATA_DIR = temporaryFolder({ isOnDisk: true })
    const product = run({ env: { DATA_DIR, LIMIT_SCALE: '1000' }, command: command('main.ts') })
    const url = `http://127.0.0.1:${await product.ready}`
    const load = await startLoad(url, 6)
    const [first] = load.customers
    if (!first) throw new Error('nobody registered')
    const untilMore = async () => {
      const before = load.acknowledged()
      await expect.poll(() => load.acknowledged()).toBeGreaterThan(before + 20)
    }

    const stopReading = startReading(url, first)
    // One of the projectors leads some groups.
    for (const name of ['query-api 1', 'command-api 1', 'projector 1', 'projector 2']) {
      const killedMs = performance.now()
      await kill(product, name)
      await savedBy(url, first)
      // Short on purpose: an outage must be short.
      expect(performance.now() - killedMs, `until reads are fresh without the ${name}`).toBeLessThan(15_000)
      await untilMore()
    }
    expect(await stopReading()).toEqual([])
    await kill(product, 'gateway')
    await untilMore()

    await expectNothingLost(url, await load.stop())
    const verified = await completed({ env: { DATA_DIR }, command: command('../maintenance/verify.ts') })
    expect(verified).toMatch(/same\s+credentials/)
    await stop(product)
    expect(runningPostgres(DATA_DIR)).toEqual([])
  },
)

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

test.skipIf(!hasCaddy)('kill -9 of the start leaves none of its services running', async () => {
  const product = run({ env: { DATA_DIR: temporaryFolder() }, command: command('main.ts') })
  await product.ready
  const pids = [...product.output().matchAll(/: process (\d+),/g)].map(([, pid]) => Number(pid))
  expect(pids.filter(isAlive)).toHaveLength(7)
  product.child.kill('SIGKILL')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})
