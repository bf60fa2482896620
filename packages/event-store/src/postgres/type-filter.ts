import type { Recorded } from '../port.ts'
import { pageLimits } from './limits.ts'
import type { Page } from './read-page.ts'

/** Up to this many types are looked up by index; of more that is worth it only where few events have one of them. */
const typesLookedUp = 8
/** Of so many events that were read at least, to tell how frequent the wanted ones are. */
const enough = 100
const rareShare = 1 / 8

/**
 * How a follower reads only the types that it wants. Many types at once are read with everything else, which is fast where most events have one of them. While others come
 * in masses, they are looked up instead: a flood of clicks would else be read by everybody who wants none of them.
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
    /** To be looked up by index; undefined: everything is read. */
    lookedUp: () => (isLookingUp ? types : undefined),
    /** Whether the next page is to be read in the other way than the last. */
    isToChange: () => isToChange,
    /** What a page has for the follower. */
    wanted({ events }: Page): Recorded[] {
      isToChange = false
      if (types === undefined || isFew) return events
      // By index as many are looked up of each type, most of them in vain.
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
