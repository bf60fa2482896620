import { expect, test } from 'vitest'
import type { ReplayDeps } from './deps.ts'
import { ReplayFailed } from './failure.ts'
import { resultOf } from './result.ts'
import { runReplays } from './run-replays.ts'
import type { Taken } from './taken.ts'

test('a database that does not answer ends nobody who plays replays: they look again', async () => {
  const over = new AbortController()
  const outages = [new Error('statement timeout'), new Error('no connection')]
  const logged: unknown[] = []
  const pool = {
    maybeOne: async () => {
      const outage = outages.shift()
      if (outage) throw outage
      over.abort()
      return null
    },
  }
  const logger = { info: () => {}, error: ({ err }: { err?: Error }) => logged.push(err?.message) }
  await runReplays({ pool, logger } as unknown as ReplayDeps, over.signal)
  expect(logged).toEqual(['statement timeout', 'no connection'])
})

test('a replay under way ends where the disk fills up, before it writes more', async () => {
  const room = {
    assertRoom: () => {
      throw new ReplayFailed('noRoom', 'the disk is nearly full')
    },
  }
  const pool = {} as Parameters<typeof resultOf>[0]
  const result = resultOf(pool, { done: 0, found: 0, chunks: 0 } as Taken, room)
  await expect(
    result.commit({ position: '', done: 1 } as Parameters<typeof result.commit>[0]),
  ).rejects.toThrow(ReplayFailed)
})
