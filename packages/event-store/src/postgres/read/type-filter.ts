import type { Recorded } from '../../port.ts'
import { pageLimits } from '../limits.ts'
import type { Page } from './read-page.ts'

/** Up to this many types are read by index. With more types the index pays only if few events match. */
const typesLookedUp = 8
/** The sample of events that tells how frequent the types are. */
const enough = 100
const rareShare = 1 / 8

/**
 * Decides how a follower reads its types. Many types are read together with all other events, which is fast if most events
 * match. If few match, they are read by index: a flood of clicks would otherwise be read by every follower.
 */
export function typeFilter(types?: readonly string[]) {
  const all = new Set(types)
  const isFew = all.size <= typesLookedUp
  let isLookingUp = types !== undefined && isFew
  let [readCount, wantedCount] = [0, 0]
  let isToChange = false

  function change(isRare: boolean): void {
    isToChange = isRare !== isLookingUp
    isLookingUp = isRare
    readCount = wantedCount = 0
  }

  return {
    /** The types to read by index; undefined: read everything. */
    lookedUp: () => (isLookingUp ? types : undefined),
    /** Whether the next page must be read in the other way. */
    isToChange: () => isToChange,
    /** The matching events of a page. */
    wanted({ events }: Page): Recorded[] {
      isToChange = false
      if (types === undefined || isFew) return events
      // The index is read for each type, mostly in vain.
      if (isLookingUp) {
        if (events.length >= pageLimits.events) change(false)
        return events
      }
      const wanted = events.filter(({ type }) => all.has(type))
      readCount += events.length
      wantedCount += wanted.length
      if (readCount >= enough) change(wantedCount < readCount * rareShare)
      return wanted
    },
  }
}
