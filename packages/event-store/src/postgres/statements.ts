import { readFileSync } from 'node:fs'

/** A prepared statement, parsed once per connection. Its text is the SQL file of that name. */
export type Statement = { name: string; text: string }

const sql = (name: string) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')
const statement = (name: string): Statement => ({ name: `log.${name}`, text: sql(name) })

/** The statement, forwards and backwards, with a limit of bytes per page. */
function pages(name: string, { order, bytes }: { order: string; bytes: string }) {
  const forwards = `
    select stream, revision, event_id, type, data, metadata, recorded_at, xid, position, bytes_before + bytes as bytes
    from (
      select *,
        coalesce(sum(bytes) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from (
        select *, octet_length(data::text) + octet_length(metadata::text) as bytes
        from (${sql(name)}) found
      ) page
    ) sized
    where bytes_before < ${bytes}::bigint
    order by ${order}`
  return {
    forwards: { name: `log.${name}.forwards`, text: forwards },
    backwards: { name: `log.${name}.backwards`, text: forwards.replaceAll(' asc', ' desc') },
  }
}

export const append = statement('append')
export const deleteStreams = statement('delete-streams')
export const readStream = pages('read-stream', { order: 'revision asc', bytes: '$5' })
export const readLog = pages('read-log', { order: 'xid asc, position asc', bytes: '$6' })
export const readLogOfTypes = pages('read-log-of-types', { order: 'xid asc, position asc', bytes: '$6' })
export const readAt = statement('read-at')
export const watermark = statement('watermark')
export const head = statement('head')
export const heldBack = statement('held-back')
export const drawTransaction = statement('draw-transaction')
export const isOver = statement('is-over')
export const durability = statement('durability')
export const fromTheFuture = statement('from-the-future')
