import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { EventStore } from '@tba/event-store/port.ts'
import { memoryLog } from '@tba/projector/testing/memory-log.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { openDatabase } from '@tba/query-api/analytics/copy/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readReplayOptions } from './arguments.ts'
import { play } from './play.ts'

const start = { userAgent: 'Mozilla/5.0', referrer: null, address: null }
const started = (visit: string) =>
  recordedEvent('VisitStarted', start, { stream: `visit-${visit}`, actor: 'visitor' })

async function played(log: EventStore, args: string[]): Promise<string[]> {
  return (await bytesOf(log, args)).toString().trimEnd().split('\n')
}

async function bytesOf(log: EventStore, args: string[]): Promise<Buffer> {
  const options = readReplayOptions(args)
  if (!options) throw new Error('help was asked for')
  const pieces = await Array.fromAsync(play(log, { options, siteHost: null, onRead() {} }))
  return Buffer.concat(pieces.map(piece => Buffer.from(piece)))
}

const before = '2026-01-01T11:00:00.000Z'
const events = [
  started('gone'),
  recordedEvent('LeadErased', {}, { stream: 'lead-of-gone', visitId: 'gone' }),
  started('stays'),
  recordedEvent('VisitsExpired', { before, visits: ['gone'] }, { stream: 'tracking', actor: 'system' }),
  started('gone'),
]
const forgotten = events.slice(1)
const kept = forgotten.map(({ id }) => id)

test('a log with an expired visit is replayed as one without it, in every format', async () => {
  const lines = await played(memoryLog(events), [])
  expect(lines).toEqual(await played(memoryLog(forgotten), []))
  expect(lines.map(line => JSON.parse(line).id)).toEqual(kept)
  const [, ...rows] = await played(memoryLog(events), ['--format', 'csv'])
  expect(rows.map(row => row.split(',')[0])).toEqual(kept)
})

test('holds in memory only visits whose events may still be there, not all that ever expired', async () => {
  const expiry = (visit: string) =>
    recordedEvent('VisitsExpired', { before, visits: [visit] }, { stream: 'tracking', actor: 'system' })
  const log = memoryLog([expiry('first'), expiry('second'), started('gone'), expiry('third'), expiry('gone')])
  const read = vi.spyOn(log, 'read')
  expect(await played(log, ['--type', 'VisitStarted'])).toEqual([''])
  expect(read.mock.calls.map(([stream]) => stream)).toEqual(['tracking', 'visit-gone', 'visit-third'])
})

test('a Parquet file has the same events in log order, without sealed data', async () => {
  const lead = recordedEvent(
    'LeadSubmitted',
    {
      ...{ emailHash: 'h', name: 'Ada', email: 'ada@example.com', phone: '1', plan: 'elite', depositEuro: 1 },
      message: 'segreto',
    },
    { stream: 'lead-a', actor: 'visitor' },
  )
  const file = path.join(quickFolder('tba-parquet-'), 'log.parquet')
  await writeFile(file, await bytesOf(memoryLog([...events, lead]), ['--format', 'parquet']))
  const database = await openDatabase(`${file}.duckdb`, { memoryMb: 64 })
  onTestFinished(() => database.closeSync())
  const connection = await database.connect()
  const read = await connection.runAndReadAll(`select * from '${file}'`)
  const rows = read.getRowObjectsJson()
  expect(rows.map(({ id }) => id)).toEqual([...kept, lead.id])
  expect(rows.at(-1)).toMatchObject({ type: 'LeadSubmitted', stream: 'lead-a', visit: null })
  expect(Date.parse(`${rows.at(-1)?.recordedAt}`)).toBe(Date.parse(lead.recordedAt))
  expect(JSON.stringify(rows)).not.toMatch(/Ada|ada@|segreto/)
})
