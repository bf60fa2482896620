import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { FunnelStep } from '@tba/events/funnels/definition.ts'
import { valueAt } from '@tba/events/funnels/fields.ts'
import { holds } from '@tba/events/funnels/matches.ts'
import type { Json } from '@tba/events/json.ts'
import { KeptValues } from './kept-values.ts'
import { OfKinds } from './kinds.ts'
import type { Look } from './look.ts'
import { stepsBy } from './steps.ts'
import type { Gathering } from './trails-of.ts'

/** Events that are read at once: each of them is whole in memory for that time. */
const readAtOnce = 500
/** By the event's place and the field. An event never changes. */
const kept = new KeptValues<Json | undefined>(200_000)

/** Of the events that a step leaves open, those that are worth reading; asked when all earlier steps are decided. */
export type WorthOf = (events: Gathering, step: number) => (event: number) => boolean

/** What kinds leave open: conditions on fields that stand in the log alone, and events of which no kind was told. */
export class OpenSteps {
  private readonly steps: readonly FunnelStep[]
  private readonly opens: OfKinds

  constructor(look: Look, steps: readonly FunnelStep[]) {
    this.steps = steps
    this.opens = new OfKinds(look.columns.kinds, stepsBy(steps).open)
  }

  /** Whether there is any, among the kinds that are known by now. */
  get areThere(): boolean {
    return this.opens.refresh().some(open => open !== 0)
  }

  /**
   * Takes steps from gathered events (with kinds and places) whose own data do not satisfy the conditions. An event that the
   * log has forgotten meanwhile satisfies nothing, nor does one that is not worth reading.
   */
  async decide(look: Look, events: Gathering, worthOf: WorthOf): Promise<void> {
    const opens = this.opens.refresh()
    kept.begin()
    for (const [step, { where = [] }] of this.steps.entries()) {
      const bit = 1 << step
      const waiting: number[] = []
      let isWorth: ReturnType<WorthOf> | null = null
      for (let event = 0; event < events.length; event++) {
        if (((events.steps[event] as number) & (opens[events.kinds[event] as number] as number) & bit) === 0)
          continue
        isWorth ??= worthOf(events, step)
        if (isWorth(event)) waiting.push(event)
        else events.steps[event] = (events.steps[event] as number) & ~bit
      }
      const fields = [...new Set(where.map(({ field }) => field))]
      for (let at = 0; at < waiting.length; at += readAtOnce) {
        const page = waiting.slice(at, at + readAtOnce)
        const places = page.map(event => events.placeOf(event))
        const values = await valuesOf(look, places, fields)
        for (const [index, event] of page.entries()) {
          const found = values.get(places[index] as PackedPosition)
          if (!found || !where.every(condition => holds(condition, found.get(condition.field))))
            events.steps[event] = (events.steps[event] as number) & ~bit
        }
      }
    }
  }
}

type Values = ReadonlyMap<string, Json | undefined>

async function valuesOf(
  look: Look,
  places: readonly PackedPosition[],
  fields: readonly string[],
): Promise<Map<PackedPosition, Values>> {
  const keyOf = (place: PackedPosition, field: string) => `${look.position.slice(0, 9)} ${place} ${field}`
  const found = new Map<PackedPosition, Values>()
  const missing: PackedPosition[] = []
  for (const place of new Set(places)) {
    const values = fields.map(field => [field, kept.get(keyOf(place, field))] as const)
    if (values.every(([, known]) => known))
      found.set(place, new Map(values.map(([field, known]) => [field, known?.value])))
    else missing.push(place)
  }
  for (const { place, data } of await look.events(missing)) {
    const values = new Map(fields.map(field => [field, valueAt(data, field)]))
    for (const [field, value] of values) kept.set(keyOf(place, field), value)
    found.set(place, values)
  }
  return found
}
