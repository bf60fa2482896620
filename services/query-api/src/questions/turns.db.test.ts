import { EventEmitter } from 'node:events'
import { openEventStore } from '@tba/event-store/open.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { streams } from '@tba/events/streams.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { longestWaitMs } from '@tba/testing/wait.ts'
import type { FastifyRequest } from 'fastify'
import { openCopy } from '../analytics/copy/copy.ts'
import { logHead } from '../freshness/log-head.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { exportPage } from '../history/export-lines.ts'
import { countEvents } from '../history/find-events.ts'
import { answering } from './questions.ts'

const database = await freshDatabase()
afterAll(database.drop)
const store = await openEventStore({ url: database.connectionString })
afterAll(() => store.close())
const head = logHead(() => store.head())
/** What the next questions wait for before they work: so they take long. */
const holds: Promise<void>[] = []
const copy = openCopy({
  folder: quickFolder('tba-turns-'),
  siteHost: null,
  memoryMb: 64,
  eventStoreUrl: database.connectionString,
  // Each visit is a pass of its own, more or less.
  passRows: 1,
  answering,
  waitMs: longestWaitMs,
  head: {
    ...head,
    async read() {
      await holds.shift()
      return head.read()
    },
  },
})
afterAll(() => copy.close())

const by = (sub: string) => ({
  request: {
    after: [],
    socket: new EventEmitter(),
    adminToken: { claims: { sub } },
  } as unknown as FastifyRequest,
})
const filter = { types: [], words: [] }
const page = { filter, format: 'csv', separator: 'comma', role: 'analyst', after: null, end: null } as const

const clicks = Array.from({ length: 60 }, (_, visit) => ({
  id: crypto.randomUUID(),
  visit: streams.visit(String(visit)),
  type: 'InteractionTracked',
  data: { eventType: 'click', page: '/', elementId: null, elementText: null, additionalData: null },
  metadata: { actor: 'visitor', correlationId: 'test', causationId: 'test', schemaVersion: 1 },
}))
for (const { visit, ...click } of clicks) await store.append(visit, [click], 'any')

/** A funnel in 60 passes, unless it was asked before. @param passed gets the share of each */
function askLong(windowSeconds: number, passed: (share: number) => void, cancel = new AbortController()) {
  const asker = {
    request: { ...by('one').request, later: { signal: cancel.signal, passed } } as FastifyRequest,
  }
  const definition: FunnelDefinition = {
    from: '2020-01-01T00:00:00.000Z',
    to: '2100-01-01T00:00:00.000Z',
    windowSeconds,
    by: 'visit',
    steps: [{ event: 'InteractionTracked' }, { event: 'InteractionTracked' }],
  }
  return copy.query(runFunnel, { definition, nowMs: Date.now() }, asker)
}

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

test('a small question of the same account goes first between the passes of a long one', async () => {
  const shares: number[] = []
  const long = askLong(60, share => void shares.push(share))
  await expect.poll(() => shares.length).toBeGreaterThan(0)
  expect(await copy.query(countEvents, { filter }, by('one'))).toBe(60)
  expect(shares.at(-1)).toBeLessThan(1)
  expect((await long).steps[0]?.count).toBe(60)
  expect(shares).toHaveLength(60)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
})

test('a question that is cancelled while it waits between its passes keeps no turn', async () => {
  const cancel = new AbortController()
  const others: Promise<number>[] = []
  const long = askLong(
    61,
    () => {
      // They wait for this account's only turn, and so does the long one from here on.
      others.push(copy.query(countEvents, { filter }, by('one')))
      setImmediate(() => cancel.abort())
    },
    cancel,
  )
  await expect(long).rejects.toThrow()
  expect(others).toHaveLength(1)
  expect(await Promise.all([...others, copy.query(countEvents, { filter }, by('one'))])).toEqual([60, 60])
})

test('a question that takes long leaves its turn to small ones of its account, but for one of them all', async () => {
  await copy.query(countEvents, { filter })
  const held = Promise.withResolvers<void>()
  holds.push(held.promise, held.promise)
  let ended = 0
  const long = ['one', 'other'].map(sub => copy.query(countEvents, { filter }, by(sub)).then(() => ended++))
  expect(await copy.query(countEvents, { filter }, by('one'))).toBe(60)
  expect(ended).toBe(0)
  held.resolve()
  await Promise.all(long)
})
