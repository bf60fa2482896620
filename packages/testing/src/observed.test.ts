import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { observedInTest } from './observed.ts'

const running = (script: string) => observedInTest(spawn(process.execPath, ['-e', script]))

test('what a process has said is found, and what it is still to say is waited for', async () => {
  const it = running(`console.log('one'); process.stdin.once('data', () => console.error('t' + 'wo'))`)
  await it.says(/one/)
  const two = it.says(/(t)wo/)
  it.child.stdin?.end('go on')
  expect((await two)[1]).toBe('t')
  await it.says(/one/)
  expect(await it.ended).toBe(0)
  expect([it.output(), it.errors()]).toEqual(['one\ntwo\n', 'two\n'])
})

test('a process that ends before it has said what is waited for is told with all that it said', async () => {
  const it = running(`console.error('no room left'); process.exitCode = 3`)
  await expect(it.says(/ready/)).rejects.toThrow('ended too early:\nno room left')
  expect(await it.ended).toBe(3)
})

test('a process that was killed says by which signal', async () => {
  const it = running(`setInterval(() => {}, 1000); console.log('ready')`)
  await it.says(/ready/)
  it.child.kill('SIGTERM')
  expect(await it.ended).toBe('SIGTERM')
})
