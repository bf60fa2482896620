import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { deviceOf } from '@tba/runtime/visits/device.ts'
import { referrerHost } from '@tba/runtime/visits/referrer.ts'
import type { Slice } from './columns.ts'
import { OfKinds } from './kinds.ts'
import type { Look } from './look.ts'
import type { Trails } from './sorted-trails.ts'
import { trailsOf } from './trails-of.ts'

/** The value of a breakdown that each unit has; null: it is not known. */
export type ValueOf = (unit: number) => string | null

type Asked = { look: Look; trails: Trails; upTo: PackedPosition; by: FunnelDefinition['by'] }

export async function valuesOf(
  breakdown: NonNullable<FunnelDefinition['breakdown']>,
  asked: Asked,
): Promise<ValueOf> {
  if (breakdown === 'plan') return plansOf(asked)
  const { look, trails, by } = asked
  // Of a customer, the visit that they were tied to first.
  const visitOf =
    by === 'visit' ? (unit: number) => unit : (unit: number) => look.owners.firstVisitOf(unit) ?? -1
  const visits = by === 'visit' ? trails.units : trails.units.map(visitOf).filter(visit => visit >= 0)
  const ofVisit =
    breakdown === 'source'
      ? await sourcesOf(look, visits, asked.upTo)
      : await startsOf(asked, visits, breakdown)
  return unit => ofVisit(visitOf(unit))
}

/** What the browser said as the visit began: nothing, where it had not by then. */
async function startsOf(
  { look, upTo }: Asked,
  visits: Int32Array,
  breakdown: 'device' | 'referrer',
): Promise<ValueOf> {
  const kindOf = await look.starts.asOf(visits, upTo)
  const { kinds } = look.columns
  const reckon = (kind: number) =>
    breakdown === 'device'
      ? deviceOf(kinds.text(kind, 'userAgent'))
      : referrerHost(kinds.text(kind, 'referrer'))
  const ofKind = onceEach(reckon)
  return visit => ofKind(kindOf(visit))
}

/** Of the first page that names one. */
async function sourcesOf(look: Look, visits: Int32Array, upTo: PackedPosition): Promise<ValueOf> {
  const { kinds } = look.columns
  const slices = look.inMemory(upTo)
  const firsts = slices ? firstIn(slices) : await look.firstSources(visits, upTo)

  function firstIn(all: readonly Slice[]): Map<number, number> {
    const marks = new OfKinds(kinds, (_, __, kind) => (kinds.source(kind) === null ? 0 : 1))
    const { units, starts, kinds: found } = trailsOf(look.columns, all, { by: 'visit', marks })
    return new Map(Array.from(units, (unit, at) => [unit, found[starts[at] as number] as number]))
  }
  return visit => {
    const kind = firsts.get(visit)
    return kind === undefined ? null : kinds.source(kind)
  }
}

const sayPlan = ['LeadSubmitted', 'PlanActivated', 'PlanChanged']

/** The last one that an event of the unit said. */
async function plansOf({ look, upTo, by }: Asked): Promise<ValueOf> {
  const { kinds } = look.columns
  const marks = new OfKinds(kinds, type => (sayPlan.includes(type) ? 1 : 0))
  const slices = look.inMemory(upTo) ?? (await look.factsOf(sayPlan, upTo))
  const events = trailsOf(look.columns, slices, { by, marks, owners: look.owners })
  const lasts = new Map<number, number>()
  for (let at = 0; at < events.units.length; at++)
    lasts.set(events.units[at] as number, events.kinds[(events.ends[at] as number) - 1] as number)
  return unit => {
    const kind = lasts.get(unit)
    return kind === undefined ? null : kinds.text(kind, 'plan')
  }
}

/** Kinds are few, and units many. */
function onceEach(reckon: (kind: number) => string | null): (kind: number) => string | null {
  const known: (string | null | undefined)[] = []
  return kind => {
    const value = known[kind]
    if (value !== undefined) return value
    const reckoned = reckon(kind)
    known[kind] = reckoned
    return reckoned
  }
}
