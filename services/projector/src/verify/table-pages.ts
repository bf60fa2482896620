import type { ReplayedRow } from '@tba/events/replays/views.ts'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { TableShape } from '../engine/tables/catalogue.ts'
import type { Column } from '../engine/tables/column.ts'

type Values = NonNullable<ReplayedRow['live']>
/** JSON by key. */
type Rows = ReadonlyMap<string, string>

/** Per page and for both tables: different rows are in memory. */
const usualPageRows = 10_000

export type Compared = {
  shape: TableShape
  /** The live tables, in one snapshot. */
  live: CommonQueryMethods
  /** The tables folded from the log. */
  folded: CommonQueryMethods
  pageRows?: number
}

/** A key range of two tables that should be equal: the row count of each, and the differing rows. */
export type Page = { table: string; live: number; folded: number; differing: ReplayedRow[] }

const keyRow = sql.type(z.object({ key: z.array(z.string()) }))
const digestRow = sql.type(z.object({ rowCount: z.int(), hash: z.string() }))
const wholeRow = sql.type(z.object({ key: z.string(), row: z.string() }))

/** Compares two tables by ranges of the key: first hashes, then rows where the hashes differ. */
export async function* tablePages({ shape, live, folded, ...paging }: Compared): AsyncGenerator<Page> {
  const { pageRows = usualPageRows } = paging
  const { name, schema, key } = shape
  const keys = commaed(key.map(column => sql.identifier(['held', column.name])))
  const texts = commaed(key.map(column => sql.fragment`${sql.identifier(['held', column.name])}::text`))
  const sides = [
    { db: live, table: sql.fragment`${sql.identifier(['read', name])} as held` },
    { db: folded, table: sql.fragment`${sql.identifier([schema, name])} as held` },
  ] as const
  type Side = (typeof sides)[number]
  const both = async <T>(of: (side: Side) => Promise<T>) => [await of(sides[0]), await of(sides[1])] as const

  let after = sql.fragment`true`
  for (;;) {
    const next = sides.map(
      ({ table }) =>
        sql.fragment`(select ${keys} from ${table} where ${after} order by ${keys} limit ${pageRows})`,
    )
    // Any key can end a page. It need not belong to the snapshot.
    const last = await folded.maybeOne(keyRow`
      select array[${texts}] as key from (${sql.join(next, sql.fragment` union all `)}) as held
      order by ${keys} offset ${pageRows - 1} limit 1`)
    const end = last && commaed(key.map(({ type }, at) => typed(type, last.key[at])))
    const within = end ? sql.fragment`${after} and (${keys}) <= (${end})` : after
    // Sums of two hashes per row, over all columns.
    const [ours, theirs] = await both(({ db, table }) =>
      db.one(digestRow`
        select count(*)::int as "rowCount", concat_ws(' ',
          sum(hashtextextended(held::text, 0)::numeric), sum(hashtextextended(held::text, 1)::numeric)) as hash
        from ${table} where ${within}`),
    )
    const rowsOf = async ({ db, table }: Side): Promise<Rows> => {
      const found = await db.any(wholeRow`
        select array[${texts}]::text as key, to_jsonb(held)::text as row from ${table} where ${within} order by ${keys}`)
      return new Map(found.map(({ key: its, row }) => [its, row]))
    }
    const differing = ours.hash === theirs.hash ? [] : differingRows(name, key, ...(await both(rowsOf)))
    yield { table: name, live: ours.rowCount, folded: theirs.rowCount, differing }
    if (!end) return
    after = sql.fragment`(${keys}) > (${end})`
  }
}

const commaed = (parts: readonly (FragmentSqlToken | ReturnType<typeof sql.identifier>)[]) =>
  sql.join(parts, sql.fragment`, `)

const typed = (type: string, text: string | undefined) =>
  sql.fragment`${text ?? null}::text::${sql.identifier([type])}`

function differingRows(table: string, key: readonly Column[], live: Rows, folded: Rows): ReplayedRow[] {
  const differing = [...new Set([...live.keys(), ...folded.keys()])].filter(
    its => live.get(its) !== folded.get(its),
  )
  return differing.map(its => {
    const [one, other] = [valuesOf(live.get(its)), valuesOf(folded.get(its))]
    const named = one ?? other ?? {}
    // For a row in both tables: only the differing columns.
    const names = Object.keys(named).filter(
      column => JSON.stringify(one?.[column]) !== JSON.stringify(other?.[column]),
    )
    const of = (values: Values | null) =>
      values && Object.fromEntries(names.map(column => [column, values[column] ?? null]))
    const keyValues = Object.fromEntries(key.map(column => [column.name, named[column.name] ?? null]))
    return { table, key: keyValues, live: of(one), replayed: of(other), hidden: [] }
  })
}

const valuesOf = (row: string | undefined) => (row === undefined ? null : (JSON.parse(row) as Values))
