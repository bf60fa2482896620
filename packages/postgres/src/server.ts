import type pg from 'pg'

const minMajor = 18
const losesEvents = (name: string) => (value: string) =>
  // remote_apply is stricter than on: it also waits for standbys.
  value === 'on' || value === 'remote_apply'
    ? null
    : `runs with ${name} = ${value}: it has to be on, or a crash loses acknowledged events`

/** What a session cannot mend. */
const rules: Readonly<Record<string, (value: string) => string | null>> = {
  server_version_num: value =>
    Number(value) >= minMajor * 10_000
      ? null
      : `is version ${Math.trunc(Number(value) / 10_000)}, and ${minMajor} or newer is needed`,
  server_encoding: value =>
    value === 'UTF8' ? null : `has its text in ${value}: make a database with encoding UTF8`,
  fsync: losesEvents('fsync'),
  full_page_writes: losesEvents('full_page_writes'),
  synchronous_commit: losesEvents('synchronous_commit'),
}

/** Why a server cannot hold the product's data, as the end of a sentence; null if it can. */
export async function faultOfServer(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name desc',
    [Object.keys(rules)],
  )
  const faults = rows.map(({ name, setting }) => rules[name]?.(setting) ?? null)
  return faults.find(fault => fault !== null) ?? null
}
