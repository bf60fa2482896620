import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { EventStore } from '@tba/event-store/port.ts'
import { memoryLog } from '@tba/projector/testing/memory-log.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { openDatabase } from '@tba/query-api/analytics/copy/database.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { readReplayOptions } from './arguments.ts'
import { play } from './play.ts'

const start = { userAgent: 'Mozilla/5.0', referrer: null, address: null, language: null }
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

async function rowsIn(parquet: Buffer) {
  const file = path.join(quickFolder('tba-parquet-'), 'log.parquet')
  await writeFile(file, parquet)
  const database = await openDatabase(`${file}.duckdb`, { memoryMb: 64 })
  onTestFinished(() => database.closeSync())
  const read = await (await database.connect()).runAndReadAll(`select * from '${file}'`)
  return read.getRowObjectsJson()
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
      emailHash: 'h',
      name: 'Ada',
      email: 'ada@example.com',
      phone: '1',
      plan: 'elite',
      depositEuro: 1,
      message: 'segreto',
    },
    { stream: 'lead-a', actor: 'visitor' },
  )
  const rows = await rowsIn(await bytesOf(memoryLog([...events, lead]), ['--format', 'parquet']))
  expect(rows.map(({ id }) => id)).toEqual([...kept, lead.id])
  expect(rows.at(-1)).toMatchObject({ type: 'LeadSubmitted', stream: 'lead-a', visit: null })
  expect(Date.parse(`${rows.at(-1)?.recordedAt}`)).toBe(Date.parse(lead.recordedAt))
  expect(JSON.stringify(rows)).not.toMatch(/Ada|ada@|segreto/)
})

test.each(['ndjson', 'parquet'])(
  '%s names a person by their id, and an erased part by nothing',
  async format => {
    const hash = 'a1'.repeat(32)
    const sealed = { name: null, email: null, phone: null, message: null }
    const form = { ...sealed, emailHash: hash, plan: 'elite' as const, depositEuro: 1 }
    const claim = { accountId: crypto.randomUUID() }
    const address = { stream: `email-${hash}` }
    const log = memoryLog([
      recordedEvent('LeadSubmitted', form, { stream: 'lead-stays', actor: 'visitor' }),
      recordedEvent('LeadSubmitted', form, { stream: 'lead-gone', actor: 'visitor' }),
      recordedEvent('EmailClaimed', claim, address),
      recordedEvent('LeadErased', {}, { stream: 'lead-gone' }),
      recordedEvent('EmailReleased', claim, address),
      recordedEvent('EmailClaimed', { accountId: crypto.randomUUID() }, address),
    ])
    // The erasures are not among what is played.
    const args = ['--type', 'LeadSubmitted', '--type', 'EmailClaimed', '--format', format]
    const rows = format === 'parquet' ? await rowsIn(await bytesOf(log, args)) : await played(log, args)
    const found = rows.map(row => (typeof row === 'string' ? JSON.parse(row) : row))
    const person = personIdOf(hash)
    const data = found.map(({ data }) => (typeof data === 'string' ? JSON.parse(data) : data))
    expect(found.map(({ stream }) => stream)).toEqual(['lead-stays', 'lead-gone', null, `email-${person}`])
    expect(data.map(({ person }) => person)).toEqual([person, null, undefined, undefined])
    expect(JSON.stringify(found)).not.toContain(hash)
  },
)
