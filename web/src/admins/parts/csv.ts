import { downloadBlob } from '../../api/save-file.ts'

export type Cell = string | number | null | undefined

/** A spreadsheet would run it as a formula. An Italian one splits at semicolons even inside quotes. */
const defused = (text: string) => text.replace(/(^|[,;\t\r\n])([\s\p{C}]*[-=+@])/gu, "$1'$2")

/** With semicolons an Italian spreadsheet opens it in columns, and reads its numbers. */
export function csvOf(rows: readonly (readonly Cell[])[], separator: ',' | ';' = ','): string {
  const number = (value: number) => (separator === ';' ? String(value).replace('.', ',') : String(value))
  const cell = (value: Cell) =>
    `"${(typeof value === 'number' ? number(value) : defused(value ?? '')).replaceAll('"', '""')}"`
  return `\uFEFF${rows.map(row => `${row.map(cell).join(separator)}\r\n`).join('')}`
}

export const downloadCsv = (name: string, ...[rows, separator]: Parameters<typeof csvOf>) =>
  downloadBlob(new Blob([csvOf(rows, separator)], { type: 'text/csv' }), name)
