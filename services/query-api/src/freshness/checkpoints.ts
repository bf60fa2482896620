import type { Position } from '@tba/event-store/port.ts'

/** What the projector announces after every batch that it committed. */
export type Announcement = { position: Position; projections: readonly string[] }

export type Checkpoints = ReturnType<typeof checkpoints>

type Waiter = { projections: readonly string[]; position: Position; settle(reached: boolean): void }

/** The position of each projection, and who waits for a later one. */
export function checkpoints() {
  const known = new Map<string, Position>()
  /** Of a log that is there no more. A checkpoint at one of them has reached nothing. */
  const lost = new Set<Position>()
  const waiters = new Set<Waiter>()

  function of(projection: string): Position | undefined {
    const position = known.get(projection)
    return position === undefined || lost.has(position) ? undefined : position
  }

  function hasReached(projections: readonly string[], position: Position): boolean {
    return projections.every(projection => {
      const checkpoint = of(projection)
      return checkpoint !== undefined && checkpoint >= position
    })
  }

  function wake(): void {
    for (const waiter of waiters) if (hasReached(waiter.projections, waiter.position)) waiter.settle(true)
  }

  return {
    of,

    /** Everywhere, as it was read. */
    all: () => [...known.values()],

    /** Call it for positions beyond the end of the log. */
    disregard(positions: readonly Position[]) {
      for (const position of positions) lost.add(position)
    },

    hasReached,

    /** @returns `reached`: true once reached, false once given up */
    wait(projections: readonly string[], position: Position) {
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

    /** Replaces all positions by those of the table, even by older ones. */
    replace(all: readonly (readonly [projection: string, position: Position])[]) {
      known.clear()
      for (const [projection, position] of all) known.set(projection, position)
      wake()
    },

    /** Applies an announcement; an older position than the known one is ignored. @returns whether it brought news */
    advance({ position, projections }: Announcement) {
      const behind = projections.filter(projection => {
        const checkpoint = of(projection)
        return checkpoint === undefined || checkpoint < position
      })
      for (const projection of behind) known.set(projection, position)
      if (behind.length > 0) wake()
      return behind.length > 0
    },
  }
}
