import type { RetentionCustomers, RetentionView } from '@tba/events/retention/views.ts'
import { mondayOf, romeWeeks } from '@tba/events/rome-week.ts'
import { type FoundList, foundList, pageOfFound } from '../paths/found-list.ts'
import { Answers } from '../trails/answers.ts'
import { OfKinds } from '../trails/kinds.ts'
import type { Look } from '../trails/look.ts'
import type { Trails } from '../trails/sorted-trails.ts'
import { Gathering } from '../trails/trails-of.ts'
import { type Cohort, type RetentionAsked as Counting, cohortsOf, customersIn } from './count-retention.ts'

/** What is asked of the worker that counts. */
export type RetentionAsked = {
  cohort: string
  action: string
  fromMs: number
  toMs: number
  asOf?: string | undefined
  nowMs: number
}
export type RetentionCustomersAsked = RetentionAsked & {
  /** The number of the cohort's week. */
  week: number
  /** How many weeks later; null: all of the cohort. */
  after: number | null
  /** Where the page before ended; null: there was none. */
  behind: string | null
  limit: number
}

/** The marks of an event: by it one enters a cohort; it is what is counted. */
const [enters, acts] = [1, 2]

const views = new Answers<RetentionView>(50)
/** Whole lists, of which pages are asked for one after the other. */
const lists = new Answers<FoundList>(4)

export function lookForRetention(look: Look, asked: RetentionAsked): Promise<RetentionView> {
  const running = romeWeeks()(asked.nowMs)
  return views.of(`${keyOf(look, asked)} ${running}`, async () => {
    const { trails, counting } = await customersOf(look, asked)
    const cohorts = cohortsOf(trails, counting).filter(({ week }) => week <= running)
    return { position: positionIn(look, asked), rows: cohorts.map(cohort => rowOf(cohort, running)) }
  })
}

/** A cell for each week that has begun. */
function rowOf({ week, size, weeks }: Cohort, running: number): RetentionView['rows'][number] {
  return {
    cohort: mondayOf(week),
    size,
    weeks: Array.from({ length: running - week + 1 }, (_, after) => {
      const count = weeks[after] ?? 0
      const share = Math.round((count / size) * 1_000) / 10
      return { week: after, count, share, running: week + after === running }
    }),
  }
}

/** The customers that a cell counts, in the order in which they entered. */
export async function lookForRetentionCustomers(
  look: Look,
  { week, after, behind, limit, ...asked }: RetentionCustomersAsked,
): Promise<RetentionCustomers> {
  const list = await lists.of(`${keyOf(look, asked)} ${week} ${after}`, async () => {
    const { trails, counting } = await customersOf(look, asked, { places: true })
    const found = customersIn(trails, counting, { week, after })
    return foundList(
      trails,
      found.map(({ entered }) => entered),
      found.map(({ unit }) => trails.units[unit] as number),
    )
  })
  const { page, next } = pageOfFound(list, { after: behind, limit })
  const customers = page.map(({ unit, at }) => ({ id: look.owners.idOf(unit) ?? '', enteredAt: at }))
  return { customers, position: positionIn(look, asked), next }
}

async function customersOf(look: Look, asked: RetentionAsked, { places = false } = {}) {
  const { cohort, action, fromMs, toMs, asOf } = asked
  const upTo = look.placeAsOf(asOf)
  const owners = await look.own(upTo, { bots: false })
  const marks = new OfKinds(
    look.columns.kinds,
    type => (type === cohort ? enters : 0) | (type === action ? acts : 0),
  )
  const events = new Gathering(look.columns, { by: 'customer', marks, owners, places })
  for (const between of await look.betweenOf([{ fromMs, toMs }], Number.POSITIVE_INFINITY, upTo))
    for await (const slice of look.slices(between)) events.add(slice)
  const trails = events.trails()
  return { trails, counting: countingOf(trails, asked) }
}

const positionIn = (look: Look, { asOf }: RetentionAsked) => look.positionOf(look.placeAsOf(asOf))

/** The same for what has the same answer, but for the week that runs. */
const keyOf = (look: Look, { cohort, action, fromMs, toMs, asOf }: RetentionAsked) =>
  `${look.version} ${look.placeAsOf(asOf)} ${cohort} ${action} ${fromMs} ${toMs}`

function countingOf({ steps }: Trails, { fromMs, toMs }: RetentionAsked): Counting {
  return {
    enters: row => ((steps[row] as number) & enters) !== 0,
    acts: row => ((steps[row] as number) & acts) !== 0,
    ...{ fromMs, toMs, weekOf: romeWeeks() },
  }
}
