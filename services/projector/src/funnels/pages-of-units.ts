import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { boundsOf, endOfSlice, kindsOfType, type Row, rowsOfKinds } from './history-rows.ts'
import type { Unit } from './unit.ts'
import { type Reading, unitsIn, type Wanted } from './units.ts'

/** Units, each of them once, and how far that is, from 0 to 1. */
type Page = { units: Unit[]; done: number }

/** All units that may have come to the first step. */
export const pagesOfUnits = (reading: Reading, wanted: Wanted): AsyncIterable<Page> =>
  wanted.definition.by === 'visit' ? visitsIn(reading, wanted) : customersIn(reading, wanted)

/** So many events of the history are looked through with one statement. */
const sliceLength = 20_000

/** In the order in which they begin: each is read where an event of it first matches the first step. */
async function* visitsIn(reading: Reading, wanted: Wanted): AsyncIterable<Page> {
  const { definition, rules } = wanted
  const { query } = reading
  const periods = [definition, ...(definition.compareTo ? [definition.compareTo] : [])]
  const bounds = await boundsOf(query, periods)
  if (!bounds) return
  const last = bounds.last < wanted.upTo ? bounds.last : wanted.upTo
  const kinds = await kindsOfType(query, definition.steps[0]?.event ?? '')
  await rules.learn(
    query,
    kinds.map(kind => ({ kind })),
  )
  const first = kinds.filter(kind => (rules.of(kind)?.steps ?? 0) & 1)
  const progress = progressOver(periods)
  let before: PackedPosition | null = null
  for (let after = beforeThis(bounds.first); first.length > 0 && after < last; ) {
    const end = await endOfSlice(query, { after, upTo: last, limit: sliceLength })
    const upTo: PackedPosition = end?.place ?? last
    const visits = visitsOf(await rowsOfKinds(query, first, { after, upTo }))
    const done = end ? progress(end.at) : 1
    for await (const units of unitsIn(reading, visits, wanted))
      yield { units: units.filter(unit => begins(unit, bounds.first, before)), done }
    if (visits.length === 0) yield { units: [], done }
    before = upTo
    after = upTo
  }
}

/** Whether its first event that matches the first step comes behind this place, and was not read with those before. */
function begins({ events }: Unit, from: PackedPosition, after: PackedPosition | null): boolean {
  const first = events.find(({ rule, place }) => (rule.steps & 1) === 1 && place >= from)
  return first !== undefined && (after === null || first.place > after)
}

function visitsOf(rows: readonly Row[]): number[] {
  const own = rows.filter(({ kind }) => kind > 0).map(({ stream }) => stream)
  const carriers = rows.map(({ carrier }) => carrier).filter(carrier => carrier !== null)
  return [...new Set([...own, ...carriers])]
}

function progressOver(periods: readonly { from: string; to: string }[]): (at: number) => number {
  const from = Math.min(...periods.map(period => Date.parse(period.from)))
  const to = Math.min(Date.now(), Math.max(...periods.map(period => Date.parse(period.to))))
  return at => Math.min(1, Math.max(0, (at - from) / Math.max(1, to - from)))
}

/** The place next before this one. */
function beforeThis(place: PackedPosition): PackedPosition {
  const number = BigInt(`0x${place.replaceAll('-', '')}`)
  const digits = (number === 0n ? 0n : number - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as PackedPosition
}

const customersAtOnce = 50

async function* customersIn(reading: Reading, wanted: Wanted): AsyncIterable<Page> {
  const [all] = await reading.query<{ count: number }>({
    text: 'select count(*)::int as count from read.history_accounts',
  })
  let read = 0
  for (let after = -1; ; ) {
    const page = await reading.query<{ account: number }>({
      text: `select account::float8 as account from read.history_accounts where account > $1 order by account limit $2`,
      values: [after, customersAtOnce],
    })
    const accounts = page.map(({ account }) => account)
    if (accounts.length === 0) return
    read += accounts.length
    const done = Math.min(1, read / Math.max(1, all?.count ?? 0))
    for await (const units of unitsIn(reading, accounts, wanted)) yield { units, done }
    after = accounts.at(-1) ?? after
  }
}
