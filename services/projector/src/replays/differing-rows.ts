import type { ReplayedRow } from '@tba/events/replays/views.ts'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { TableShape } from '../engine/catalogue.ts'
import type { Column } from '../engine/column.ts'

type Values = NonNullable<ReplayedRow['live']>
type Key = readonly string[]

const pageRow = sql.type(z.object({ key: z.array(z.string()), row: z.string() }))
const order = sql.type(z.object({ first: z.boolean() }))
/** Of each table in memory. */
const pageRows = 5_000

export type Compared = {
  shape: TableShape
  /** The live tables, as of one moment. */
  live: CommonQueryMethods
  /** Those that were folded anew. */
  folded: CommonQueryMethods
}

/** The rows of which two tables say different things, by key, some thousand rows of each in memory. */
export async function* differingRows({ shape, live, folded }: Compared): AsyncGenerator<ReplayedRow[]> {
  let after: Key | null = null
  for (;;) {
    const range = { key: shape.key, after, upTo: null }
    const ours = await page(live, { schema: 'read', name: shape.name }, range)
    const theirs = await page(folded, shape, range)
    const upTo = await earlier(live, shape.key, ours.next, theirs.next)
    const [one, other] =
      upTo === null
        ? [ours.rows, theirs.rows]
        : [
            ours.next && isSame(ours.next, upTo)
              ? ours.rows
              : (await page(live, { schema: 'read', name: shape.name }, { ...range, upTo })).rows,
            theirs.next && isSame(theirs.next, upTo)
              ? theirs.rows
              : (await page(folded, shape, { ...range, upTo })).rows,
          ]
    yield compared(shape, one, other)
    if (upTo === null) return
    after = upTo
  }
}

type Range = { key: readonly Column[]; after: Key | null; upTo: Key | null }
type Rows = ReadonlyMap<string, string>

/** `next`: the last key of a page behind which there may be more. */
async function page(
  db: CommonQueryMethods,
  { schema, name }: Pick<TableShape, 'schema' | 'name'>,
  { key, after, upTo }: Range,
): Promise<{ rows: Rows; next: Key | null }> {
  const columns = key.map(({ name: column }) => sql.identifier(['held', column]))
  const keys = sql.join(columns, sql.fragment`, `)
  const texts = sql.join(
    columns.map(column => sql.fragment`${column}::text`),
    sql.fragment`, `,
  )
  const bounds: FragmentSqlToken[] = [
    after === null ? sql.fragment`true` : sql.fragment`(${keys}) > (${typed(key, after)})`,
    upTo === null ? sql.fragment`true` : sql.fragment`(${keys}) <= (${typed(key, upTo)})`,
  ]
  const found = await db.any(pageRow`
    select array[${texts}] as key, to_jsonb(held)::text as row from ${sql.identifier([schema, name])} as held
    where ${sql.join(bounds, sql.fragment` and `)} order by ${keys} limit ${pageRows}`)
  const last = found.at(-1)
  return {
    rows: new Map(found.map(({ key: its, row }) => [JSON.stringify(its), row])),
    next: found.length === pageRows && last ? last.key : null,
  }
}

const typed = (key: readonly Column[], values: Key) =>
  sql.join(
    key.map(({ type }, at) => sql.fragment`${values[at] ?? null}::text::${sql.identifier([type])}`),
    sql.fragment`, `,
  )

const isSame = (one: Key, other: Key) => JSON.stringify(one) === JSON.stringify(other)

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

function compared({ name, key }: TableShape, live: Rows, folded: Rows): ReplayedRow[] {
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
