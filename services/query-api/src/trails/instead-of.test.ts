import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { expect, test } from 'vitest'
import { insteadOf } from './instead-of.ts'
import { Refused } from './messages.ts'
import { MadeHistory } from './testing/made-history.ts'

const definition: FunnelDefinition = {
  by: 'visit',
  steps: [
    { event: 'InteractionTracked', where: [{ field: 'eventType', op: 'is', value: 'page_view' }] },
    { event: 'LeadSubmitted' },
  ],
  windowSeconds: 3_600,
  from: new Date(0).toISOString(),
  to: new Date(1e12).toISOString(),
}
const did = (eventType: string) => ({ type: 'InteractionTracked', data: { eventType, page: '/' } })

/** Of so many visits, half of which go on and half of which press something else. */
function lookOver(visits: number, assertWanted?: () => void) {
  const history = new MadeHistory()
  for (let stream = 1; stream <= visits; stream++) {
    history.add({ stream, ...did('page_view') })
    if (stream % 2) history.add({ stream: -9, type: 'LeadSubmitted', carrier: stream })
    else history.add({ stream, ...did('button_click') })
  }
  return history.look(history.held(), assertWanted)
}

test('what those did who were lost is counted', async () => {
  const { count, next } = await insteadOf(lookOver(10), definition, 1)
  expect([count, next]).toMatchObject([5, [{ event: 'InteractionTracked', count: 5, share: 100 }]])
})

test('what those did who were lost is not counted to its end where nobody waits any more', async () => {
  const least = 6
  const asking = (visits: number) => {
    let asked = 0
    const look = lookOver(visits, () => {
      if (++asked > least) throw new Refused('dropped', 'nobody waits')
    })
    return insteadOf(look, definition, 1)
  }
  expect(await asking(100)).toMatchObject({ count: 50 })
  await expect(asking(5_000)).rejects.toThrow('nobody waits')
})
