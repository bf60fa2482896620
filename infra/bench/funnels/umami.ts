import type { Running } from '../console/product.ts'

/**
 * How Umami counts a funnel on PostgreSQL: a row an event, and for each step a join of the table with those who came as far
 * as the step before. The table has the columns that matter and the indexes of theirs that may be used here, in a schema of
 * its own beside the product's, with the same events.
 */
const schema = 'bench_umami'
const website = '00000000-0000-4000-8000-000000000001'

export async function makeTable({ query }: Running): Promise<void> {
  const [made] = await query<{ rows: string | null }>(`select to_regclass('${schema}.whole')::text as rows`)
  if (made?.rows) return
  process.stderr.write('Making the table that funnels are compared with, once.\n')
  await query(`drop schema if exists ${schema} cascade`)
  await query(`create schema ${schema}`)
  await query(`create table ${schema}.website_event (
    event_id uuid not null, website_id uuid not null, session_id uuid not null, created_at timestamptz(6),
    url_path varchar(500) not null, event_name varchar(50))`)
  await query(`insert into ${schema}.website_event
    select gen_random_uuid(), '${website}', md5(visit)::uuid, recorded_at, left(coalesce(data ->> 'page', ''), 500),
      left(coalesce(data ->> 'eventType', type), 50)
    from (select *, coalesce(substring(stream from '^visit-(.*)'), metadata ->> 'visitId') as visit from log.events) e
    where visit is not null`)
  const table = `${schema}.website_event`
  await query(`alter table ${table} add primary key (event_id)`)
  const indexed = [
    ...['created_at', 'session_id', 'website_id', 'website_id, created_at'],
    ...['website_id, created_at, url_path', 'website_id, created_at, event_name'],
    'website_id, session_id, created_at',
  ]
  for (const columns of indexed) await query(`create index on ${table} (${columns})`)
  await query(`vacuum analyze ${table}`)
  await query(`create table ${schema}.whole ()`)
}

export type Period = { from: string; to: string; windowSeconds: number }

/** @returns how many sessions came to each of these events, within the window from the step before */
export async function countByJoins(
  { query }: Running,
  events: readonly string[],
  { from, to, windowSeconds }: Period,
): Promise<number[]> {
  const levels = events.map((_, step) =>
    step === 0
      ? `level1 as (
          select distinct session_id, created_at from ${schema}.website_event
          where website_id = $1 and created_at between $2 and $3 and event_name = $5)`
      : `level${step + 1} as (
          select distinct e.session_id, e.created_at
          from level${step} l join ${schema}.website_event e on e.session_id = l.session_id
          where e.website_id = $1 and e.created_at between l.created_at and l.created_at + $4::interval
            and e.event_name = $${step + 5} and e.created_at <= $3)`,
  )
  const sums = events.map(
    (_, step) =>
      `select ${step + 1} as level, count(distinct session_id)::int as count from level${step + 1}`,
  )
  const values = [website, from, to, `${windowSeconds} seconds`, ...events]
  const rows = await query<{ count: number }>(
    `with ${levels.join(', ')} ${sums.join(' union ')} order by level`,
    values,
  )
  return rows.map(({ count }) => count)
}
