import { administrate } from './administrator.ts'
import { startNamedCustomers } from './named-customers.ts'
import { dayMs, seedAll, visitTimes } from './random.ts'
import { newVisitor } from './visitor.ts'
import { recorder, type TimedAppend, type Visitor, type World } from './world.ts'

export type MonthOptions = Pick<World, 'site' | 'secrets' | 'passwordHash'> & {
  visits: number
  seed: string
  /** The end of the month: shortly before now. */
  untilMs: number
  adminId: string
}
const visitsAtOnce = 96

/** Thirty calendar days, with today. */
export const monthStart = (untilMs: number) => untilMs - 29 * dayMs

/**
 * The appends in order of time, and the number of visits so far. Generated while they are read, so that a month of any size fits
 * in memory. One month at a time, because all use one seeded generator.
 */
export function* month(options: MonthOptions): Generator<{ appends: TimedAppend[]; visits: number }> {
  const { seed, untilMs, adminId } = options
  seedAll(seed)
  const span = { fromMs: monthStart(untilMs), untilMs }
  const appends: TimedAppend[] = []
  const world: World = { ...options, appends, record: recorder(appends), counts: { people: 0, users: 0 } }
  administrate(world, span, adminId)
  let visits = startNamedCustomers(world, span.fromMs)
  /** In the order of their next visit. */
  const waiting: { fromMs: number; visitor: Visitor }[] = []
  for (const startMs of visitTimes(span, options.visits - visits)) {
    if (visits % visitsAtOnce === 0) yield { appends: takeBefore(appends, startMs), visits }
    visits++
    const returning = (waiting[0]?.fromMs ?? untilMs) <= startMs ? waiting.shift() : undefined
    const visitor = returning?.visitor ?? newVisitor(world, startMs)
    const { value: fromMs } = visitor.next(startMs)
    if (!fromMs) continue
    waiting.splice(waiting.findLastIndex(other => other.fromMs <= fromMs) + 1, 0, { fromMs, visitor })
  }
  yield { appends: takeBefore(appends, untilMs), visits }
}

/** Takes out all appends before this time. Later ones are not all generated yet. */
function takeBefore(appends: TimedAppend[], beforeMs: number): TimedAppend[] {
  appends.sort((one, other) => one.atMs - other.atMs)
  const later = appends.findIndex(({ atMs }) => atMs >= beforeMs)
  return appends.splice(0, later < 0 ? appends.length : later)
}
