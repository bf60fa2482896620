import { expect, test } from 'vitest'
import { lanes } from './lanes.ts'

class Gone extends Error {}

test('a lane does its work in order, and other lanes do not wait for it', async () => {
  const inLanes = lanes(() => false)
  const first = Promise.withResolvers<string>()
  const done: string[] = []
  const note = (word: string) => async () => void done.push(word)
  const waiting = [inLanes.run('a', () => first.promise), inLanes.run('a', note('second'))]
  await inLanes.run('b', note('other'))
  expect(done).toEqual(['other'])
  first.resolve('')
  await Promise.all(waiting)
  expect(done).toEqual(['other', 'second'])
})

test('calls that wait behind a lost connection fail at once, and the next one tries again', async () => {
  const inLanes = lanes(error => error instanceof Gone)
  let tried = 0
  const first = Promise.withResolvers<void>()
  const work = async () => void tried++
  const all = [inLanes.run('a', () => first.promise), inLanes.run('a', work), inLanes.run('a', work)]
  first.reject(new Gone())
  const results = await Promise.allSettled(all)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tried).toBe(0)
  await inLanes.run('a', work)
  expect(tried).toBe(1)
})

test('a failure that is the caller’s own lets the others go on, and idle waits for all that was taken', async () => {
  const inLanes = lanes(error => error instanceof Gone)
  const failed = inLanes.run('a', () => Promise.reject(new Error('a conflict')))
  let isDone = false
  const next = inLanes.run('a', async () => {
    isDone = true
  })
  await inLanes.idle()
  await expect(failed).rejects.toThrow('a conflict')
  await next
  expect(isDone).toBe(true)
})
