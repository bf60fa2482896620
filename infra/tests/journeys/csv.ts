import { defused } from '@tba/query-api/admins/csv.ts'

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy

/** The lines of a CSV file as a spreadsheet reads them (RFC 4180), the header first; fails where it is none. */
export function readCsv(text: string): string[][] {
  if (!text.startsWith('\ufeff')) throw new Error('no byte-order mark')
  const lines: string[][] = [[]]
  let read = 1
  for (field.lastIndex = read; read < text.length; read = field.lastIndex) {
    const found = field.exec(text)
    if (!found) throw new Error(`no CSV from ${text.slice(read, read + 40)}`)
    const [, quoted, plain = '', end] = found
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  return lines.slice(0, -1)
}

/** A row of the database as an export has to write it. */
export const exported = (row: Record<string, unknown>) =>
  Object.values(row).map(value => {
    if (value instanceof Date) return value.toISOString()
    return value === null ? '' : typeof value === 'string' ? defused(value) : String(value)
  })
