import type { Recorded } from '@tba/event-store/port.ts'
import { expect, test } from 'vitest'
import { refuseOtherEvents } from './empty-log.ts'

const logOf = (...events: { type: string; actor: string }[]) => ({
  async *readAll() {
    for (const { type, actor } of events) yield { type, metadata: { actor } } as unknown as Recorded
  },
})
const check = (...events: { type: string; actor: string }[]) => refuseOtherEvents(logOf(...events), '/data')

test('an empty log can be filled, and one after a first start', async () => {
  await check()
  await check({ type: 'AdminCreated', actor: 'system' }, { type: 'AdminPasswordChanged', actor: 'system' })
})

test('a log with other events is not touched', async () => {
  const used = check({ type: 'AdminCreated', actor: 'system' }, { type: 'AdminSignedIn', actor: 'admin:1' })
  await expect(used).rejects.toThrow('The log in /data holds events of its own: ')
})

test('sample data are neither added twice nor continued after an interruption', async () => {
  const begun = check({ type: 'AdminCreated', actor: 'demo' }, { type: 'VisitStarted', actor: 'demo' })
  await expect(begun).rejects.toThrow(
    /holds sample data already, .* remove that folder or set another DATA_DIR/,
  )
})
