import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { expect, test, vi } from 'vitest'
import { readableOnce } from './readable.ts'

test('projections that stand at the same position ask the log once', async () => {
  const gone = '1-1' as Position
  const readAll = vi.fn(async function* ({ after }: { after?: Position } = {}) {
    if (after === gone) throw new InvalidPosition(gone)
    yield* []
  })
  const isReadable = readableOnce({ readAll } as unknown as EventStore)
  const answers = await Promise.all([gone, gone, '2-2' as Position, gone].map(isReadable))
  expect(answers).toEqual([false, false, true, false])
  expect(readAll).toHaveBeenCalledTimes(2)
})
