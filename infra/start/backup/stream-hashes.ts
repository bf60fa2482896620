import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/**
 * Counts and hashes of the streams of two logs, in order. Kept in a temporary file: a log can have millions of streams.
 */
export function openStreamHashes() {
  const database = new DatabaseSync('')
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536')
  database.function('chained', (before, text) => hash('sha256', `${before}${text}`))
  const [source, copy] = [openTable(database, 'source'), openTable(database, 'copy')]
  const differing = database.prepare(`
    select stream from source full join copy using (stream)
    where source.events is not copy.events or source.hash is not copy.hash limit 3`)
  return {
    source,
    copy,
    /** The names of a few differing streams; empty if all are equal. */
    differing: () => differing.all().map(({ stream }) => String(stream)),
    [Symbol.dispose]: () => database.close(),
  }
}

function openTable(database: DatabaseSync, name: 'source' | 'copy') {
  database.exec(`create table ${name} (stream text primary key, events int, hash text) without rowid`)
  const add = database.prepare(`
    insert into ${name} values (?1, 1, chained('', ?2))
    on conflict (stream) do update set events = events + 1, hash = chained(hash, ?2) returning events`)
  const streams = database.prepare(`select count(*) as count from ${name}`)
  let order = ''
  return {
    /** @returns the number of events of the stream so far */
    add(stream: string, text: string): number {
      order = hash('sha256', `${order}${text}`)
      return Number(add.get(stream, text)?.events)
    },
    /** A hash of all events in order, across streams. */
    order: () => order,
    streams: () => Number(streams.get()?.count),
  }
}
