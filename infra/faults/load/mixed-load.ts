import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { SimpleFaker } from '@faker-js/faker'
import type { World } from '../world/world.ts'
import { beAdministrator } from './administrator.ts'
import { newClient } from './client.ts'
import { beCrowd } from './crowd.ts'
import { beCustomer } from './customer.ts'
import { type Call, type EndedSession, type History, password, type Readiness } from './history.ts'
import { beVisitor } from './visitor.ts'

const counts = { customers: 6, visitors: 3, inCrowd: 5 }
const lookEveryMs = 1_000

export type MixedLoad = {
  /** Resolves after the last answer. */
  stop(): Promise<History>
}

type Options = {
  world: Pick<World, 'gateway' | 'admin' | 'readyz'>
  /** The same seed gives each client the same intentions in the same order. */
  seed: number
  /** Ends the load like `stop`. */
  signal: AbortSignal
}

/** Customers, visitors, a crowd that wants the same, and an administrator; and what the services say of themselves. */
export async function startMixedLoad({ world, seed, signal: given }: Options): Promise<MixedLoad> {
  const stopping = new AbortController()
  const signal = AbortSignal.any([given, stopping.signal])
  const calls: Call[] = []
  const ended: EndedSession[] = []
  const readiness: Readiness[] = []
  let [number, loadPerCore] = [0, 0]
  const client = (name: string) => {
    number += 1
    const random = new SimpleFaker({ seed: seed * 1_000 + number })
    return newClient({ name, random, signal, gateway: world.gateway, record: it => calls.push(it) })
  }
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => client(`${name}${at}`))

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const atMs = performance.now()
      loadPerCore = Math.max(loadPerCore, (loadavg()[0] ?? 0) / availableParallelism())
      for (const { service, number, status, body } of await world.readyz())
        readiness.push({ atMs, name: `${service} ${number}`, status, body })
      await pause(lookEveryMs, undefined, { signal }).catch(() => {})
    }
  }

  const working = Promise.all([
    ...many('cliente', counts.customers).map(one => beCustomer(one, session => ended.push(session))),
    ...many('visita', counts.visitors).map(beVisitor),
    beCrowd(many('folla', counts.inCrowd)),
    beAdministrator(client('console'), world.admin),
    watch(),
  ])
  // Whoever stops the load hears of it.
  working.catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await working
      const cookies = ended.map(({ cookie }) => /(?:^|; )session=([^;]+)/.exec(cookie)?.[1] ?? '')
      const secrets = [password, world.admin.password, ...cookies].filter(secret => secret !== '')
      return { calls, ended, readiness, loadPerCore, secrets }
    },
  }
}
