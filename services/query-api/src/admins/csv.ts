import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | bigint | null

const options = { record_delimiter: '\r\n', quoted_match: /[\r\n]/, cast: { string: defused } } as const

/** The first line, behind the byte-order mark by which spreadsheets know UTF-8. */
export function csvHeader(columns: readonly string[]): string {
  return stringify([columns], { ...options, bom: true })
}

/** RFC 4180: comma, CRLF, quotes where needed, null as an empty cell. Numbers are not defused: their minus begins no formula. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], options)
}

/** Nearly all texts are so, and need no further check. */
const plain = /^[A-Za-z0-9][^,;\t\r\n\0]*$/

/** The first visible character: not a space, control or format character, some of which spreadsheets skip. */
const firstVisible = /[^\s\p{C}]/u

/**
 * What begins a formula, full-width and small forms (＝＋－＠) too, behind what a spreadsheet may take for the end of a cell:
 * an Italian Excel splits at semicolons, whatever stands in quotes. A negative number in a list of JSON is none.
 */
const behindSeparator =
  /(?<=[,;\t\r\n\0][\s\p{C}]*)(?!-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*[,\]])[=+\-@⁺⁼₊₌⩵⩶﬩﹢﹣﹦﹫＝＋－＠]/gu

/** A text that no spreadsheet takes for a formula: an apostrophe goes before what looks like one. */
export function defused(text: string): string {
  if (plain.test(text)) return text
  const first = firstVisible.exec(text)?.[0].normalize('NFKC')
  const isFormula = first !== undefined && '=+-@'.includes(first.charAt(0))
  const safe = text.replace(behindSeparator, "'$&")
  return isFormula || /^[\t\r\n\0]/.test(text) ? `'${safe}` : safe
}
