import { type PackedPosition, packed, unpacked } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { Fenced } from '../engine/checkpoints.ts'
import type { Connection } from '../engine/connection.ts'
import { placeAsOf } from './as-of.ts'
import { moveCount } from './counts.ts'
import { expiryIn, isSpared } from './expiry.ts'
import { type KindRules, type Query, type Row, rowsBetween, type Stand } from './history-rows.ts'
import { advance, type Keeping } from './keepings.ts'
import { Tally } from './tally.ts'
import { touchedBy } from './touched.ts'
import { inTransaction } from './transaction.ts'
import { cameBy } from './unit.ts'
import { type Reading, unitsIn } from './units.ts'

/** A funnel that is counted on, and what its count takes from each kind of events. */
export type Counted = { keeping: Keeping; definition: FunnelDefinition; rules: KindRules }

export type CountedOn = {
  /** Up to where they all are counted now. */
  position: Position
  /** Those whose count has to begin again, since visits that it counts have expired. */
  stale: readonly Counted[]
  /** Those that stand where they stood. */
  failed: readonly { counted: Counted; error: unknown }[]
}

/** So many events are taken in at once. */
const rowsAtOnce = 2_000

type Step = { rows: readonly Row[]; after: PackedPosition; upTo: PackedPosition; position: Position }

/**
 * Counts on funnels that all are at the same position: of each unit that new events touch, how far it had come before is
 * taken away, and how far it has come is added, in one transaction with the position. One that cannot be counted keeps no other back.
 * @throws {Fenced} where somebody else has counted on
 */
export async function countOn(
  { connection, store }: { connection: Connection; store: Pick<EventStore, 'readAt'> },
  funnels: readonly Counted[],
  stand: Stand,
): Promise<CountedOn> {
  const { query } = connection
  const from = funnels[0]?.keeping.position ?? stand.position
  if (from >= stand.position) return { position: from, stale: [], failed: [] }
  const step = await nextStep(query, from, stand.position)
  const reading: Reading = { query, store, like: stand.position }
  const expiredBefore = await expiryIn(reading, step)
  const stale = funnels.filter(
    ({ definition }) => expiredBefore !== null && !isSpared(definition, expiredBefore),
  )
  const unmoved: Keeping[] = []
  const failed: { counted: Counted; error: unknown }[] = []
  for (const counted of funnels.filter(funnel => !stale.includes(funnel)))
    try {
      if (!(await moveOn(reading, counted, step))) unmoved.push(counted.keeping)
    } catch (error) {
      if (error instanceof Fenced || connection.isLost) throw error
      failed.push({ counted, error })
    }
  if (unmoved.length > 0) await advance(query, unmoved, step.position)
  return { position: step.position, stale, failed }
}

async function nextStep(query: Query, from: Position, to: Position): Promise<Step> {
  const after = packed(from)
  const rows = await rowsBetween(query, { after, upTo: packed(to), limit: rowsAtOnce })
  const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined
  return last
    ? { rows, after, upTo: last.place, position: unpacked(last.place, to) }
    : { rows, after, upTo: packed(to), position: to }
}

/** @returns whether anything differed; only then it was moved */
async function moveOn(
  reading: Reading,
  { keeping, definition, rules }: Counted,
  step: Step,
): Promise<boolean> {
  const { query } = reading
  await rules.learn(query, step.rows)
  const keys = await touchedBy(reading, { definition, rules }, step)
  if (keys.length === 0) return false
  const came = cameBy(definition)
  const [before, now] = [placeAsOf(definition, step.after), placeAsOf(definition, step.upTo)]
  const tally = new Tally(definition.breakdown !== undefined)
  for await (const units of unitsIn(reading, keys, { definition, rules, upTo: step.upTo }))
    for (const unit of units) tally.move(came(unit, before), came(unit, now))
  const differences = tally.differences()
  if (differences.length === 0) return false
  await inTransaction({ query }, async () => {
    await advance(query, [keeping], step.position)
    await moveCount(query, keeping.counted ?? 0, differences)
  })
  return true
}
