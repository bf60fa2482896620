import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { chainsBy } from '@tba/events/funnels/chain.ts'
import { FunnelCounts } from '@tba/events/funnels/count.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { type KeptStep, keptResult } from '@tba/events/funnels/kept-result.ts'
import { rulesOf } from '@tba/events/funnels/rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSpared } from './expiry.ts'
import { type Group, Tally } from './tally.ts'
import { cameBy, type Unit, type UnitEvent } from './unit.ts'

/** What comes into the log: something is done in a visit or by a customer, or a visit turns out to be a customer's. */
type Entry =
  | { what: 'event'; at: number; steps: number; isRobot: boolean; device: string | undefined; visit: number }
  | { what: 'own'; at: number; steps: number; customer: number }
  | { what: 'tie'; visit: number; customer: number }
  | { what: 'registered'; customer: number }
  | { what: 'expired'; beforeMs: number }
type Placed = { place: PackedPosition; entry: Entry }

const startMs = Date.parse('2026-01-05T10:00:00.000Z')
const second = 1_000
const timeOf = (seconds: number) => new Date(startMs + seconds * second).toISOString()
const [visits, customers] = [5, 2]

const at = fc.integer({ min: 0, max: 1_000 }).map(seconds => startMs + seconds * second)
const steps = fc.integer({ min: 0, max: 7 })
const visit = fc.nat(visits - 1)
const customer = fc.nat(customers - 1)
const entry = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      ...{ what: fc.constant('event' as const), at, steps, visit },
      isRobot: fc.integer({ min: 0, max: 9 }).map(drawn => drawn === 0),
      device: fc.constantFrom(undefined, undefined, 'mobile', 'desktop'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('own' as const), at, steps, customer }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('tie' as const), visit, customer }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('registered' as const), customer }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('expired' as const),
      beforeMs: fc.constantFrom(...[100, 300, 900].map(seconds => startMs + seconds * second)),
    }),
  },
)
const batches = fc.array(fc.array(entry, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 })

const definitions = fc
  .record({
    by: fc.constantFrom('visit' as const, 'customer' as const),
    strict: fc.boolean(),
    windowSeconds: fc.constantFrom(50, 400),
    isCompared: fc.boolean(),
  })
  .map(
    ({ isCompared, ...drawn }): FunnelDefinition => ({
      ...drawn,
      steps: ['InteractionTracked', 'ConsentChosen', 'LeadSubmitted'].map(event => ({ event })),
      ...{ from: timeOf(300), to: timeOf(800), breakdown: 'device' },
      ...(isCompared && { compareTo: { from: timeOf(150), to: timeOf(600) } }),
    }),
  )

type Of<W extends Entry['what']> = Extract<Entry, { what: W }> & Pick<Placed, 'place'>
const placedOf = (log: readonly Placed[]) => {
  const of = <W extends Entry['what']>(what: W) =>
    log.flatMap(({ place, entry }) => (entry.what === what ? [{ place, ...entry } as Of<W>] : []))
  return { events: of('event'), own: of('own'), ties: of('tie'), registered: of('registered') }
}

/** As they are read from the history: with all that is theirs by now, and since when it is. */
function unitsIn(log: readonly Placed[], by: FunnelDefinition['by']): Unit[] {
  const { events, own, ties, registered } = placedOf(log)
  const inVisit = (of: readonly number[]) =>
    events
      .filter(({ visit, steps, isRobot, device }) => of.includes(visit) && (steps || isRobot || device))
      .map(({ place, at, steps, isRobot, device, visit }): UnitEvent => {
        return { place, at, steps, visit, rule: { steps, open: 0, isRobot, value: device } }
      })
  if (by === 'visit')
    return Array.from({ length: visits }, (_, key) => ({
      key,
      events: inVisit([key]),
      ties: [],
      since: null,
    }))
  return Array.from({ length: customers }, (_, key) => {
    const its = ties.filter(({ customer }) => customer === key)
    const first = its.filter(({ visit }, nth) => its.findIndex(tie => tie.visit === visit) === nth)
    const ofOwn = own
      .filter(({ customer, steps }) => customer === key && steps)
      .map(({ place, at, steps }): UnitEvent => {
        return { place, at, steps, visit: null, rule: { steps, open: 0, isRobot: false, value: undefined } }
      })
    const all = [...ofOwn, ...inVisit(first.map(({ visit }) => visit))]
    return {
      ...{ key, ties: first, events: all.sort((one, other) => (one.place < other.place ? -1 : 1)) },
      since: registered.find(({ customer }) => customer === key)?.place ?? null,
    }
  })
}

/** Of which new entries may change how far they came. */
function touchedBy(
  batch: readonly Placed[],
  log: readonly Placed[],
  by: FunnelDefinition['by'],
): Set<number> {
  const [now, { ties }] = [placedOf(batch), placedOf(log)]
  const ofVisits = now.events.map(({ visit }) => visit)
  if (by === 'visit') return new Set(ofVisits)
  const tied = ties.filter(({ visit }) => ofVisits.includes(visit))
  return new Set([...now.own, ...now.ties, ...now.registered, ...tied].map(({ customer }) => customer))
}

/** What the log says, counted as any other funnel is, with nothing of what the keeper has. */
function countedAdHoc(log: readonly Placed[], definition: FunnelDefinition) {
  const { events, own, ties, registered } = placedOf(log)
  const isRobot = (visit: number) => events.some(event => event.visit === visit && event.isRobot)
  const all = [...events, ...own].sort((one, other) => (one.place < other.place ? -1 : 1))
  const viewOf = (period: { from: string; to: string }) => {
    const chain = chainsBy(rulesOf(definition, period))
    const counts = new FunnelCounts(definition.steps.length)
    const add = (its: readonly number[], customer: number | null) => {
      const human = its.filter(visit => !isRobot(visit))
      const trail = all.filter(one =>
        one.steps === 0 ? false : one.what === 'own' ? one.customer === customer : human.includes(one.visit),
      )
      const at = trail.map(one => one.at)
      const reach = chain({ at, steps: trail.map(one => one.steps), first: 0, end: trail.length })
      const device = events.find(event => event.visit === human[0] && event.device)?.device
      counts.add({ at }, reach, device ?? null)
    }
    if (definition.by === 'visit') for (let visit = 0; visit < visits; visit += 1) add([visit], null)
    else
      for (const customer of new Set(registered.map(one => one.customer)))
        add([...new Set(ties.filter(tie => tie.customer === customer).map(({ visit }) => visit))], customer)
    return { steps: counts.results(), ...counts.byValue() }
  }
  const { compareTo } = definition
  return { ...viewOf(definition), ...(compareTo && { compared: viewOf(compareTo) }) }
}

/** The sums that a keeper moves. */
class Sums {
  private readonly groups = new Map<string, { group: Group; steps: Map<number, number>[]; units: number[] }>()

  add(tally: Tally): void {
    for (const { group, steps } of tally.differences()) {
      const key = JSON.stringify(group)
      const its = this.groups.get(key) ?? { group, steps: [], units: [] }
      this.groups.set(key, its)
      for (const [at, { units, times }] of steps.entries()) {
        its.units[at] = (its.units[at] ?? 0) + units
        const held = its.steps[at] ?? new Map<number, number>()
        its.steps[at] = held
        for (const [ms, more] of times) held.set(ms, (held.get(ms) ?? 0) + more)
      }
    }
  }

  kept(): KeptStep[] {
    return [...this.groups.values()].flatMap(({ group, steps, units }) =>
      units.map((reached, at) => {
        const times = [...(steps[at] ?? [])].flatMap(([ms, taken]) => new Array<number>(taken).fill(ms))
        const sorted = times.toSorted((one, other) => one - other)
        const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
        const medianMs = lower === undefined || upper === undefined ? null : (lower + upper) / 2
        return { ...group, step: at + 1, units: reached, medianMs }
      }),
    )
  }
}

const placeAt = (number: number) => String(number).padStart(6, '0') as PackedPosition

test('however events, late ties and expiries come in, what is moved by them is what a count of all there is finds', () => {
  let reached = 0
  fc.assert(
    fc.property(definitions, batches, (definition, drawn) => {
      const came = cameBy(definition)
      let [log, sums] = [[] as Placed[], new Sums()]
      let [after, places] = [placeAt(0), 0]
      for (const entries of drawn) {
        const batch = entries.map((entry, nth): Placed => ({ place: placeAt(places + nth + 1), entry }))
        places += batch.length
        const upTo = placeAt(places)
        log = [...log, ...batch]
        let isSparing = true
        for (const { entry } of batch) {
          if (entry.what !== 'expired') continue
          const { beforeMs } = entry
          const lives = (visit: number) =>
            placedOf(log).events.some(event => event.visit === visit && event.at >= beforeMs)
          log = log.filter(({ entry }) => !('visit' in entry) || lives(entry.visit))
          isSparing &&= isSpared(definition, new Date(beforeMs).toISOString())
        }
        const tally = new Tally(true)
        const touched = touchedBy(batch, log, definition.by)
        if (!isSparing) sums = new Sums()
        for (const unit of unitsIn(log, definition.by))
          if (!isSparing) tally.move(null, came(unit, upTo))
          else if (touched.has(unit.key)) tally.move(came(unit, after), came(unit, upTo))
        sums.add(tally)
        after = upTo
        const kept = keptResult(definition, sums.kept())
        expect(kept).toEqual(countedAdHoc(log, definition))
        reached += kept.steps[1]?.count ?? 0
      }
    }),
    { numRuns: 200 },
  )
  expect(reached).toBeGreaterThan(20)
})
