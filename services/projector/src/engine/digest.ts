import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { TableShape } from './catalogue.ts'

/** The contents of a table in a form to compare: the same for the same rows in any order. */
export type Digest = { rowCount: number; hash: string }

export type DigestOptions = {
  /** How many rows one statement reads: all are bounded in time, however large the table is. */
  pageRows?: number
  /** After every page, with the rows so far. */
  onPage?: (rowCount: number) => void
}

const usualPageRows = 20_000
const sum = z.string().transform(BigInt)
const page = z.object({
  rowCount: z.int(),
  first: sum,
  second: sum,
  lastKey: z.array(z.string()).nullable(),
})

/** Sums two hashes per row, over all columns, range by range of the key, so that it needs neither memory nor time at once. */
export async function digestOf(
  db: CommonQueryMethods,
  { schema, name, key }: Omit<TableShape, 'columns'>,
  { pageRows = usualPageRows, onPage = () => {} }: DigestOptions = {},
): Promise<Digest> {
  const columns = key.map(column => sql.identifier(['held', column.name]))
  const keys = sql.join(columns, sql.fragment`, `)
  const texts = sql.join(
    columns.map(column => sql.fragment`${column}::text`),
    sql.fragment`, `,
  )
  const table = sql.identifier([schema, name])
  const total = { rowCount: 0, first: 0n, second: 0n }
  let after = sql.fragment`true`
  for (;;) {
    const read = await db.one(sql.type(page)`
      with page as materialized (
        select held::text as line, array[${texts}] as key, row_number() over (order by ${keys}) as place
        from ${table} as held where ${after} order by ${keys} limit ${pageRows})
      select count(*)::int as "rowCount",
        coalesce(sum(hashtextextended(line, 0)::numeric), 0)::text as first,
        coalesce(sum(hashtextextended(line, 1)::numeric), 0)::text as second,
        (select key from page order by place desc limit 1) as "lastKey"
      from page`)
    total.rowCount += read.rowCount
    total.first += read.first
    total.second += read.second
    onPage(total.rowCount)
    if (read.rowCount < pageRows || !read.lastKey) break
    const last = read.lastKey.map(
      (text, at) => sql.fragment`${text}::${sql.identifier([key[at]?.type ?? 'text'])}`,
    )
    after = sql.fragment`(${keys}) > (${sql.join(last, sql.fragment`, `)})`
  }
  return { rowCount: total.rowCount, hash: `${total.first} ${total.second}` }
}
