import { appendFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Position, StoredEvent } from '@tba/event-store/port.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { addToErasureList, readErasureList, withErasureList } from './erasure-list.ts'

const personsIn = async (file: string) => (await readErasureList(file)).persons
const list = () => path.join(quickFolder('erasures-'), 'erasures.txt')

test('lists an erased person before the key is destroyed, readable for the owner only', async () => {
  const file = list()
  const seen: (readonly string[])[] = []
  const keyring = withErasureList(
    {
      sealing: () => Promise.reject(new Error('nothing is sealed here')),
      opening: async () => new Map(),
      willErase: async () => {},
      willDestroy: async () => {},
      destroy: async () => void seen.push(await personsIn(file)),
    },
    file,
  )
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(await personsIn(file)).toEqual([])
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
  expect(await personsIn(file)).toEqual([one, other])
})

const order: StoredEvent = {
  stream: 'receipt-7F1F-6A52-3C3D',
  id: crypto.randomUUID(),
  type: 'PartsErasureOrdered',
  data: { admin: crypto.randomUUID(), streams: ['lead-1'], erased: { lead: 1 } },
  metadata: { actor: 'admin:1', schemaVersion: 1 },
  recordedAt: '2026-11-12T09:00:00.000Z',
  revision: 0,
  position: '1.1' as Position,
}

test('keeps the receipt of an erasure, once, beside persons and whatever a crash left', async () => {
  const file = list()
  const person = crypto.randomUUID()
  const { revision: _, position: __, ...kept } = order
  const keyring = () => withErasureList({} as never, file)
  appendFileSync(file, `2026-07-14T15:20:00.000Z ${person}\n`)
  for (const of of [keyring(), keyring()]) await of.willErase(order)
  const text = await readFile(file, 'utf8')
  appendFileSync(file, `\n${text.split('\n').at(-2)?.replace('3C3D', 'TORN').slice(0, -2)}`)
  await addToErasureList(file, [person])
  expect(await readErasureList(file)).toEqual({ persons: [person], receipts: [kept] })
})
