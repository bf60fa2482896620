import type pg from 'pg'

/** Whether a restore into this database was started and did not finish. Nothing may be started on it. */
export async function isRestoring(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('restore.under_way') is not null as restoring`)
  return rows[0].restoring
}

export async function markRestoring(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists restore')
  await client.query(
    'create table if not exists restore.under_way (since timestamptz not null default now())',
  )
}

export async function unmarkRestoring(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists restore cascade')
}

/** Whether a copy of another log into this one was started and did not finish. */
export async function isCopying(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('log.copying') is not null as copying`)
  return rows[0].copying
}

export async function markCopying(client: pg.ClientBase): Promise<void> {
  await client.query('create table if not exists log.copying ()')
}

/** The whole log was copied. @param generation of the copied log */
export async function endCopying(client: pg.ClientBase, generation: number): Promise<void> {
  await beginGeneration(client, generation)
  await client.query('drop table log.copying')
}

/**
 * Starts a new generation, so that all earlier positions are invalid. It is above every earlier one, also of another restore
 * of the same backup, unless the clock steps back.
 * @param above another generation whose positions must be invalid
 * @returns the generation
 */
export async function beginGeneration(client: pg.ClientBase, above = 0): Promise<number> {
  const { rows } = await client.query(
    'update log.meta set generation = greatest(generation + 1, $1, $2) returning generation',
    [above + 1, Math.floor(Date.now() / 60_000)],
  )
  return rows[0].generation
}
