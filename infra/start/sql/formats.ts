import { csvOfSafe, defused } from '@tba/query-api/admins/csv.ts'
import pg from 'pg'

export type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>
export type Cells = readonly (string | null)[]
/** Some rows of a result, as PostgreSQL's own texts. */
export type Page = { columns: readonly Column[]; rows: readonly Cells[] }

const { INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC, BOOL, JSON: json, JSONB } = pg.types.builtins
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, MONEY } = pg.types.builtins
const numbers = new Set<number>([INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC])
const arraysOfNumbers = [1005, 1007, 1016, 1021, 1022, 1231]
const withoutText = new Set([...numbers, ...arraysOfNumbers, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, MONEY])

/** All of a result, one page after the other. */
export const formats = { table: asTable, csv: asCsv, json: asJson }

/** Like psql. The first page decides the widths, because later pages are not known yet. */
async function* asTable(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let widths: number[] = []
  for await (const { columns, rows } of pages) {
    const isNumeric = columns.map(({ dataTypeID }) => numbers.has(dataTypeID))
    const names = columns.map(({ name }) => shown(name))
    const lines = rows.map(cells => cells.map(shown))
    const isFirst = widths.length === 0
    if (isFirst)
      widths = names.map((name, at) => Math.max(name.length, ...lines.map(cells => cells[at]?.length ?? 0)))
    const padded = (cell: string, at: number) =>
      isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
    const lineOf = (cells: readonly string[]) => `${cells.map(padded).join(' | ').trimEnd()}\n`
    if (isFirst) yield `${lineOf(names)}${widths.map(width => '-'.repeat(width)).join('-+-')}\n`
    yield lines.map(lineOf).join('')
  }
}

/** Escapes control characters, because a visitor may have written the text. */
const shown = (cell: string | null): string => (cell ?? '').replace(/\p{Cc}/gu, escaped)

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Only texts are defused: the minus of a number begins no formula. */
async function* asCsv(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let isFirst = true
  for await (const { columns, rows } of pages) {
    if (isFirst) yield csvOfSafe([columns.map(({ name }) => defused(name))])
    isFirst = false
    const isText = columns.map(({ dataTypeID }) => !withoutText.has(dataTypeID))
    const isJson = columns.map(({ dataTypeID }) => dataTypeID === json || dataTypeID === JSONB)
    yield csvOfSafe(
      rows.map(cells =>
        cells.map((cell, at) =>
          cell === null || !isText[at] || (isJson[at] && number.test(cell)) ? cell : defused(cell),
        ),
      ),
    )
  }
}

/** Of PostgreSQL and of JSON. */
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A list with one row per line. */
async function* asJson(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let before = '['
  for await (const { columns, rows } of pages) {
    const names = uniqueNames(columns).map(name => JSON.stringify(name))
    let piece = ''
    for (const cells of rows) {
      const fields = columns.map(
        ({ dataTypeID }, at) => `${names[at]}:${inJson(cells[at] ?? null, dataTypeID)}`,
      )
      piece += `${before}\n{${fields.join(',')}}`
      before = ','
    }
    yield piece
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** `a`, `a_2`: readers of JSON keep one field of a name. */
function uniqueNames(columns: readonly Column[]): string[] {
  const taken = new Set<string>()
  for (const { name } of columns) {
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name}_${count}`
    taken.add(unique)
  }
  return [...taken]
}

/** Numbers and JSON stay PostgreSQL's text: JavaScript would round them. */
function inJson(cell: string | null, type: number): string {
  if (cell === null) return 'null'
  if (type === BOOL) return cell === 't' ? 'true' : 'false'
  // A line break is only between its tokens.
  if (type === json || type === JSONB) return cell.replaceAll(/[\r\n]+/g, ' ')
  // NaN and Infinity are no numbers of JSON.
  return numbers.has(type) && number.test(cell) ? cell : JSON.stringify(cell)
}
