import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { findInstead } from '../funnels/find-units.ts'
import { findPaths } from '../paths/find-paths.ts'
import type { Snapshot } from './copy/snapshot.ts'
import { copyOf } from './testing/copy-of.ts'

const [ofPeriod, odd] = ['2026-11-20', '2026-11-25']
const clicked = (visit: string, day: string, elementText: string) =>
  recordedFixture(
    'InteractionTracked',
    { stream: streams.visit(visit), recordedAt: `${day}T10:00:00.000Z` },
    { eventType: 'button_click', elementText },
  )

/** The most rows that one statement of the query returns. */
async function mostRows(work: (snapshot: Snapshot) => Promise<unknown>): Promise<number> {
  let most = 0
  using copy = await copyOf([
    ...[clicked('one', ofPeriod, 'a'), clicked('one', ofPeriod, 'b'), clicked('two', ofPeriod, 'a')],
    // One visitor, 5,000 different clicks, on another day.
    ...Array.from({ length: 5_000 }, (_, at) => clicked('hostile', odd, `x${at}`)),
    // If most visits were of the period, all that lies near it would be read.
    ...Array.from({ length: 4 }, (_, at) => clicked(`other ${at}`, odd, 'a')),
  ])
  await copy.ask(snapshot => {
    const { rows } = snapshot
    snapshot.rows = async query => {
      const found = await rows.call(snapshot, query)
      most = Math.max(most, found.length)
      return found as never
    }
    return work(snapshot)
  })
  return most
}

const [fromMs, toMs] = [Date.parse(ofPeriod), Date.parse('2026-11-21')]
const step = { event: 'InteractionTracked', where: [] }

test('paths and next actions read what the period holds, whatever odd clicks came on other days', async () => {
  const paths = { ...step, fromMs, toMs, depth: 3, direction: 'next' as const }
  expect(await mostRows(snapshot => findPaths(snapshot, paths))).toBeLessThan(10)
  const period = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  const definition = { by: 'visit' as const, steps: [step, step], windowSeconds: 3_600, ...period }
  const asked = { definition, nowMs: toMs, step: 1 }
  expect(await mostRows(snapshot => findInstead(snapshot, asked))).toBeLessThan(10)
})
