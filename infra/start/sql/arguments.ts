import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { parseOptions } from '../local/command.ts'

export const usage = `npm run --silent sql -- "select …" [--format table|csv|json]
npm run --silent sql -- --url

  --format  table without it; csv and json for other programs. Of a table, the first 1,000 rows decide the widths.
  --url     prints an address for psql and other tools

The statement may read log.events and the read tables (schema read), and nothing else. It may take 5 minutes, with all its output.
The answer goes to standard output; all else goes to standard error.`

const formats = ['table', 'csv', 'json'] as const

export type SqlQuery = { statement: string; format: (typeof formats)[number] } | 'url'

const options = {
  format: { type: 'string' },
  url: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @returns null for help. @throws {StartRefusal} */
export function readSqlQuery(args: string[]): SqlQuery | null {
  const { values, positionals } = parseOptions({ args, options, allowPositionals: true }, usage)
  if (values.help) return null
  if (values.url) return 'url'
  const [statement = '', ...more] = positionals
  if (statement.trim() === '' || more.length > 0) throw new StartRefusal(usage)
  const format = formats.find(name => name === (values.format ?? 'table'))
  if (!format) throw new StartRefusal(`--format is ${formats.join(', ')}, not ${values.format}.`)
  return { statement, format }
}
