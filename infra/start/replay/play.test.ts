import type { EventStore } from '@tba/event-store/port.ts'
import { happened } from '@tba/projector/testing/happened.ts'
import { toldLog } from '@tba/projector/testing/told-log.ts'
import { expect, test } from 'vitest'
import { readWish } from './arguments.ts'
import { play } from './play.ts'

const start = { userAgent: 'Mozilla/5.0', referrer: null, address: null }
const begun = (visit: string) =>
  happened('VisitStarted', start, { stream: `visit-${visit}`, actor: 'visitor' })

async function played(log: EventStore, args: string[]): Promise<string[]> {
  const out: string[] = []
  const output = {
    write: async (piece: Uint8Array | string) => void out.push(Buffer.from(piece).toString()),
    end: async () => {},
    closed: new AbortController().signal,
  }
  const wish = readWish(args)
  if (!wish) throw new Error('help was asked for')
  await play(log, { wish, output, told: { add: () => {}, end: () => {} }, signal: output.closed })
  return out.join('').trimEnd().split('\n')
}

const before = '2026-01-01T11:00:00.000Z'
const events = [
  ...[begun('gone'), begun('stays')],
  happened('VisitsExpired', { before, visits: ['gone'] }, { stream: 'tracking', actor: 'system' }),
  begun('gone'),
]
const kept = events.slice(1).map(({ id }) => id)

test('what the log still holds of an expired visit is not played, as lines or as a table', async () => {
  const lines = await played(toldLog(events), [])
  expect(lines.map(line => JSON.parse(line).id)).toEqual(kept)
  const [, ...rows] = await played(toldLog(events), ['--format', 'csv'])
  expect(rows.map(row => row.split(',')[0])).toEqual(kept)
})
