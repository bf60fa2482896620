import type { JsonObject } from '@tba/events/json.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { matchesStep } from '../../../../services/query-api/src/analytics/conditions.ts'
import { copyOf } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import { freeName, sent } from './hostile.ts'
import { satisfies } from './satisfies.ts'

const event = 'InteractionTracked'

test('a condition on a free name holds in the copy exactly where its definition says, for any name and number', async () => {
  const drawn = fc.sample(freeName, { numRuns: 500, seed: 41 })
  const dataOf = (at: number) => ({ additionalData: sent(drawn[at] as (typeof drawn)[number]) })
  using copy = await copyOf(
    drawn.map((_, at) =>
      recordedEvent(
        event,
        { eventType: 'click', elementId: null, elementText: null, page: '/', ...dataOf(at) },
        { stream: streams.visit(String(at)) },
      ),
    ),
  )
  const [found, wanted] = [new Set<number>(), new Set<number>()]
  for (const [at, { name, op, value }] of drawn.entries()) {
    const where = [{ field: `additionalData.${name}`, op, value }]
    const asked = sql`select seq from events where own_visit = ${String(at)} and ${matchesStep({ event, where })}`
    if ((await copy.ask(snapshot => snapshot.rows(asked))).length > 0) found.add(at)
    if (satisfies(where, JSON.parse(JSON.stringify(dataOf(at))) as JsonObject)) wanted.add(at)
  }
  expect(found).toEqual(wanted)
  expect(wanted.size).toBeGreaterThan(50)
})
