import { once } from 'node:events'
import { expect, test } from 'vitest'
import { raceTasks } from './loops.ts'

const never = new AbortController().signal

/** Runs until it is ended, and says so. */
async function untilEnded(within: AbortSignal, ended: string[], name: string): Promise<void> {
  await once(within, 'abort')
  ended.push(name)
}

test('the first task to finish ends the others, and all have ended when it is over', async () => {
  const ended: string[] = []
  await raceTasks(never, within => [
    untilEnded(within, ended, 'a'),
    Promise.resolve(),
    untilEnded(within, ended, 'b'),
  ])
  expect(ended).toEqual(['a', 'b'])
})

test('the failure of one is the failure of all', async () => {
  const ended: string[] = []
  const failing = raceTasks(never, within => [
    untilEnded(within, ended, 'a'),
    Promise.reject(new Error('no disk')),
  ])
  await expect(failing).rejects.toThrow('no disk')
  expect(ended).toEqual(['a'])
})

test('being ended is no failure', async () => {
  const stop = new AbortController()
  const running = raceTasks(stop.signal, within => [
    once(within, 'abort').then(() => within.throwIfAborted()),
    untilEnded(within, [], 'b'),
  ])
  stop.abort()
  await expect(running).resolves.toBeUndefined()
})
