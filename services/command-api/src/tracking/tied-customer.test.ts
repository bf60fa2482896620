import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { tiedCustomer } from './track.route.ts'

const customer = { sub: 'account', uid: 1, sid: 'session', start: 0 }

/** A log without sessions that counts the reads. */
function emptyLog() {
  const asked: string[] = []
  const log: Pick<EventLog, 'read'> = {
    async *read(stream) {
      asked.push(stream)
      yield* []
    },
  }
  return { log: log as EventLog, asked }
}

test('no customer is read without consent', async () => {
  const { log, asked } = emptyLog()
  expect(await tiedCustomer(log)({ consent: false, customer })).toBe(null)
  expect(asked).toEqual([])
})

test('a session is read once in two seconds, for any number of clicks', async () => {
  const { log, asked } = emptyLog()
  const clock = { nowMs: 1, now: () => clock.nowMs }
  const tied = tiedCustomer(log, clock)
  for (; clock.nowMs < 2_001; clock.nowMs += 200) expect(await tied({ consent: true, customer })).toBe(null)
  expect(asked).toHaveLength(2)
  clock.nowMs += 1
  await tied({ consent: true, customer })
  expect(asked).toHaveLength(4)
})
