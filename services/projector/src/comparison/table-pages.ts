import type { ReplayedRow } from '@tba/events/replays/views.ts'
import { type CommonQueryMethods, type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { TableShape } from '../engine/catalogue.ts'
import type { Column } from '../engine/column.ts'

type Values = NonNullable<ReplayedRow['live']>
type Key = readonly string[]
/** JSON by key. */
type Rows = ReadonlyMap<string, string>

/** Of each table in memory, where they differ. */
const usualPageRows = 5_000

export type Compared = {
  shape: TableShape
  /** The live tables, as of one moment. */
  live: CommonQueryMethods
  /** Those that were folded from the log. */
  folded: CommonQueryMethods
  pageRows?: number
}

/** A range of the key in two tables that should hold the same: how many rows each has, and those that differ. */
export type Page = { table: string; live: number; folded: number; differing: ReplayedRow[] }

/** Compares two tables by ranges of the key: by hashes, and row by row only where those differ. */
export async function* tablePages({
  shape,
  live,
  folded,
  pageRows = usualPageRows,
}: Compared): AsyncGenerator<Page> {
  const sides = [
    { db: live, table: sql.identifier(['read', shape.name]) },
    { db: folded, table: sql.identifier([shape.schema, shape.name]) },
  ] as const
  let after: Key | null = null
  do {
    const start = after
    const [one, other] = await both(sides, side => pageEnd(side, shape.key, { after: start, pageRows }))
    const upTo: Key | null = await earlier(live, shape.key, one, other)
    const within = rangeOf(shape.key, { after, upTo })
    const [ours, theirs] = await both(sides, side => digestOf(side, within))
    const isSame = ours.rowCount === theirs.rowCount && ours.hash === theirs.hash
    const differing = isSame
      ? []
      : differingRows(shape, ...(await both(sides, side => rowsOf(side, shape.key, within))))
    yield { table: shape.name, live: ours.rowCount, folded: theirs.rowCount, differing }
    after = upTo
  } while (after !== null)
}

type Side = { db: CommonQueryMethods; table: IdentifierSqlToken }

async function both<T>(
  [live, folded]: readonly [Side, Side],
  of: (side: Side) => Promise<T>,
): Promise<[T, T]> {
  return [await of(live), await of(folded)]
}

const keyRow = sql.type(z.object({ key: z.array(z.string()) }))
const digestRow = sql.type(z.object({ rowCount: z.int(), hash: z.string() }))
const wholeRow = sql.type(z.object({ key: z.array(z.string()), row: z.string() }))
const order = sql.type(z.object({ first: z.boolean() }))

/** The key of the last row of a page; null: there are fewer. */
async function pageEnd(
  { db, table }: Side,
  key: readonly Column[],
  { after, pageRows }: { after: Key | null; pageRows: number },
): Promise<Key | null> {
  const row = await db.maybeOne(keyRow`
    select ${keyTexts(key)} as key from ${table} as held where ${rangeOf(key, { after, upTo: null })}
    order by ${keyColumns(key)} offset ${pageRows - 1} limit 1`)
  return row?.key ?? null
}

/** Sums of two hashes per row, over all columns. */
function digestOf({ db, table }: Side, within: FragmentSqlToken) {
  return db.one(digestRow`
    select count(*)::int as "rowCount", concat_ws(' ',
      sum(hashtextextended(held::text, 0)::numeric), sum(hashtextextended(held::text, 1)::numeric)) as hash
    from ${table} as held where ${within}`)
}

async function rowsOf({ db, table }: Side, key: readonly Column[], within: FragmentSqlToken): Promise<Rows> {
  const found = await db.any(wholeRow`
    select ${keyTexts(key)} as key, to_jsonb(held)::text as row from ${table} as held
    where ${within} order by ${keyColumns(key)}`)
  return new Map(found.map(({ key: its, row }) => [JSON.stringify(its), row]))
}

const columnOf = ({ name }: Column) => sql.identifier(['held', name])
const keyColumns = (key: readonly Column[]) => sql.join(key.map(columnOf), sql.fragment`, `)
const keyTexts = (key: readonly Column[]) =>
  sql.fragment`array[${sql.join(
    key.map(column => sql.fragment`${columnOf(column)}::text`),
    sql.fragment`, `,
  )}]`

/** Behind a key, up to and with another. */
function rangeOf(key: readonly Column[], { after, upTo }: { after: Key | null; upTo: Key | null }) {
  const keys = keyColumns(key)
  const bounds = sql.join(
    [
      after === null ? sql.fragment`true` : sql.fragment`(${keys}) > (${typed(key, after)})`,
      upTo === null ? sql.fragment`true` : sql.fragment`(${keys}) <= (${typed(key, upTo)})`,
    ],
    sql.fragment` and `,
  )
  return sql.fragment`${bounds}`
}

const typed = (key: readonly Column[], values: Key) =>
  sql.join(
    key.map(({ type }, at) => sql.fragment`${values[at] ?? null}::text::${sql.identifier([type])}`),
    sql.fragment`, `,
  )

/** The key that comes first in the database's order; null where no page is full. */
async function earlier(
  db: CommonQueryMethods,
  key: readonly Column[],
  one: Key | null,
  other: Key | null,
): Promise<Key | null> {
  if (one === null || other === null) return one ?? other
  const { first } = await db.one(order`select (${typed(key, one)}) <= (${typed(key, other)}) as first`)
  return first ? one : other
}

function differingRows({ name, key }: TableShape, live: Rows, folded: Rows): ReplayedRow[] {
  const differing = [...new Set([...live.keys(), ...folded.keys()])].filter(
    its => live.get(its) !== folded.get(its),
  )
  return differing.map(its => {
    const [one, other] = [valuesOf(live.get(its)), valuesOf(folded.get(its))]
    const named = one ?? other ?? {}
    return {
      table: name,
      key: Object.fromEntries(key.map(column => [column.name, named[column.name] ?? null])),
      ...onlyDiffering(one, other),
      hidden: [],
    }
  })
}

const valuesOf = (row: string | undefined) => (row === undefined ? null : (JSON.parse(row) as Values))

/** Of a row that both have, the columns that say different things. */
function onlyDiffering(live: Values | null, replayed: Values | null) {
  if (live === null || replayed === null) return { live, replayed }
  const names = Object.keys(live).filter(
    name => JSON.stringify(live[name]) !== JSON.stringify(replayed[name]),
  )
  const of = (values: Values) => Object.fromEntries(names.map(name => [name, values[name] ?? null]))
  return { live: of(live), replayed: of(replayed) }
}
