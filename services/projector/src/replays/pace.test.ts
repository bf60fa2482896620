import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pace } from './pace.ts'

test('what keeps the processor busy lets others have their turn a hundred times a second, and ends where it is cancelled', async () => {
  let nowMs = 0
  const cancelling = new AbortController()
  const next = pace(cancelling.signal, () => nowMs)
  let turns = 0
  const other = async () => {
    for (; turns < 3; turns += 1) await turn()
  }
  const others = other()
  for (let events = 0; events < 100; events += 1) await next()
  expect(turns).toBe(0)
  while (turns < 3) {
    nowMs += 20
    await next()
  }
  await others
  nowMs += 20
  cancelling.abort(new Error('cancelled'))
  await expect(next()).rejects.toThrow('cancelled')
})
