import type pg from 'pg'

/** Whether a restore into this database was begun and did not come to its end: nothing may be started on it. */
export async function isRestoring(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('restore.under_way') is not null as restoring`)
  return rows[0].restoring
}

export async function markRestoring(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists restore')
  await client.query(
    'create table if not exists restore.under_way (since timestamptz not null default now())',
  )
  await client.query('alter table restore.under_way add column if not exists whole text')
}

/** All of this backup is there: only the marks are left to be removed. */
export async function markWhole(client: pg.ClientBase, backup: string): Promise<void> {
  await client.query('insert into restore.under_way (whole) values ($1)', [backup])
}

/** Whether the restore of this backup that left the mark came to its end but for that. */
export async function isWhole(client: pg.ClientBase, backup: string): Promise<boolean> {
  if (!(await isRestoring(client))) return false
  await markRestoring(client)
  const { rowCount } = await client.query('select 1 from restore.under_way where whole = $1', [backup])
  return rowCount !== 0
}

export async function unmarkRestoring(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists restore cascade')
}

/** Whether a copy of another log into this one was begun and did not come to its end. */
export async function isCopying(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('log.copying') is not null as copying`)
  return rows[0].copying
}

export async function markCopying(client: pg.ClientBase): Promise<void> {
  await client.query('create table if not exists log.copying ()')
}

/** All of the copy is there. @param generation of the log that was copied */
export async function endCopying(client: pg.ClientBase, generation: number): Promise<void> {
  await beginGeneration(client, generation)
  await client.query('drop table log.copying')
}

/**
 * Makes every position that was handed out before one of another log: the generation is above every one that there was, of
 * an earlier restore of the same backup too, as long as the clock goes on.
 * @param above another generation whose positions are none of this log
 * @returns the generation
 */
export async function beginGeneration(client: pg.ClientBase, above = 0): Promise<number> {
  const { rows } = await client.query(
    'update log.meta set generation = greatest(generation + 1, $1, $2) returning generation',
    [above + 1, Math.floor(Date.now() / 60_000)],
  )
  return rows[0].generation
}
