import { LRUCache } from 'lru-cache'
import { type Device, deviceOf } from './device.ts'
import { type Robot, robotOf } from './robot.ts'

export type Agent = { device: Device | null; robot: Robot | null }

/** Visits have few browsers among them, and the list of robots is long. */
const known = new LRUCache<string, Agent>({ max: 2_000 })

/** What a `User-Agent` tells of a visit. */
export function agentOf(userAgent: string | null): Agent {
  const key = userAgent ?? ''
  const held = known.get(key)
  if (held) return held
  const agent = { device: deviceOf(userAgent), robot: robotOf(userAgent) }
  known.set(key, agent)
  return agent
}
