import { administrate } from './administrators.ts'
import { tellCast } from './cast.ts'
import { begin } from './random.ts'
import { dayMs, momentsOf } from './rhythm.ts'
import { type Happening, type Life, storyDecider, type World } from './story.ts'
import { newcomer } from './visitor.ts'

export type MonthOptions = Pick<World, 'site' | 'secrets' | 'passwordHashes'> & {
  visits: number
  seed: string
  /** The end of the story: shortly before now. */
  untilMs: number
  adminId: string
}
/** Enough for the whole cast, and others. */
export const minVisits = 50
const visitsAtOnce = 96

/** Thirty calendar days, with today. */
export const monthBegins = (untilMs: number) => untilMs - 29 * dayMs

/**
 * The appends in order of time, and the number of visits so far. Generated while they are read, so that a month of any size fits
 * in memory. One month at a time, because all use one seeded generator.
 */
export function* month(options: MonthOptions): Generator<{ happenings: Happening[]; visits: number }> {
  const { visits, seed, untilMs } = options
  begin(seed)
  const span = { fromMs: monthBegins(untilMs), untilMs }
  const world: World = { ...options, decide: storyDecider(), happenings: [], counts: { people: 0, users: 0 } }
  administrate(world, span, options.adminId)
  let begun = tellCast(world, span.fromMs)
  /** In the order of their next visit. */
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

/** All appends before this time. Later ones are not generated yet. */
function taken(world: World, beforeMs: number): Happening[] {
  const { happenings } = world
  world.happenings = happenings.filter(({ atMs }) => atMs >= beforeMs)
  return happenings.filter(({ atMs }) => atMs < beforeMs).sort((one, other) => one.atMs - other.atMs)
}
