import { bucketOf, moved, packTimes, timeAt, unpackTimes } from './bucket.ts'
import type { Query } from './history-rows.ts'
import type { Difference, Differences, Group } from './tally.ts'

/** The tables of one count, `groups`, `steps` and `times`, moved by differences. To be called in a transaction. */
export async function moveCount(query: Query, count: number, differences: Differences): Promise<void> {
  if (differences.length === 0) return
  const ids = await groupIds(
    query,
    count,
    differences.map(({ group }) => group),
  )
  const steps = differences.flatMap(({ steps }, at) =>
    steps.map((difference, step) => ({ group: ids[at] ?? '', step: step + 1, difference })),
  )
  const changed = steps.filter(({ difference }) => difference.units !== 0 || difference.times.size > 0)
  await moveSteps(query, changed)
  const timed = changed.filter(({ difference }) => difference.times.size > 0)
  await moveTimes(query, timed)
  await takeMedians(query, timed)
}

type OfStep = { group: string; step: number; difference: Difference }

/** In the order asked. */
async function groupIds(query: Query, count: number, groups: readonly Group[]): Promise<string[]> {
  const found = await query<{ id: string; at: number }>({
    name: 'funnels groups',
    text: `
      with asked as (
        select * from unnest($2::smallint[], $3::boolean[], $4::text[]) with ordinality as a (period, is_whole, value, at)
      ), made as (
        insert into funnels.groups (count, period, is_whole, value)
        select $1, period, is_whole, value from asked
        on conflict (count, period, is_whole, value) do update set period = excluded.period
        returning id, period, is_whole, value
      )
      select m.id, a.at::int as at from made m join asked a on m.period = a.period and m.is_whole = a.is_whole
        and m.value is not distinct from a.value order by a.at`,
    values: [
      count,
      groups.map(({ period }) => period),
      groups.map(({ isWhole }) => isWhole),
      groups.map(({ value }) => value),
    ],
  })
  return found.map(({ id }) => id)
}

async function moveSteps(query: Query, steps: readonly OfStep[]): Promise<void> {
  await query({
    name: 'funnels move steps',
    text: `
      insert into funnels.steps ("group", step, units)
      select * from unnest($1::bigint[], $2::smallint[], $3::bigint[])
      on conflict ("group", step) do update set units = funnels.steps.units + excluded.units`,
    values: [
      steps.map(({ group }) => group),
      steps.map(({ step }) => step),
      steps.map(({ difference }) => difference.units),
    ],
  })
}

type Bucket = { group: string; step: number; bucket: number; times: Map<number, number> }
type Held = { group: string; step: number; bucket: number; times: Buffer }

async function moveTimes(query: Query, steps: readonly OfStep[]): Promise<void> {
  const buckets: Bucket[] = steps.flatMap(({ group, step, difference }) =>
    [...Map.groupBy(difference.times, ([ms]) => bucketOf(ms))].map(([bucket, times]) => ({
      ...{ group, step, bucket },
      times: new Map(times),
    })),
  )
  for (let at = 0; at < buckets.length; at += bucketsAtOnce)
    await moveBuckets(query, buckets.slice(at, at + bucketsAtOnce))
}

const bucketsAtOnce = 1_000

async function moveBuckets(query: Query, buckets: readonly Bucket[]): Promise<void> {
  const keys = [
    buckets.map(({ group }) => group),
    buckets.map(({ step }) => step),
    buckets.map(({ bucket }) => bucket),
  ]
  const held = await query<Held>({
    name: 'funnels times',
    text: `
      select t."group", t.step, t.bucket, t.times
      from unnest($1::bigint[], $2::smallint[], $3::int[]) as a ("group", step, bucket)
      join funnels.times t on t."group" = a."group" and t.step = a.step and t.bucket = a.bucket`,
    values: keys,
  })
  const keyOf = ({ group, step, bucket }: Omit<Held, 'times'>) => `${group} ${step} ${bucket}`
  const before = new Map(held.map(row => [keyOf(row), row.times]))
  const after = buckets.map(bucket =>
    moved(unpackTimes(before.get(keyOf(bucket)) ?? Buffer.of()), bucket.times),
  )
  await query({
    name: 'funnels move times',
    text: `
      with moved as (
        select * from unnest($1::bigint[], $2::smallint[], $3::int[], $4::bigint[], $5::bytea[])
          as m ("group", step, bucket, units, times)
      ), gone as (
        delete from funnels.times t using moved m
        where m.units = 0 and t."group" = m."group" and t.step = m.step and t.bucket = m.bucket
      )
      insert into funnels.times select * from moved where units > 0
      on conflict ("group", step, bucket) do update set units = excluded.units, times = excluded.times`,
    values: [
      ...keys,
      after.map(times => [...times.values()].reduce((sum, units) => sum + units, 0)),
      after.map(packTimes),
    ],
  })
}

type Middle = { group: string; step: number; total: string; skipped: string; times: Buffer }

/** Of each step the bucket, or the two, in which the middle lies. */
async function takeMedians(query: Query, steps: readonly OfStep[]): Promise<void> {
  const keys = [steps.map(({ group }) => group), steps.map(({ step }) => step)]
  const middles = await query<Middle>({
    name: 'funnels middles',
    text: `
      select a."group", a.step, b.total, b.upto - b.units as skipped, b.times
      from unnest($1::bigint[], $2::smallint[]) as a ("group", step)
      cross join lateral (
        select t.units, t.times, sum(t.units) over (order by t.bucket) as upto, sum(t.units) over () as total
        from funnels.times t where t."group" = a."group" and t.step = a.step
      ) b
      where b.upto > div(b.total - 1, 2) and b.upto - b.units <= div(b.total, 2)
      order by a."group", a.step, b.upto`,
    values: keys,
  })
  const byStep = Map.groupBy(middles, ({ group, step }) => `${group} ${step}`)
  await query({
    name: 'funnels medians',
    text: `
      update funnels.steps s set median = a.median
      from unnest($1::bigint[], $2::smallint[], $3::float8[]) as a ("group", step, median)
      where s."group" = a."group" and s.step = a.step`,
    values: [...keys, steps.map(({ group, step }) => medianIn(byStep.get(`${group} ${step}`)))],
  })
}

function medianIn(middles: readonly Middle[] | undefined): number | null {
  if (!middles) return null
  const buckets = middles.map(({ times, skipped }) => ({
    times: unpackTimes(times),
    skipped: Number(skipped),
  }))
  const total = Number(middles[0]?.total)
  const at = (place: number) => {
    const its = buckets.findLast(({ skipped }) => skipped <= place)
    if (!its) throw new Error(`no bucket holds the time at ${place}`)
    return timeAt(its.times, place, its.skipped)
  }
  return (at((total - 1) >> 1) + at(total >> 1)) / 2
}
