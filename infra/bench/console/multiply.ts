import { readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** Each copy of the log lies this long before the next one, and overlaps with it. */
const apartMs = 12 * 86_400_000

/**
 * Replaces the analysts' copy by one that holds its events this many times: with other ids, visits, persons and customers, and
 * before the log's own events. A log of that size takes an hour. No query-api may run.
 * @returns its file, and how many events it holds
 */
export async function multiplyCopy(folder: string, times: number): Promise<{ file: string; events: number }> {
  const name = readdirSync(folder).find(file => file.endsWith('.duckdb')) as string
  const file = path.join(folder, name)
  const made = `${file}.made`
  const instance = await DuckDBInstance.create(made, { memory_limit: '4GB' })
  const connection = await instance.connect()
  await connection.run(`attach '${file}' as old (read_only)`)
  for (const table of ['events', 'visits', 'accounts', 'links'])
    await connection.run(`create table ${table} as from old.${table} limit 0`)
  for (let copy = times - 1; copy >= 0; copy--)
    for (const [table, columns] of Object.entries(changed(copy, times)))
      await connection.run(
        `insert into ${table} select * replace (${columns}) from old.${table} order by rowid`,
      )
  const counted = await connection.runAndReadAll('select count(*)::integer from events')
  await connection.run(`create table progress as select json_merge_patch(state, json_object(
    'lastSeq', (select max(seq) from events), 'events', (select count(*) from events)))::varchar as state from old.progress`)
  await connection.run('detach old')
  await connection.run('checkpoint')
  connection.closeSync()
  instance.closeSync()
  for (const suffix of ['', '.wal']) rmSync(file + suffix, { force: true })
  renameSync(made, file)
  return { file: name, events: counted.getRows()[0]?.[0] as number }
}

/** What differs in a copy, by table. */
function changed(copy: number, times: number): Record<string, string> {
  const list = (change: (name: string) => string, columns: string[]) =>
    columns.map(name => `${change(name)} as ${name}`).join(', ')
  // The last one is the log itself: only its numbers move.
  const uuid = (...columns: string[]) =>
    list(name => (copy === 0 ? name : `md5(${name}::varchar || ${copy})::uuid`), columns)
  const own = (...columns: string[]) => list(name => (copy === 0 ? name : `${name} || '~${copy}'`), columns)
  const earlier = (...columns: string[]) => list(name => `${name} - ${copy * apartMs}`, columns)
  const last = '(select max(seq) from old.events)'
  const moved = (...columns: string[]) =>
    list(name => `(${name} + ${times - 1 - copy} * ${last})::integer`, columns)
  const place = `00000000-${String(times - copy).padStart(16, '0')}`
  return {
    events: `${moved('seq')}, ${earlier('recorded_ms')}, ${copy === 0 ? 'position' : `'${place}' || right(position, 17)`} as position,
      ${uuid('event_id', 'correlation_uuid')}, user_id + ${copy * 10_000_000} as user_id,
      ${own('stream', 'own_visit', 'visit', 'tied_visit', 'account', 'person', 'session')}`,
    visits: `${own('id')}, ${moved('first_seq', 'robot_seq')}, ${earlier('first_ms', 'least_ms', 'last_ms')}`,
    accounts: `${own('account', 'person')}, ${moved('seq')}`,
    links: `${own('person', 'other')}, ${moved('seq')}`,
  }
}
