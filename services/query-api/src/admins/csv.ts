import { stringify } from 'csv-stringify/sync'
import { defused } from './defused.ts'

export type Cell = string | number | null

const options = {
  record_delimiter: '\r\n',
  // By itself it quotes for the whole delimiter only: a lone half of it would break the row for many readers.
  quoted_match: /[\r\n]/,
  // A number is no text: its minus begins no formula.
  cast: { string: defused },
}

/** The first line, behind the byte-order mark by which spreadsheets know UTF-8. */
export function csvHeader(columns: readonly string[]): string {
  return stringify([columns], { ...options, bom: true })
}

/** RFC 4180: comma, CRLF, quotes where they are needed. No row, no line. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], options)
}
