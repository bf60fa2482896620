import pg from 'pg'
import { checkAppend } from '../../check-append.ts'
import { type AppendResult, type Position, StoreUnavailable } from '../../port.ts'
import { someEvent } from '../../testing/contract/harness.ts'
import { committer } from './commit.ts'

const bounds = { lostRacesTogether: 2, lostRacesAlone: 5, outages: 3, firstPauseMs: 1, giveUpAfterMs: 60_000 }
const appended: AppendResult = { revision: 0, position: 'p' as Position }
const batchOf = (...streams: string[]) => streams.map(stream => checkAppend(stream, [someEvent()], 'any'))

function databaseError(code: string): Error {
  const error = new pg.DatabaseError('refused', 0, 'error')
  error.code = code
  return error
}
const lostRace = databaseError('23505')
const outage = new StoreUnavailable('down')

/** Records every attempt, and fails those that the test names. */
function committing(failure: (streams: readonly string[], attempt: number) => Error | null) {
  const attempts: string[] = []
  const commit = committer(async batch => {
    const streams = batch.map(({ stream }) => stream)
    attempts.push(streams.join(' '))
    const error = failure(streams, attempts.length)
    if (error) throw error
    return batch.map(() => appended)
  }, bounds)
  return { attempts, commit }
}

test('retries a batch that lost a race, as a whole', async () => {
  const { attempts, commit } = committing((_, attempt) => (attempt <= 2 ? lostRace : null))
  expect(await commit(batchOf('a', 'b'))).toEqual([appended, appended])
  expect(attempts).toEqual(['a b', 'a b', 'a b'])
})

test('splits a batch that keeps losing, so that only the contended append loses', async () => {
  const { attempts, commit } = committing(streams => (streams.includes('hot') ? lostRace : null))
  const results = await commit(batchOf('a', 'hot', 'b', 'c'))
  expect(results).toEqual([appended, expect.any(StoreUnavailable), appended, appended])
  const alone = attempts.filter(streams => streams === 'hot')
  expect(alone).toHaveLength(1 + bounds.lostRacesAlone)
  expect(attempts).toHaveLength(3 + 3 + 1 + alone.length + 1)
})

test('a refused append fails alone, with its reason', async () => {
  const refused = databaseError('22008')
  const { attempts, commit } = committing(streams => (streams.includes('bad') ? refused : null))
  expect(await commit(batchOf('a', 'b', 'bad'))).toEqual([appended, appended, refused])
  expect(attempts).toEqual(['a b bad', 'a b', 'bad'])
})

test('sends the same events again after an outage, a limited number of times', async () => {
  const transient = committing((_, attempt) => (attempt <= bounds.outages ? outage : null))
  expect(await transient.commit(batchOf('a'))).toEqual([appended])
  const permanent = committing(() => outage)
  expect(await permanent.commit(batchOf('a', 'b'))).toEqual([outage, outage])
  expect(permanent.attempts).toHaveLength(1 + bounds.outages)
})

test('starts no attempt after its time limit', async () => {
  let attempts = 0
  const commit = committer(
    async () => {
      attempts++
      throw outage
    },
    { ...bounds, giveUpAfterMs: -1 },
  )
  expect(await commit(batchOf('a'))).toEqual([outage])
  expect(attempts).toBe(1)
})
