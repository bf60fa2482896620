import { once } from 'node:events'
import { raceTasks } from './race-tasks.ts'

const never = new AbortController().signal

/** Runs until it is stopped, and records its end. */
async function untilEnded(within: AbortSignal, ended: string[], name: string): Promise<void> {
  await once(within, 'abort')
  ended.push(name)
}

test('the first task to finish stops the others, and the result comes after all have ended', async () => {
  const ended: string[] = []
  await raceTasks(never, within => [
    untilEnded(within, ended, 'a'),
    Promise.resolve(),
    untilEnded(within, ended, 'b'),
  ])
  expect(ended).toEqual(['a', 'b'])
})

test('if one fails, all fail', async () => {
  const ended: string[] = []
  const failing = raceTasks(never, within => [
    untilEnded(within, ended, 'a'),
    Promise.reject(new Error('no disk')),
  ])
  await expect(failing).rejects.toThrow('no disk')
  expect(ended).toEqual(['a'])
})

test('being stopped is not a failure', async () => {
  const stop = new AbortController()
  const running = raceTasks(stop.signal, within => [
    once(within, 'abort').then(() => within.throwIfAborted()),
    untilEnded(within, [], 'b'),
  ])
  stop.abort()
  await expect(running).resolves.toBeUndefined()
})
