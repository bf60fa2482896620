import { type AdminVisit, adminVisits } from './administrators.ts'
import { debuts } from './cast.ts'
import { crawler } from './crawler.story.ts'
import { type Random, random } from './random.ts'
import { momentsOf, romeMidnight } from './rhythm.ts'
import type { Returns, Story, World } from './told.ts'
import type { Visit } from './visit.ts'
import { visitor } from './visitor.story.ts'

export type MonthOptions = {
  visits: number
  seed: string
  /** The story ends here: shortly before now. */
  untilMs: number
  /** Where the pages are. */
  site: string
}
/** `startMs`: nothing in this visit or a later one is earlier. `isLast`: its visitor does not come back. */
export type Happening = { startMs: number } & ({ visit: Visit; isLast: boolean } | { admin: AdminVisit })

/** With fewer visits, not everybody of the cast would reach their stage. */
export const leastVisits = 50
const daysBefore = 29
const crawlers = 0.08
/** Who has somewhere to get to does not begin with it in the last hours. */
const lastCallMs = 3 * 3_600_000

export function monthBegins(untilMs: number): number {
  return romeMidnight(untilMs, daysBefore)
}

/**
 * Everything that happens in the thirty days, in the order of its beginnings: the visits, and what administrators do. It
 * is generated while it is read, so that a month of any size fits in memory.
 */
export function* month({ visits, seed, untilMs, site }: MonthOptions): Generator<Happening> {
  const drawnBy = (name: string) => random(`${seed}\n${name}`)
  const span = { fromMs: monthBegins(untilMs), untilMs }
  const admins = adminVisits(span, drawnBy('administrators'))
  const castBackWithinHours = visits < 500 ? 20 : 80
  const world: World = { site, castBackWithinHours, nextUserId: counter(), nextPerson: counter() }
  const expected = expecting(debuts(world, span.fromMs, drawnBy))
  let number = 0

  for (const atMs of momentsOf(span, visits, drawnBy('rhythm'))) {
    while ((admins[0]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs) {
      const admin = admins.shift() as AdminVisit
      yield { startMs: admin.startMs, admin }
    }
    const isLate = atMs > untilMs - lastCallMs
    const tell = expected.next(atMs, isLate) ?? newcomer(world, drawnBy(`visit ${number}`))
    const { visit, returns } = tell(atMs)
    if (returns) expected.add(returns)
    const steps = visit.steps.filter(step => step.atMs <= untilMs)
    yield { startMs: atMs, visit: { ...visit, steps }, isLast: !returns }
    number++
  }
  for (const admin of admins) yield { startMs: admin.startMs, admin }
}

function counter(): () => number {
  let count = 0
  return () => ++count
}

function newcomer(world: World, drawn: Random): Story {
  const story = drawn.chance(crawlers) ? crawler : visitor
  return atMs => story(world, drawn, atMs)
}

/** Chooses the next visitor: the cast before anybody else who is due. */
function expecting(cast: Returns[]) {
  const others: Returns[] = []
  const lineOf = (returns: Returns) => (returns.isCast ? cast : others)

  return {
    add(returns: Returns) {
      const line = lineOf(returns)
      const behind = line.findLastIndex(({ dueMs }) => dueMs <= returns.dueMs)
      line.splice(behind + 1, 0, returns)
    },
    next(atMs: number, isLate: boolean): Story | undefined {
      const lines = isLate ? [others] : [cast, others]
      return lines.find(([first]) => first && first.dueMs <= atMs)?.shift()?.tell
    },
  }
}
