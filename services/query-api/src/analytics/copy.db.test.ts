import { readdirSync } from 'node:fs'
import { openEventStore } from '@tba/event-store/open.ts'
import type { OpenedStore } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { logHead } from '../freshness/log-head.ts'
import { type Copy, openCopy } from './copy.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let store: OpenedStore
beforeAll(async () => {
  database = await freshDatabase()
  store = await openEventStore({ url: database.connectionString })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

let ids = 0
const clicks = (count: number) =>
  Array.from({ length: count }, () => ({
    id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    type: 'InteractionTracked',
    data: { eventType: 'click', page: '/', elementId: null, elementText: null, additionalData: null },
    metadata: { actor: 'visitor', correlationId: 'test', causationId: 'test', schemaVersion: 1 },
  }))
const append = (count: number) => store.append(streams.visit('1'), clicks(count), 'any')

function opened(folder: string): Copy {
  const copy = openCopy({
    ...{ folder, memoryMb: 128, eventStoreUrl: database.connectionString, waitMs: 20_000 },
    head: logHead(() => store.head()),
  })
  onTestFinished(() => copy.close())
  return copy
}
const live = (copy: Copy) =>
  vi.waitFor(() => expect(copy.state().state).toBe('live'), { timeout: 30_000, interval: 20 })

test('a copy holds what the log held when it was asked, and goes on from its file in the next process', async () => {
  const folder = quickFolder('tba-copy-')
  const copy = opened(folder)
  await append(3)
  await live(copy)
  expect(await copy.ask('count', {})).toEqual({ events: 3 })
  await append(2)
  expect(await copy.ask('count', {})).toEqual({ events: 5 })
  await copy.close()
  const files = readdirSync(folder)
  const again = opened(folder)
  await live(again)
  await append(1)
  expect(await again.ask('count', {})).toEqual({ events: 6 })
  expect(readdirSync(folder).filter(name => name.endsWith('.duckdb'))).toEqual(
    files.filter(name => name.endsWith('.duckdb')),
  )
})
