import type { Recorded } from '@tba/event-store/port.ts'
import { expect, test } from 'vitest'
import { refuseOtherEvents } from './empty-log.ts'

const logOf = (...events: { type: string; actor: string }[]) => ({
  async *readAll() {
    for (const { type, actor } of events) yield { type, metadata: { actor } } as unknown as Recorded
  },
})
const check = (...events: { type: string; actor: string }[]) => refuseOtherEvents(logOf(...events), '/data')

test('an empty log may be filled, and one that a first start made', async () => {
  await check()
  await check({ type: 'AdminCreated', actor: 'system' }, { type: 'AdminPasswordChanged', actor: 'system' })
})

test('a log in which something happened is left alone', async () => {
  const used = check({ type: 'AdminCreated', actor: 'system' }, { type: 'AdminSignedIn', actor: 'admin:1' })
  await expect(used).rejects.toThrow('The log in /data holds events of its own: ')
})

test('sample data are not doubled, nor gone on with where a run was broken off', async () => {
  const begun = check({ type: 'AdminCreated', actor: 'demo' }, { type: 'VisitStarted', actor: 'demo' })
  await expect(begun).rejects.toThrow(
    /holds sample data already, .* remove that folder or set another DATA_DIR/,
  )
})
