import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Part } from './found-by.ts'

export type Order = 'desc' | 'asc'

export type Bounds = {
  order: Order
  /** Of the log's newest and oldest place that may be wanted, both included. */
  first: PackedPosition | null
  last: PackedPosition | null
  from: number | null
  to: number | null
}

/** Places of rows that may be wanted, in order; `end`: how far was looked, null where nothing is left behind. */
export type Places = { found: readonly PackedPosition[]; end: PackedPosition | null }

export type Search = {
  /** @param after exclusive: where the last places ended. @param limit at most so many, and perhaps fewer */
  next(after: PackedPosition | null, limit: number): Promise<Places>
}

/** So many rows are gathered and put in order faster than they are met on the way through the log. */
const fewRows = 5_000
/** Rows of the log's that one statement goes through: more each time, while none of them are wanted. */
const slices = { first: 2_000, factor: 4, most: 32_000 }

const place = z.string().transform(text => text as PackedPosition)
const placeRow = z.object({ position: place })
const sliceRow = z.object({ found: z.array(place), end: place.nullable(), isWhole: z.boolean() })

/** Goes by the part that leaves the fewest rows to look at, and through the log where all leave many. */
export function searchOf(pool: DatabasePool, parts: readonly Part[], bounds: Bounds): Search {
  const [best] = parts
    .filter(({ seek, cost, inOrder }) => seek && (inOrder || cost <= fewRows))
    .toSorted((a, b) => a.cost - b.cost)
  const rest = parts.filter(part => part !== best)
  const others = all(rest.map(({ holds }) => holds))
  const inOrder = best?.inOrder ?? parts.length === 0
  const seek = best?.seek ?? everything
  // Rows that come in order are as many as are wanted, but where something else has to hold they may be all there are.
  if (inOrder ? rest.length === 0 && isAnyTime(bounds) : best) return seeking(pool, { seek, others }, bounds)
  return walking(pool, { seek, others }, bounds)
}

const isAnyTime = ({ from, to }: Bounds) => from === null && to === null

const everything: NonNullable<Part['seek']> = (rest, tail) =>
  sql.fragment`select e.position from read.history_events e where ${rest} ${tail}`

type Seeking = { seek: NonNullable<Part['seek']>; others: FragmentSqlToken }

function seeking(pool: DatabasePool, { seek, others }: Seeking, bounds: Bounds): Search {
  return {
    async next(after, limit) {
      const rest = all([behind(bounds, after), timely(bounds), others])
      const rows = await pool.any(sql.type(placeRow)`${seek(rest, tailOf(bounds, limit))}`)
      const found = rows.map(({ position }) => position)
      return { found, end: found.length < limit ? null : (found.at(-1) ?? null) }
    },
  }
}

/** A slice of the rows that come in order at a time. */
function walking(pool: DatabasePool, { seek, others }: Seeking, bounds: Bounds): Search {
  let size = slices.first
  return {
    async next(after, limit) {
      const { found, end, isWhole } = await pool.one(sql.type(sliceRow)`
        with slice as materialized (
          ${rowsOf(seek, behind(bounds, after), tailOf(bounds, size))}
        ), found as (
          select e.position from slice e where ${timely(bounds)} and ${others} ${tailOf(bounds, limit)}
        )
        select array(select position::text from found) as found, (select count(*) < ${size} from slice) as "isWhole",
          (select ${bounds.order === 'desc' ? sql.fragment`min` : sql.fragment`max`}(position::text) from slice) as "end"`)
      if (found.length === limit) return { found, end: found.at(-1) ?? null }
      size = Math.min(slices.most, size * slices.factor)
      return { found, end: isWhole ? null : end }
    },
  }
}

const rowsOf = (seek: Seeking['seek'], rest: FragmentSqlToken, tail: FragmentSqlToken) =>
  seek === everything
    ? sql.fragment`select e.* from read.history_events e where ${rest} ${tail}`
    : sql.fragment`
      select e.* from (${seek(rest, tail)}) sought join read.history_events e on e.position = sought.position`

const all = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken =>
  sql.fragment`(${sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)})`

const tailOf = ({ order }: Bounds, limit: number) =>
  order === 'desc'
    ? sql.fragment`order by e.position desc limit ${limit}`
    : sql.fragment`order by e.position limit ${limit}`

function behind({ order, first, last }: Bounds, after: PackedPosition | null): FragmentSqlToken {
  const uuid = (position: PackedPosition) => sql.fragment`${position}::uuid`
  return all([
    ...(first === null ? [] : [sql.fragment`e.position >= ${uuid(first)}`]),
    ...(last === null ? [] : [sql.fragment`e.position <= ${uuid(last)}`]),
    ...(after === null
      ? []
      : [
          order === 'desc'
            ? sql.fragment`e.position < ${uuid(after)}`
            : sql.fragment`e.position > ${uuid(after)}`,
        ]),
  ])
}

const timely = ({ from, to }: Bounds): FragmentSqlToken =>
  all([
    ...(from === null ? [] : [sql.fragment`e."recordedAt" >= ${iso(from)}::timestamptz`]),
    ...(to === null ? [] : [sql.fragment`e."recordedAt" < ${iso(to)}::timestamptz`]),
  ])

const iso = (at: number) => new Date(at).toISOString()

const boundsRow = z.object({ first: place.nullable(), last: place.nullable() })

/** Between which places all that was recorded in this time stands; null: nothing was. */
export async function placesBetween(
  pool: DatabasePool,
  { from, to }: Pick<Bounds, 'from' | 'to'>,
): Promise<Pick<Bounds, 'first' | 'last'> | null> {
  if (from === null && to === null) return { first: null, last: null }
  const { first, last } = await pool.one(sql.type(boundsRow)`
    select min(first::text) as first, max(last::text) as last from read.history_hours where ${all([
      ...(from === null ? [] : [sql.fragment`hour > ${iso(from)}::timestamptz - interval '1 hour'`]),
      ...(to === null ? [] : [sql.fragment`hour < ${iso(to)}::timestamptz`]),
    ])}`)
  return first === null || last === null ? null : { first, last }
}
