import { setTimeout as after } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { keptResult } from '@tba/events/funnels/kept-result.ts'
import type { FunnelResult, SavedFunnelDetail } from '@tba/events/funnels/views.ts'
import { fingerprintOf } from '@tba/runtime/funnels/fingerprint.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** What a projector has counted of a saved funnel; `result` is null where that is not whole or stands still. */
export type Kept = { result: FunnelResult | null; progress: SavedFunnelDetail['progress'] }

const keptStep = z.object({
  period: z.int(),
  isWhole: z.boolean(),
  value: z.string().nullable(),
  step: z.int(),
  units: z.int(),
  medianMs: z.number().nullable(),
})
const position = z.string().transform(text => text as Position)
const standing = z.object({
  done: z.number(),
  isWhole: z.boolean(),
  isGivenUp: z.boolean(),
  position,
  /** How far the history is. */
  history: z.string().nullable(),
})
const counts = z.object({ position, steps: z.array(keptStep) })

const patienceMs = 2_000
const everyMs = 10

/** Waits a moment until the count holds what the history held at the call. */
export async function keptOf(pool: DatabasePool, id: string, definition: FunnelDefinition): Promise<Kept> {
  const building = (done: number): Kept => ({ result: null, progress: { state: 'building', done } })
  if (!(await isAnyKept(pool))) return building(0)
  const of = { id, fingerprint: fingerprintOf(definition) }
  const untilMs = performance.now() + patienceMs
  let wanted: string | null = null
  for (;;) {
    const found = await standOf(pool, of)
    if (found?.isGivenUp && !found.isWhole) return { result: null, progress: { state: 'givenUp', done: 0 } }
    if (!found?.isWhole) return building(found?.done ?? 0)
    wanted ??= found.history
    const progress = { state: 'live', done: 1 } as const
    if (wanted === null || found.position >= wanted) {
      const counted = await countsOf(pool, of)
      return counted ? { result: resultOf(definition, counted), progress } : building(0)
    }
    if (performance.now() > untilMs) return { result: null, progress }
    await after(everyMs)
  }
}

function resultOf(definition: FunnelDefinition, { position, steps }: z.infer<typeof counts>): FunnelResult {
  const { asOf } = definition
  const isOver = asOf !== undefined && asOf < position
  return { position: isOver ? asOf : position, ...keptResult(definition, steps) }
}

/** A projector of an older build keeps none, and has no tables for them. */
async function isAnyKept(pool: DatabasePool): Promise<boolean> {
  const there = z.object({ isThere: z.boolean() })
  const { isThere } = await pool.one(sql.prepared('funnels-kept', there)`
    select to_regclass('funnels.keeping') is not null as "isThere"`)
  return isThere
}

type Of = { id: string; fingerprint: string }

/** Undefined where nobody has begun to count it. */
async function standOf(pool: DatabasePool, { id, fingerprint }: Of) {
  const [found] = await pool.any(sql.prepared('kept-funnel-stand', standing)`
    select k.done, k.counted is not null as "isWhole", k.position,
      -- An older projector's tables have no such column.
      to_jsonb(k) ->> 'given_up_at' is not null as "isGivenUp",
      (select position from projector.checkpoints where projection = 'history') as history
    from funnels.keeping k where k.funnel = ${id} and k.fingerprint = ${fingerprint}`)
  return found
}

/** Of one moment, which may be later than the one at which it was asked how far it is. */
async function countsOf(pool: DatabasePool, { id, fingerprint }: Of) {
  const [found] = await pool.any(sql.prepared('kept-funnel', counts)`
    select k.position,
      coalesce((
        select jsonb_agg(jsonb_build_object('period', g.period, 'isWhole', g.is_whole, 'value', g.value,
          'step', s.step, 'units', s.units, 'medianMs', s.median))
        from funnels.groups g join funnels.steps s on s."group" = g.id where g.count = k.counted
      ), '[]') as steps
    from funnels.keeping k where k.funnel = ${id} and k.fingerprint = ${fingerprint} and k.counted is not null`)
  return found
}
