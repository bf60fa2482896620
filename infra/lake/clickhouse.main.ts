import { createRequire } from 'node:module'
import path from 'node:path'

/** Answers queries in ClickHouse's own engine, one after the other, as rows of JSON. Its arguments: where chdb is, and its data. */

type Session = { queryBind(text: string, parameters: object, format: string): string }
const [tool = '', data = ''] = process.argv.slice(2)
const { Session } = createRequire(path.join(tool, 'package.json'))('chdb') as {
  Session: new (folder: string) => Session
}
const session = new Session(data)

process.on('message', ({ text, parameters }: { text: string; parameters: object }) => {
  try {
    const answer = session.queryBind(text, parameters, 'JSONCompact')
    process.send?.({ rows: answer === '' ? [] : JSON.parse(answer).data })
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
