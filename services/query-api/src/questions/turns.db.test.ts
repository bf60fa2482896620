import { EventEmitter } from 'node:events'
import { openEventStore } from '@tba/event-store/open.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { longestWaitMs } from '@tba/testing/wait.ts'
import type { FastifyRequest } from 'fastify'
import { openCopy } from '../analytics/copy/copy.ts'
import { logHead } from '../freshness/log-head.ts'
import { exportPage } from '../history/export-lines.ts'
import { countEvents } from '../history/find-events.ts'
import { answering } from './questions.ts'

const database = await freshDatabase()
afterAll(database.drop)
const store = await openEventStore({ url: database.connectionString })
afterAll(() => store.close())
const copy = openCopy({
  ...{
    folder: quickFolder('tba-turns-'),
    siteHost: null,
    memoryMb: 64,
    eventStoreUrl: database.connectionString,
  },
  ...{ answering, waitMs: longestWaitMs, head: logHead(() => store.head()) },
})
afterAll(() => copy.close())

const by = (sub: string) => ({
  request: {
    ...{ after: [], socket: new EventEmitter(), adminToken: { claims: { sub } } },
  } as unknown as FastifyRequest,
})
const filter = { types: [], words: [] }
const page = { filter, format: 'csv', separator: 'comma', role: 'analyst', after: null, end: null } as const

test('a question waits for no download, nor for the questions of another account', async () => {
  await copy.query(countEvents, { filter })
  let ended = 0
  const crowd = [
    ...Array.from({ length: 40 }, () => copy.query(exportPage, page, { ...by('one'), isBackground: true })),
    ...Array.from({ length: 40 }, () => copy.query(countEvents, { filter }, by('one'))),
  ].map(each => each.finally(() => ended++))
  await copy.query(countEvents, { filter }, by('other'))
  expect(ended).toBeLessThan(20)
  await Promise.all(crowd)
  expect(ended).toBe(80)
})
