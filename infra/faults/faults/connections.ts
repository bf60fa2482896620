import { setTimeout as pause } from 'node:timers/promises'
import type { Link } from '../world/links.ts'
import type { FaultyWorld } from '../world/start.ts'
import { type Fault, seconds } from './fault.ts'

/** The kinds of connections: to PostgreSQL by the name that each gives itself, to others by the server. */
const toPostgres = [
  ...['listino', 'listino log', 'vault', 'analytics', 'query-api announcements', 'query-api exports'],
  ...['projector', 'projector jobs', 'projector leader facts', 'projector leader tracking'],
  'projector leader jobs',
]
const toOthers = ['redis', 'mail', 'objects', 'http']
const targets = [...toPostgres, ...toOthers, 'all']
const needs = (target: string) => ({
  ...(target === 'redis' && { usesRedis: true }),
  ...(target === 'objects' && { usesS3: true }),
})

function linksWith({ links }: FaultyWorld['inside'], target: string): Link[] {
  const servers: readonly string[] = toPostgres.includes(target) ? ['database', 'log'] : [target]
  return links.all().filter(({ server }) => target === 'all' || servers.includes(server))
}
const nameIn = (target: string) => (target === 'all' ? undefined : target)

/** All connections of a kind are reset. New ones work. */
export const reset: Fault = {
  targets,
  lasts: [0, 0],
  needs,
  async happen(world, { target }) {
    const counts = linksWith(world, target).map(({ proxy }) => proxy.reset(nameIn(target)))
    world.processes.say(`reset ${counts.reduce((sum, count) => sum + count, 0)} connections: ${target}`)
  },
}

/** The connections of a kind that are open now lose everything, both ways. The time is the product's to notice. */
export const swallow: Fault = {
  targets,
  lasts: seconds(30, 30),
  needs,
  async happen(world, { target, forMs }) {
    const counts = linksWith(world, target).map(({ proxy }) => proxy.swallow(nameIn(target)))
    await pause(forMs)
    const unnoticed = counts.flatMap(left => left())
    world.processes.say(
      `swallowed ${target}; still open after ${forMs} ms: ${unnoticed.join(', ') || 'none'}`,
    )
  },
}
