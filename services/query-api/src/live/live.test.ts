import type { CustomerChange, CustomerChanges } from './changes.ts'
import { live } from './live.ts'
import { type Message, type Subscription, subscription } from './subscription.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const listener = (sid = 'sid-1') => subscription({ sub: 'account-1', sid }, 'here')

function tables() {
  const rows: CustomerChange[] = []
  const ended = new Set<string>()
  const asked = { after: 0, open: 0 }
  let outage: Error | null = null
  const changes: CustomerChanges = {
    newest: async () => rows.at(-1)?.position ?? '',
    async after(position) {
      asked.after++
      if (outage) throw outage
      return { changes: rows.filter(row => row.position > position), isLast: true }
    },
    async open(sids) {
      asked.open++
      return new Set(sids.filter(sid => !ended.has(sid)))
    },
  }
  let count = 0
  const add = (type: string, accountId = 'account-1') => {
    count++
    rows.push({ accountId, type, position: String(count).padStart(4, '0') })
  }
  return { changes, asked, ended, add, fail: (error: Error | null) => (outage = error) }
}

function collect(subscribed: Subscription): Message[] {
  const messages: Message[] = []
  void (async () => {
    for await (const message of subscribed.messages()) messages.push(message)
  })()
  return messages
}

test('many changes between two reads are one message, with the last position', async () => {
  const { changes, add } = tables()
  const listeners = live({ changes })
  const subscribed = listener()
  await listeners.add(subscribed)
  add('PlanActivated')
  add('BotActivated')
  add('PlanActivated', 'account-2')
  listeners.look()
  await vi.advanceTimersByTimeAsync(0)
  const messages = collect(subscribed)
  await vi.advanceTimersByTimeAsync(0)
  expect(messages).toEqual([{ event: 'changed', views: ['progress', 'activity', 'bots'], position: '0002' }])
})

test('a session that expires or is erased is noticed at the next heartbeat', async () => {
  const { changes, ended } = tables()
  const listeners = live({ changes, stillEveryMs: 1000 })
  const [one, other] = [listener('sid-1'), listener('sid-2')]
  await Promise.all([listeners.add(one), listeners.add(other)])
  const [mine, theirs] = [collect(one), collect(other)]
  ended.add('sid-1')
  await vi.advanceTimersByTimeAsync(1000)
  expect(mine.at(-1)).toEqual({ event: 'ended' })
  expect(theirs).toEqual([{ event: 'still' }])
})

test('if the tables do not answer, a change is late but not lost', async () => {
  const { changes, add, fail } = tables()
  const errors: unknown[] = []
  const listeners = live({ changes, onError: error => errors.push(error) })
  const subscribed = listener()
  await listeners.add(subscribed)
  const messages = collect(subscribed)
  const outage = new Error('out')
  fail(outage)
  add('ProfileUpdated')
  listeners.look()
  await vi.advanceTimersByTimeAsync(0)
  expect(errors).toEqual([outage])
  fail(null)
  listeners.look()
  await vi.advanceTimersByTimeAsync(0)
  expect(messages).toEqual([{ event: 'changed', views: ['user', 'activity'], position: '0001' }])
})

test('a change of a kind that this build does not know affects every view', async () => {
  const { changes, add } = tables()
  const listeners = live({ changes })
  const subscribed = listener()
  await listeners.add(subscribed)
  add('HolidayBooked')
  listeners.look()
  const messages = collect(subscribed)
  await vi.advanceTimersByTimeAsync(0)
  expect(messages).toMatchObject([
    { views: ['user', 'sessions', 'progress', 'credentials', 'bots', 'activity', 'others'] },
  ])
})

test('after a restore every stream ends, and a new connection gets the later changes', async () => {
  const { changes, add } = tables()
  const listeners = live({ changes })
  const before = listener()
  await listeners.add(before)
  for (let count = 0; count < 3; count++) add('PlanActivated')
  listeners.look('0003')
  await vi.advanceTimersByTimeAsync(0)
  const old = collect(before)
  await vi.advanceTimersByTimeAsync(0)
  expect(old).toMatchObject([{ position: '0003' }])

  const restored = tables()
  restored.add('PlanActivated')
  Object.assign(changes, restored.changes)
  listeners.look('0001')
  expect(listeners.size).toBe(0)
  const after = listener()
  await listeners.add(after)
  restored.add('BotActivated')
  listeners.look('0002')
  const messages = collect(after)
  await vi.advanceTimersByTimeAsync(0)
  expect(messages).toMatchObject([{ event: 'changed', position: '0002' }])
})
