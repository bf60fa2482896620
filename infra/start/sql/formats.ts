import pg from 'pg'

export type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>
export type Cells = readonly (string | null)[]

const { INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC, BOOL, JSON: json, JSONB } = pg.types.builtins
const numbers = new Set<number>([INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC])

export const isNumber = (column: Column | undefined): boolean => numbers.has(column?.dataTypeID ?? 0)

/** Like psql. */
export function asTable(columns: readonly Column[], rows: readonly Cells[]): string {
  const lines = [columns.map(({ name }) => name), ...rows].map(cells => cells.map(shown))
  const widths = columns.map((_, at) => Math.max(...lines.map(cells => cells[at]?.length ?? 0)))
  const [head, ...body] = lines.map(cells =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0
        return isNumber(columns[at]) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join(' | ')
      .trimEnd(),
  )
  return `${[head, widths.map(width => '-'.repeat(width)).join('-+-'), ...body].join('\n')}\n`
}

/** Escapes control characters, because a visitor may have written the text. */
const shown = (cell: string | null): string => (cell ?? '').replace(/\p{Cc}/gu, escaped)

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A list with one row per line. */
export function asJson(columns: readonly Column[], rows: readonly Cells[]): string {
  const lines = rows.map(cells =>
    JSON.stringify(
      Object.fromEntries(
        columns.map(({ name, dataTypeID }, at) => [name, typed(cells[at] ?? null, dataTypeID)]),
      ),
    ),
  )
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`
}

/** An integer that JavaScript would round stays text. */
function typed(cell: string | null, type: number): unknown {
  if (cell === null) return null
  if (type === BOOL) return cell === 't'
  if (type === json || type === JSONB) return JSON.parse(cell)
  if (!numbers.has(type)) return cell
  const number = Number(cell)
  return Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number))
    ? number
    : cell
}
