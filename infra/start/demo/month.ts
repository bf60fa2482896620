import { administrators } from './administrators.ts'
import { debuts } from './cast.ts'
import { begin } from './random.ts'
import { momentsOf } from './rhythm.ts'
import { deciding, type Happening, type Life, type Pause, type World } from './stage.ts'
import { newcomer } from './visitor.ts'

export type MonthOptions = {
  visits: number
  seed: string
  /** The story ends here: shortly before now. */
  untilMs: number
  /** Where the pages are: `https://example.com`. */
  site: string
  /** Of the customers who can sign in, and of all others, who cannot. */
  passwordHashes: World['passwordHashes']
}
/** With fewer visits, not everybody of the cast would reach their stage. */
export const leastVisits = 50
const hourMs = 3_600_000

/** Thirty days of the calendar, with today. */
export const monthBegins = (untilMs: number) => untilMs - 29 * 24 * hourMs

/** A visit: nothing in it, or in a later one, is earlier than its start. */
export type Visit = { startMs: number; happenings: Happening[] }
type Expected = Pause & { life: Life }

/**
 * The visits, in the order of their beginnings, and what administrators do meanwhile. They are generated while they are
 * read, so that a month of any size fits in memory. One month at a time: all is drawn from one seeded generator.
 */
export function* month(options: MonthOptions, secrets: World['secrets'], adminId: string): Generator<Visit> {
  const { visits, seed, untilMs } = options
  begin(seed)
  const span = { fromMs: monthBegins(untilMs), untilMs }
  let [users, people] = [0, 0]
  const world: World = {
    ...{ ...options, secrets, decide: deciding(), happenings: [] },
    castBackWithinHours: visits < 500 ? 20 : 80,
    nextUserId: () => ++users,
    nextPerson: () => ++people,
  }
  const moments = momentsOf(span, visits)
  const atDesk = administrators(world, span, adminId)
  const expected: Expected[] = []
  const tell = (life: Life, startMs: number) => {
    const { value } = life.next(startMs)
    if (!value) return
    // They wait in the order of their times.
    const at = expected.findLastIndex(({ dueMs }) => dueMs <= value.dueMs) + 1
    expected.splice(at, 0, { ...value, life })
  }
  for (const life of debuts(world, span.fromMs)) tell(life, span.fromMs)
  for (const startMs of moments) {
    tell(nextOf(expected, startMs, untilMs) ?? newcomer(world, startMs), startMs)
    const later = atDesk.findIndex(({ atMs }) => atMs > startMs)
    const meanwhile = atDesk.splice(0, later < 0 ? atDesk.length : later)
    const told = world.happenings.splice(0).filter(({ atMs }) => atMs <= untilMs)
    yield { startMs, happenings: [...meanwhile, ...told] }
  }
}

function nextOf(expected: Expected[], atMs: number, untilMs: number): Life | undefined {
  // The cast do not begin in the last hours, which may end in the middle of what they have to do.
  const isLate = atMs > untilMs - 3 * hourMs
  const notYet = expected.findIndex(({ dueMs }) => dueMs > atMs)
  const due = notYet < 0 ? expected : expected.slice(0, notYet)
  const first = due.find(({ isCast }) => isCast && !isLate) ?? due.find(({ isCast }) => !isCast)
  if (first) expected.splice(expected.indexOf(first), 1)
  return first?.life
}
