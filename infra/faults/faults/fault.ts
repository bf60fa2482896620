import type { FaultyWorld } from '../world/start.ts'
import type { Arrangement } from '../world/world.ts'

export type PlannedFault = { kind: string; target: string; atMs: number; forMs: number }

/** What can go wrong. A plan chooses one of the targets, and a time within the limits. */
export type Fault = {
  targets: readonly string[]
  /** How long it lasts, in ms, at least and at most. */
  lasts: readonly [number, number]
  /** What the world has to be for it. */
  needs?: (target: string) => Partial<Arrangement>
  /** Why this machine cannot have it; null if it can. */
  missing?: () => string | null
  /** Resolves when it is over. */
  happen(world: FaultyWorld['inside'], planned: Pick<PlannedFault, 'target' | 'forMs'>): Promise<void>
}

export const services = [1, 2].flatMap(number =>
  ['command-api', 'projector', 'query-api'].map(name => `${name} ${number}`),
)
export const seconds = (least: number, most: number) => [least * 1_000, most * 1_000] as const
