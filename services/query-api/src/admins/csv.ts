import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'

export type Cell = string | number | null

const layout = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const
const comma = { ...layout, cast: { string: defused, object: cellOf } }
const decimalComma = (value: number) => String(value).replace('.', ',')
/** An Italian Excel opens a file of the second kind in columns, and reads its numbers. */
const options = {
  comma,
  semicolon: { ...comma, delimiter: ';', cast: { ...comma.cast, number: decimalComma } },
}

export const separator = z
  .enum(['comma', 'semicolon'], 'Separatore non valido: comma o semicolon')
  .default('comma')
export type Separator = z.output<typeof separator>

/** The first line, behind the byte-order mark by which spreadsheets know UTF-8. */
export function csvHeader(columns: readonly string[], separator: Separator = 'comma'): string {
  return stringify([columns], { ...options[separator], bom: true })
}

/** RFC 4180: comma if not asked otherwise, CRLF, quotes where needed, null as an empty cell. Numbers are not defused: their minus begins no formula. */
export function csvLines(rows: readonly (readonly Cell[])[], separator: Separator = 'comma'): string {
  return stringify([...rows], options[separator])
}

/** The same with texts as they are: they are numbers or already defused. */
export function csvOfSafe(rows: readonly (readonly (string | null)[])[]): string {
  return stringify([...rows], layout)
}

/** These fields of objects. */
export function csvOfObjects(
  rows: readonly object[],
  columns: readonly string[],
  separator: Separator = 'comma',
): string {
  return stringify([...rows], { ...options[separator], columns })
}

/** A list as words, any other object as JSON. */
function cellOf(value: object): string {
  return defused(Array.isArray(value) ? value.join(' ') : JSON.stringify(value))
}

/** Nearly all texts match, and need no further check. */
const plain = /^[A-Za-z0-9][^,;\t\r\n\0]*$/

/** The first visible character: not a space, control or format character, some of which spreadsheets skip. */
const firstVisible = /[^\s\p{C}]/u

/**
 * The start of a formula, also in full-width and small forms (＝＋－＠). It counts after anything that may end a cell. An
 * Italian Excel splits at semicolons even inside quotes. A negative number in a JSON list is no formula.
 */
const behindSeparator =
  /(?<=[,;\t\r\n\0][\s\p{C}]*)(?!-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*[,\]])[=+\-@⁺⁼₊₌⩵⩶﬩﹢﹣﹦﹫＝＋－＠]/gu

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function defused(text: string): string {
  if (plain.test(text)) return text
  const first = firstVisible.exec(text)?.[0].normalize('NFKC')
  const isFormula = first !== undefined && '=+-@'.includes(first.charAt(0))
  const safe = text.replace(behindSeparator, "'$&")
  return isFormula || /^[\t\r\n\0]/.test(text) ? `'${safe}` : safe
}
