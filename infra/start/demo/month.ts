import { administrators } from './administrators.ts'
import { debuts } from './cast.ts'
import { begin } from './random.ts'
import { momentsOf } from './rhythm.ts'
import type { Step } from './stage.ts'
import { newcomer } from './visitor.ts'
import type { Returns, Story, World } from './world.ts'

export type MonthOptions = {
  visits: number
  seed: string
  /** The story ends here: shortly before now. */
  untilMs: number
  /** Where the pages are: `https://example.com`. */
  site: string
  /** Of the customers who can sign in. */
  password: string
}
/** With fewer visits, not everybody of the cast would reach their stage. */
export const leastVisits = 50
const hourMs = 3_600_000

/** Thirty days of the calendar, with today. */
export const monthBegins = (untilMs: number) => untilMs - 29 * 24 * hourMs

/** A visit: nothing in it, or in a later one, is earlier than its start. */
export type Visit = { startMs: number; steps: Step[] }

/**
 * The visits, in the order of their beginnings, and what administrators do meanwhile. They are generated while they are
 * read, so that a month of any size fits in memory. One month at a time: all is drawn from one seeded generator.
 */
export function* month(options: MonthOptions, secrets: World['secrets'], adminId: string): Generator<Visit> {
  const { visits, seed, untilMs } = options
  begin(seed)
  const span = { fromMs: monthBegins(untilMs), untilMs }
  const castBackWithinHours = visits < 500 ? 20 : 80
  const world: World = {
    ...options,
    secrets,
    castBackWithinHours,
    nextUserId: counter(),
    nextPerson: counter(),
  }
  const moments = momentsOf(span, visits)
  let atDesk = administrators(span, adminId)
  const expected = debuts(span.fromMs)
  for (const startMs of moments) {
    const isLate = startMs > untilMs - 3 * hourMs
    const { steps, returns } = (nextOf(expected, startMs, isLate) ?? newcomer)(world, startMs)
    if (returns) insert(expected, returns)
    const meanwhile = atDesk.filter(({ atMs }) => atMs <= startMs)
    atDesk = atDesk.slice(meanwhile.length)
    yield { startMs, steps: [...meanwhile, ...steps.filter(({ atMs }) => atMs <= untilMs)] }
  }
}

function counter(): () => number {
  let count = 0
  return () => ++count
}

/** They wait in the order of their times. */
function insert(expected: Returns[], returns: Returns): void {
  const behind = expected.findLastIndex(({ dueMs }) => dueMs <= returns.dueMs)
  expected.splice(behind + 1, 0, returns)
}

/** The cast do not begin in the last hours, which may end in the middle of what they have to do. */
function nextOf(expected: Returns[], atMs: number, isLate: boolean): Story | undefined {
  const notYet = expected.findIndex(({ dueMs }) => dueMs > atMs)
  const due = notYet < 0 ? expected : expected.slice(0, notYet)
  const first = due.find(({ isCast }) => isCast && !isLate) ?? due.find(({ isCast }) => !isCast)
  if (first) expected.splice(expected.indexOf(first), 1)
  return first?.tell
}
