import type { Position } from '@tba/event-store/port.ts'
import { type FunnelDefinition, funnelDefinition } from '@tba/events/funnels/definition.ts'
import { fingerprintOf } from '@tba/runtime/funnels/fingerprint.ts'
import { Fenced } from '../engine/checkpoints.ts'
import type { Query, Stand } from './history-rows.ts'

/** A funnel as it was saved. */
export type Saved = { funnel: string; name: string; definition: FunnelDefinition; fingerprint: string }

/** How far one is counted: `counted` is what is counted on, `counting` what is counted for the first time. */
export type Keeping = {
  funnel: string
  fingerprint: string
  counted: number | null
  counting: number | null
  position: Position
  basis: string
  /** Tried less than an hour ago, and too much for this definition. */
  isGivenUp: boolean
}

/** Those of which this build knows what they count; null where there is no table of them yet. */
export async function readSaved(query: Query): Promise<Saved[] | null> {
  const [there] = await query<{ isThere: boolean }>({
    name: 'funnels there',
    text: `select to_regclass('read.funnels') is not null as "isThere"`,
  })
  if (!there?.isThere) return null
  const rows = await query<{ id: string; name: string; definition: unknown }>({
    text: 'select id, name, definition from read.funnels',
  })
  return rows.flatMap(({ id, name, definition }) => {
    const { data } = funnelDefinition.safeParse(definition)
    return data ? [{ funnel: id, name, definition: data, fingerprint: fingerprintOf(data) }] : []
  })
}

export function readKeepings(query: Query): Promise<Keeping[]> {
  return query({
    name: 'funnels keepings',
    text: `
      select funnel, fingerprint, counted::float8 as counted, counting::float8 as counting, position, basis,
        coalesce(given_up_at > now() - interval '1 hour', false) as "isGivenUp"
      from funnels.keeping`,
  })
}

/** Whether its count is whole, of what is saved, and of the history as it is. */
export function isCurrent({ fingerprint }: Saved, keeping: Keeping | undefined, stand: Stand): boolean {
  return (
    keeping !== undefined &&
    keeping.counted !== null &&
    keeping.fingerprint === fingerprint &&
    keeping.basis === stand.basis &&
    keeping.position <= stand.position
  )
}

/** From here on it is counted anew, and what was counted before is not shown any longer. @returns the new count */
export async function beginCount(query: Query, { funnel, fingerprint }: Saved): Promise<number> {
  const [begun] = await query<{ count: number }>({
    text: `
      insert into funnels.keeping (funnel, fingerprint, counting)
      values ($1, $2, nextval('funnels.counts_made'))
      on conflict (funnel) do update set fingerprint = excluded.fingerprint, counted = null,
        counting = excluded.counting, done = 0, updated_at = now(),
        given_up_at = case when keeping.fingerprint = excluded.fingerprint then keeping.given_up_at end
      returning counting::float8 as count`,
    values: [funnel, fingerprint],
  })
  if (!begun) throw new Fenced([funnel])
  return begun.count
}

type Counting = { funnel: string; count: number }

/** @throws {Fenced} where another count has begun */
export async function tellDone(query: Query, { funnel, count }: Counting, done: number): Promise<void> {
  const told = await query({
    name: 'funnels done',
    text: `update funnels.keeping set done = $3, updated_at = now() where funnel = $1 and counting = $2 returning 1`,
    values: [funnel, count, done],
  })
  if (told.length === 0) throw new Fenced([funnel])
}

/** It is whole up to there, and is counted on. @throws {Fenced} */
export async function endCount(query: Query, { funnel, count }: Counting, stand: Stand): Promise<void> {
  const ended = await query({
    text: `
      update funnels.keeping set counted = counting, counting = null, done = 1, position = $3, basis = $4,
        given_up_at = null, updated_at = now()
      where funnel = $1 and counting = $2 returning 1`,
    values: [funnel, count, stand.position, stand.basis],
  })
  if (ended.length === 0) throw new Fenced([funnel])
}

/** No count is kept for a while: neither what was counted, nor what was being counted. */
export async function giveUp(query: Query, { funnel, fingerprint }: Pick<Saved, 'funnel' | 'fingerprint'>) {
  await query({
    text: `
      update funnels.keeping set counted = null, counting = null, done = 0, given_up_at = now(), updated_at = now()
      where funnel = $1 and fingerprint = $2`,
    values: [funnel, fingerprint],
  })
}

/**
 * Compare-and-set: these go on from where they are.
 * @throws {Fenced} where one of them does not stand there
 */
export async function advance(query: Query, keepings: readonly Keeping[], position: Position): Promise<void> {
  const moved = await query({
    name: 'funnels advance',
    text: `
      update funnels.keeping k set position = $1, updated_at = now()
      from unnest($2::uuid[], $3::bigint[], $4::text[]) as held (funnel, counted, position)
      where k.funnel = held.funnel and k.counted = held.counted and k.position = held.position collate "C" returning 1`,
    values: [
      position,
      keepings.map(({ funnel }) => funnel),
      keepings.map(({ counted }) => counted),
      keepings.map(held => held.position),
    ],
  })
  if (moved.length !== keepings.length) throw new Fenced(keepings.map(({ funnel }) => funnel))
}

/** What was deleted, and counts that nobody goes on with. */
export async function forget(query: Query, gone: readonly string[]): Promise<void> {
  if (gone.length > 0)
    await query({ text: 'delete from funnels.keeping where funnel = any($1::uuid[])', values: [gone] })
  await query({
    name: 'funnels forget',
    text: `
      delete from funnels.groups g where not exists (
        select from funnels.keeping k where g.count = k.counted or g.count = k.counting
      )`,
  })
}
