import { type CheckedAppend, checkAppend } from '../../check-append.ts'
import { type AppendResult, type Position, StoreUnavailable } from '../../port.ts'
import { someEvent } from '../../testing/contract/harness.ts'
import { batchLimits } from '../limits.ts'
import { batcher } from './batcher.ts'

const appended: AppendResult = { revision: 0, position: 'p' as Position }
const to = (stream: string) => checkAppend(stream, [someEvent()], 'any')

/** Commits that the test answers. */
function commits() {
  const batches: string[][] = []
  let answer: ((results: (AppendResult | Error)[]) => void) | null = null
  const reached = new Set<() => void>()
  return {
    batches,
    commit(batch: readonly CheckedAppend[]): Promise<(AppendResult | Error)[]> {
      batches.push(batch.map(({ stream }) => stream))
      for (const wake of reached) wake()
      return new Promise(resolve => {
        answer = resolve
      })
    },
    async batch(number: number): Promise<void> {
      while (batches.length < number) await new Promise<void>(resolve => reached.add(resolve))
    },
    succeed: () => answer?.((batches.at(-1) ?? []).map(() => appended)),
    answer: (results: (AppendResult | Error)[]) => answer?.(results),
  }
}

test('appends of one turn, or during a commit, are committed together', async () => {
  const database = commits()
  const { append } = batcher(database.commit, batchLimits)
  const first = [append(to('a')), append(to('b'))]
  await database.batch(1)
  const second = [append(to('c')), append(to('d')), append(to('e'))]
  database.succeed()
  expect(await Promise.all(first)).toEqual([appended, appended])
  await database.batch(2)
  database.succeed()
  await Promise.all(second)
  expect(database.batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

test('appends that waited during an outage fail at once, and later ones are tried again', async () => {
  const database = commits()
  const { append } = batcher(database.commit, batchLimits)
  const inFlight = append(to('a'))
  await database.batch(1)
  const queued = append(to('b'))
  const outage = new StoreUnavailable('down')
  database.answer([outage])
  await expect(inFlight).rejects.toBe(outage)
  await expect(queued).rejects.toBe(outage)
  const later = append(to('c'))
  await database.batch(2)
  database.succeed()
  expect(await later).toEqual(appended)
  expect(database.batches).toEqual([['a'], ['c']])
})

test('close answers all accepted appends and accepts no more', async () => {
  const database = commits()
  const { append, close } = batcher(database.commit, batchLimits)
  const taken = Array.from({ length: 40 }, (_, number) => append(to(`s${number}`)))
  const closing = close()
  await expect(append(to('b'))).rejects.toThrow(StoreUnavailable)
  for (const number of [1, 2]) {
    await database.batch(number)
    database.succeed()
  }
  await closing
  expect(await Promise.all(taken)).toEqual(taken.map(() => appended))
  expect(database.batches.map(batch => batch.length)).toEqual([20, 20])
})
