import { appendFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { addToErasureList, readErasureList, withErasureList } from './erasure-list.ts'

const list = () => path.join(quickFolder('erasures-'), 'erasures.txt')

test('lists an erased person before the key is destroyed, readable for the owner only', async () => {
  const file = list()
  const seen: string[][] = []
  const keyring = withErasureList(
    {
      sealing: () => Promise.reject(new Error('nothing is sealed here')),
      opening: async () => new Map(),
      willDestroy: async () => {},
      destroy: async () => void seen.push(await readErasureList(file)),
    },
    file,
  )
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(await readErasureList(file)).toEqual([])
  for (const person of [one, other, one]) await keyring.destroy(person)
  expect(seen).toEqual([[one], [one, other], [one, other]])
  const third = crypto.randomUUID()
  await keyring.willDestroy(third)
  await keyring.willDestroy(third)
  expect((await readFile(file, 'utf8')).match(new RegExp(third, 'g'))).toHaveLength(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a line that a crash cut off does not damage another line', async () => {
  const file = list()
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await addToErasureList(file, [one])
  appendFileSync(file, `2026-07-14T15:20:00.000Z ${crypto.randomUUID().slice(0, 20)}`)
  await addToErasureList(file, [other])
  expect(await readErasureList(file)).toEqual([one, other])
})
