import { packed } from '@tba/event-store/packed-position.ts'
import type { EventStore } from '@tba/event-store/port.ts'
import type { Connection } from '../engine/connection.ts'
import { placeAsOf } from './as-of.ts'
import { moveCount } from './counts.ts'
import { KindRules, type Stand } from './history-rows.ts'
import { beginCount, endCount, type Saved, tellDone } from './keepings.ts'
import { pagesOfUnits } from './pages-of-units.ts'
import { Tally } from './tally.ts'
import { inTransaction } from './transaction.ts'
import { cameBy } from './unit.ts'

export type CountingAnew = {
  /** Of its own: it takes long, and what is counted on does not wait for it. */
  connection: Connection
  store: Pick<EventStore, 'readAt'>
  saved: Saved
  /** Up to where it is counted. */
  stand: Stand
  signal: AbortSignal
}

/** So many units are written at once. */
const unitsAtOnce = 20_000
/** How far it is, is told in steps of this size. */
const toldAtLeast = 0.02

/**
 * Counts a saved funnel for the first time, in short transactions; nobody sees it before it is whole. Up to a place of the
 * log nothing changes but what a new basis, or an expiry of visits, shows: then it begins again.
 * @throws {Fenced} where another count of it has begun
 */
export async function countAnew({ connection, store, saved, stand, signal }: CountingAnew): Promise<void> {
  const { query } = connection
  const { definition, funnel } = saved
  const count = await beginCount(query, saved)
  const upTo = placeAsOf(definition, packed(stand.position))
  const wanted = { definition, rules: new KindRules(definition), upTo }
  const came = cameBy(definition)
  const newTally = () => new Tally(definition.breakdown !== undefined)
  let tally = newTally()
  let [tallied, told] = [0, 0]
  const write = (done: number) =>
    inTransaction(connection, async () => {
      await tellDone(query, { funnel, count }, done)
      await moveCount(query, count, tally.differences())
    })
  for await (const { units, done } of pagesOfUnits({ query, store, like: stand.position }, wanted)) {
    signal.throwIfAborted()
    for (const unit of units) tally.move(null, came(unit, upTo))
    tallied += units.length
    if (tallied >= unitsAtOnce) {
      await write(done)
      tally = newTally()
      tallied = 0
    } else if (done - told >= toldAtLeast) {
      await tellDone(query, { funnel, count }, done)
      told = done
    }
  }
  await write(1)
  await endCount(query, { funnel, count }, stand)
}
