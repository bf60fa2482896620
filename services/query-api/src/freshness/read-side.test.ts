import { InvalidPosition, type Position, type ReadAllOptions } from '@tba/event-store/port.ts'
import { readSideOf } from './read-side.ts'

const at = (position: string) => position as Position
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** @param heldBackMs the age of the last event, which readers may not see yet */
function compared(events: [position: string, recordedAt: string][], heldBackMs = 0) {
  const readAll = vi.fn(async function* ({ after = at('') }: ReadAllOptions = {}) {
    if (after === '0-before') throw new InvalidPosition('of a generation before')
    const visible = heldBackMs > 0 ? events.slice(0, -1) : events
    const next = visible.find(([position]) => position > after)
    if (next) yield { recordedAt: next[1] } as never
  })
  const head = { read: async () => at(events.at(-1)?.[0] ?? '') || null }
  const store = { readAll, heldBackMs: async () => heldBackMs }
  return { readAll, ask: readSideOf({ head, store }) }
}

test('a reader that has read everything has no lag, and no event is read for that', async () => {
  const { ask, readAll } = compared([['1', ago(60_000)]])
  expect(await ask(at('1'))).toEqual({ head: '1', lagMs: 0 })
  expect(readAll).not.toHaveBeenCalled()
})

test('the lag is the age of the oldest event that the reader has not read', async () => {
  const { ask } = compared([
    ['1', ago(90_000)],
    ['2', ago(60_000)],
    ['3', ago(1_000)],
  ])
  const { head, lagMs } = await ask(at('1'))
  expect(head).toBe('3')
  expect(lagMs).toBeGreaterThanOrEqual(60_000)
  expect(lagMs).toBeLessThan(70_000)
  expect((await ask(at('3'))).lagMs).toBe(0)
})

test('an empty reader lags by the whole log, and so does a reader from before a restore', async () => {
  const { ask } = compared([['1', ago(90_000)]])
  expect((await ask(null)).lagMs).toBeGreaterThanOrEqual(90_000)
  expect((await ask(at('0-before'))).lagMs).toBeGreaterThanOrEqual(90_000)
})

test('events behind another program’s open transaction count as lag', async () => {
  const { ask } = compared(
    [
      ['1', ago(90_000)],
      ['2', ago(60_000)],
    ],
    60_000,
  )
  expect(await ask(at('1'))).toEqual({ head: '2', lagMs: 60_000 })
})
