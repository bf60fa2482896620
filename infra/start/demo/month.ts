import { administrate } from './administrators.ts'
import { tellCast } from './cast.ts'
import { begin } from './random.ts'
import { dayMs, momentsOf } from './rhythm.ts'
import { deciding, type Happening, type Life, type World } from './story.ts'
import { newcomer } from './visitor.ts'

export type MonthOptions = Pick<World, 'site' | 'secrets' | 'passwordHashes'> & {
  visits: number
  seed: string
  /** The story ends here: shortly before now. */
  untilMs: number
  adminId: string
}
/** Enough for everybody of the cast, and others. */
export const leastVisits = 50
const visitsAtOnce = 96

/** Thirty days of the calendar, with today. */
export const monthBegins = (untilMs: number) => untilMs - 29 * dayMs

/**
 * What happens, in the order of the times, and how many visits have begun by then. It is told while it is read, so that a
 * month of any size fits in memory. One month at a time: all is drawn from one seeded generator.
 */
export function* month(options: MonthOptions): Generator<{ happenings: Happening[]; visits: number }> {
  const { visits, seed, untilMs } = options
  begin(seed)
  const span = { fromMs: monthBegins(untilMs), untilMs }
  const world: World = { ...options, decide: deciding(), happenings: [], counts: { people: 0, users: 0 } }
  administrate(world, span, options.adminId)
  let begun = tellCast(world, span.fromMs)
  /** In the order in which they are due. */
  const expected: { dueMs: number; life: Life }[] = []
  for (const startMs of momentsOf(span, visits - begun)) {
    if (begun % visitsAtOnce === 0) yield { happenings: taken(world, startMs), visits: begun }
    begun++
    const due = (expected[0]?.dueMs ?? untilMs) <= startMs ? expected.shift() : undefined
    const life = due?.life ?? newcomer(world, startMs)
    const { value: dueMs } = life.next(startMs)
    if (!dueMs) continue
    const at = expected.findLastIndex(other => other.dueMs <= dueMs) + 1
    expected.splice(at, 0, { dueMs, life })
  }
  yield { happenings: taken(world, untilMs), visits: begun }
}

/** What happens before a visit that is still to be told; all that is told later is later. */
function taken(world: World, beforeMs: number): Happening[] {
  const { happenings } = world
  world.happenings = happenings.filter(({ atMs }) => atMs >= beforeMs)
  return happenings.filter(({ atMs }) => atMs < beforeMs).sort((one, other) => one.atMs - other.atMs)
}
