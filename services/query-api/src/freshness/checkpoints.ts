import type { Position } from '@tba/event-store/port.ts'

/** What the projector announces after every batch that it committed. */
export type Announcement = { position: Position; projections: readonly string[] }

export type Wait = {
  /** true once reached, false once given up. */
  reached: Promise<boolean>
  giveUp(): void
}

export type Checkpoints = {
  of(projection: string): Position | undefined
  hasReached(projections: readonly string[], position: Position): boolean
  wait(projections: readonly string[], position: Position): Wait
  /** Replaces everything by what the table says, even where that is older. */
  replace(all: readonly (readonly [projection: string, position: Position])[]): void
  /** Applies an announcement; an older position than the known one is ignored. @returns whether it brought news */
  advance(announcement: Announcement): boolean
}

type Waiter = { projections: readonly string[]; position: Position; settle(reached: boolean): void }

/** How far each projection has come, and who waits for it to come further. */
export function checkpoints(): Checkpoints {
  const known = new Map<string, Position>()
  const waiters = new Set<Waiter>()

  function hasReached(projections: readonly string[], position: Position): boolean {
    return projections.every(projection => {
      const checkpoint = known.get(projection)
      return checkpoint !== undefined && checkpoint >= position
    })
  }

  function wake(): void {
    for (const waiter of waiters) if (hasReached(waiter.projections, waiter.position)) waiter.settle(true)
  }

  return {
    of: projection => known.get(projection),

    hasReached,

    wait(projections, position) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiter: Waiter = {
        projections,
        position,
        settle(reached) {
          waiters.delete(waiter)
          resolve(reached)
        },
      }
      if (hasReached(projections, position)) resolve(true)
      else waiters.add(waiter)
      return { reached: promise, giveUp: () => waiter.settle(false) }
    },

    replace(all) {
      known.clear()
      for (const [projection, position] of all) known.set(projection, position)
      wake()
    },

    advance({ position, projections }) {
      const behind = projections.filter(projection => {
        const checkpoint = known.get(projection)
        return checkpoint === undefined || checkpoint < position
      })
      for (const projection of behind) known.set(projection, position)
      if (behind.length > 0) wake()
      return behind.length > 0
    },
  }
}
