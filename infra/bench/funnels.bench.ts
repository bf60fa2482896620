import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { openProduct, type Product } from './console/product.ts'
import { type Bench, timed } from './harness.ts'

/**
 * A funnel of four steps within an hour, on the console's large log. Compared with a chain of self-joins in PostgreSQL on the same
 * events, as Umami counts; and a repeated run.
 */
const tracked = ['page_view', 'scroll', 'button_click']
const period = { from: '2020-01-01T00:00:00.000Z', to: '2040-01-01T00:00:00.000Z' }
const windowSeconds = 3_600
const steps = [
  ...tracked.map(value => ({
    event: 'InteractionTracked',
    where: [{ field: 'eventType', op: 'is', value }],
  })),
  { event: 'LeadSubmitted' },
]

export async function measure({ figure, rounds, ratio, opened, visitsOr }: Bench): Promise<void> {
  const product = await openProduct(visitsOr(500_000), opened)
  await makeTable(product)
  const first = figure('as it is asked', 'ms', { max: 500 })
  const again = figure('asked again', 'ms', { max: 20 })
  const joins = figure('by joins in PostgreSQL', 'ms')
  let [counted, joined]: [number[], number[]] = [[], []]
  await rounds(5, [
    async () => {
      const startMs = performance.now()
      counted = (await askFunnel(product, true)).steps.map(({ count }) => count)
      first.values.push(performance.now() - startMs)
    },
    async () => again.values.push(await timed(() => askFunnel(product, false))),
    async () => {
      const startMs = performance.now()
      joined = await countByJoins(product)
      joins.values.push(performance.now() - startMs)
    },
  ])
  ratio(joins, first, { min: 5 })
  console.log(`Counted ${counted}; by joins, whose window begins again with each step, ${joined}.`)
}

let changes = 0

/** @param isNew changes the window by a second each time, because a cached result takes no time */
export async function askFunnel({ ask }: Pick<Product, 'ask'>, isNew: boolean): Promise<FunnelResult> {
  if (isNew) changes++
  const definition = { by: 'visit', steps, ...period, bots: true, windowSeconds: windowSeconds + changes }
  return ask('/api/admin/funnels/run', definition)
}

const table = 'bench_umami.website_event'
const website = '00000000-0000-4000-8000-000000000001'

/** Umami's table with the relevant columns and indexes, with the same events. */
async function makeTable({ log: { sql } }: Product): Promise<void> {
  const { rows } = await sql.query(`select to_regclass('bench_umami.whole') is not null as whole`)
  if (rows[0].whole) return
  console.log('Making the table that funnels are compared with, once.')
  await sql.query(`
    drop schema if exists bench_umami cascade;
    create schema bench_umami;
    create table ${table} (event_id uuid primary key, website_id uuid not null, session_id uuid not null,
      created_at timestamptz(6), url_path varchar(500) not null, event_name varchar(50));
    insert into ${table}
    select gen_random_uuid(), '${website}', md5(visit)::uuid, recorded_at, left(coalesce(data ->> 'page', ''), 500),
      left(coalesce(data ->> 'eventType', type), 50)
    from (select *, coalesce(substring(stream from '^visit-(.*)'), metadata ->> 'visitId') as visit from log.events) e
    where visit is not null;
    create index on ${table} (created_at);
    create index on ${table} (session_id);
    create index on ${table} (website_id, created_at, url_path);
    create index on ${table} (website_id, created_at, event_name);
    create index on ${table} (website_id, session_id, created_at)`)
  await sql.query(`vacuum analyze ${table}`)
  await sql.query('create table bench_umami.whole ()')
}

/** @returns the number of sessions per step, within the window from the step before */
async function countByJoins({ log: { sql } }: Product): Promise<number[]> {
  const events = [...tracked, 'LeadSubmitted']
  const levels = events.map((_, step) =>
    step === 0
      ? `level1 as (
          select distinct session_id, created_at from ${table}
          where website_id = $1 and created_at between $2 and $3 and event_name = $5)`
      : `level${step + 1} as (
          select distinct e.session_id, e.created_at
          from level${step} l join ${table} e on e.session_id = l.session_id
          where e.website_id = $1 and e.created_at between l.created_at and l.created_at + $4::interval
            and e.event_name = $${step + 5} and e.created_at <= $3)`,
  )
  const sums = events.map(
    (_, step) =>
      `select ${step + 1} as level, count(distinct session_id)::int as count from level${step + 1}`,
  )
  const { rows } = await sql.query<{ count: number }>(
    `with ${levels.join(', ')} ${sums.join(' union ')} order by level`,
    [website, period.from, period.to, `${windowSeconds} seconds`, ...events],
  )
  return rows.map(({ count }) => count)
}
