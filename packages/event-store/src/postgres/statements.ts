import { readFileSync } from 'node:fs'

/** A prepared statement, parsed once a connection. Its text is the SQL file of that name. */
export type Statement = { name: string; text: string }

const sql = (name: string) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')
const statement = (name: string): Statement => ({ name: `log.${name}`, text: sql(name) })

export const append = statement('append')
export const deleteStreams = statement('delete-streams')
export const readStream = {
  forwards: statement('read-stream.forwards'),
  backwards: statement('read-stream.backwards'),
}
export const readLog = {
  forwards: statement('read-log.forwards'),
  backwards: statement('read-log.backwards'),
}
export const readLogOfTypes = {
  forwards: statement('read-log-of-types.forwards'),
  backwards: statement('read-log-of-types.backwards'),
}
export const readAt = statement('read-at')
export const watermark = statement('watermark')
export const head = statement('head')
export const heldBack = statement('held-back')
export const drawTransaction = statement('draw-transaction')
export const isOver = statement('is-over')
export const durability = statement('durability')
export const fromTheFuture = statement('from-the-future')
