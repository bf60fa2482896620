import type { Position } from '@tba/event-store/port.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { logWatch } from './log-watch.ts'
import { filterOf } from './querystring.ts'
import { watcher } from './watcher.ts'

afterEach(() => void vi.useRealTimers())

const at = (number: number) => String(number).padStart(8, '0') as Position
const everyMs = 1_500

/** Somebody who watches a log, the end of which the test moves. */
async function watching(end: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const log = { end: at(end) as Position | null }
  const store = {
    async *readAll() {
      yield { position: at(end) } as never
    },
    async *follow({ signal }: { signal: AbortSignal }) {
      yield { caughtUp: at(end) }
      await new Promise(resolve => signal.addEventListener('abort', resolve))
    },
    head: async () => log.end,
  }
  const onError = vi.fn()
  const openSessions = async (sids: readonly string[]) => new Set(sids)
  const watch = logWatch({ store, openSessions, checkEveryMs: everyMs, onError })
  const asked = { filter: filterOf({ type: [] }), after: at(end), onCut: () => {} }
  const live = watcher({ sub: 'a', sid: 's', start: 0 }, asked)
  await watch.join(live)
  return { log, watch, live, onError }
}

test.each([
  ['an older log', at(3)],
  ['an empty log', null],
])('after %s was put back, whoever watches is let go, to begin anew', async (_which, end) => {
  const { log, watch, live, onError } = await watching(5)
  log.end = end
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(watch.count()).toBe(0)
  expect(await Array.fromAsync(live.messages())).toEqual([])
  expect(onError).not.toHaveBeenCalled()
})

test('a log that stands still, or has grown, is gone on with', async () => {
  const { log, watch } = await watching(5)
  await vi.advanceTimersByTimeAsync(everyMs)
  log.end = at(9)
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(watch.count()).toBe(1)
  watch.close()
})

test.each([
  ['is gathered, to be told together', 60_000, 1],
  ['is told once that time is over', 1, 3],
])('what follows what was just told %s', async (_what, gatherMs, told) => {
  let asked = 0
  const event = (number: number) => ({ position: at(number), type: 'X', data: {}, metadata: {} }) as never
  const store = {
    async *readAll() {
      yield { position: at(0) } as never
    },
    async *follow({ signal }: { signal: AbortSignal }) {
      for (asked = 1; asked <= 3; asked++) yield [event(asked)]
      await new Promise(resolve => signal.addEventListener('abort', resolve))
    },
    head: async () => null,
  }
  const openSessions = async (sids: readonly string[]) => new Set(sids)
  const watch = logWatch({ store, openSessions, gatherMs, onError: vi.fn() })
  const live = watcher(
    { sub: 'a', sid: 's', start: 0 },
    { filter: filterOf({ type: [] }), after: at(0), onCut: () => {} },
  )
  await watch.join(live)
  await vi.waitFor(() => expect(live.reached()).toBe(at(told)), { timeout: 10_000 })
  // Nothing more is asked of the log meanwhile.
  if (told === 1) expect(asked).toBe(1)
  watch.close()
})
