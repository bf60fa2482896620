import type { sqlQuery } from '@tba/events/queries/commands.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { z } from 'zod'

type SqlQuery = z.output<typeof sqlQuery>

const types = { date: 'date', text: 'varchar', number: 'double' }
/** Quoted text, quoted names, comments and dollar quotes are left as they are. */
const pieces =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|\{\{(\w+)\}\}/g

/** The text with a bound parameter for each `{{name}}`, and the values of these. @throws {HttpFailure} 400 for one without a value */
export function withParameters({ query, parameters = {} }: SqlQuery): {
  text: string
  values: Record<string, string>
} {
  const values: Record<string, string> = {}
  const text = query.replace(pieces, (piece, _quote, name?: string) => {
    if (name === undefined) return piece
    const given = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (!given) throw new HttpFailure(400, `Manca il valore di ${name}`)
    values[name] = String(given.value)
    return `cast($${name} as ${types[given.type]})`
  })
  return { text, values }
}
