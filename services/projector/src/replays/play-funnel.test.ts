import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { toldLog } from '../testing/told-log.ts'
import { playFunnel } from './play-funnel.ts'
import type { Progress, Result } from './result.ts'
import type { Taken } from './taken.ts'

const start = (referrer: string | null) => ({ userAgent: 'Mozilla/5.0', referrer, address: null })
const visitIds = Array.from({ length: 60 }, (_, at) => `session_1767261600000_${at}`)
const log = visitIds.flatMap((visit, at) => [
  happened('VisitStarted', start(at % 3 ? `https://r${at % 5}.example.com/` : null), {
    stream: streams.visit(visit),
    actor: 'visitor',
  }),
  happened('MeasurementIdChanged', { measurementId: 'G-1' }, { stream: `settings-${at}` }),
  ...(at % 2 ? [happened('LeadErased', {}, { stream: streams.lead(`${at}`), visitId: visit })] : []),
])
const end = log.at(-1)?.position as Position
const definition = {
  ...{ by: 'visit', from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z', windowSeconds: 86_400 },
  ...{ bots: true, breakdown: 'referrer', steps: [{ event: 'VisitStarted' }, { event: 'LeadErased' }] },
} as Parameters<typeof playFunnel>[1]

/** What a database keeps of a replay, and a worker over it. */
function table() {
  const held = { position: '' as Position, done: 0, notes: [] as string[], lines: [] as string[] }
  function worker({ mostBytes = 2 ** 28, signal = new AbortController().signal, onCommit = () => {} } = {}) {
    let [lines, notes] = [[] as string[], [] as string[]]
    const result: Result = {
      add: text => lines.push(String(text)),
      keep: note => notes.push(note),
      kept: async function* () {
        if (held.notes.length > 0) yield held.notes.map(note => note.trimEnd())
      },
      isDue: () => true,
      commit: async (progress: Progress) => {
        Object.assign(held, progress)
        held.lines.push(...lines)
        held.notes.push(...notes)
        lines = notes = []
        onCommit()
      },
      beginAgain: async () => {
        Object.assign(held, { position: '', done: 0, notes: [] })
      },
      found: () => held.lines.length,
    }
    const taken = { position: held.position, done: held.done } as unknown as Taken
    const bounds = { types: [], visits: [] }
    return { store: long, taken, bounds, end, result, mostBytes, signal }
  }
  return { held, worker }
}

/** So long that a worker writes several times what it has. */
const long = toldLog(log)

async function whole() {
  const { held, worker } = table()
  await playFunnel(worker(), definition)
  return held
}

test('a worker that goes on behind what an earlier one kept counts the same, and reads no event again', async () => {
  const { lines, done } = await whole()
  const { held, worker } = table()
  const stopped = new AbortController()
  // Cut off behind some of the events, as a worker dies.
  const half = log.slice(0, 70)
  await playFunnel({ ...worker(), end: half.at(-1)?.position as Position }, definition)
  held.lines = []
  const { position } = held
  const read: Position[] = []
  const rest = {
    ...toldLog(log),
    readAll: async function* () {
      for (const event of log.filter(({ position: at }) => at > position)) {
        read.push(event.position)
        yield event as never
      }
    },
  }
  expect(await playFunnel({ ...worker(), store: rest, signal: stopped.signal }, definition)).toBe(done)
  expect(held.lines).toEqual(lines)
  expect(read).toHaveLength(log.length - half.length)
  // What matches no step and tells of nobody is not kept.
  expect(held.notes.join('')).not.toContain('settings-')
})

test('what another build has kept is not gone on with: the log is read from its beginning', async () => {
  const { lines } = await whole()
  const { held, worker } = table()
  Object.assign(held, { position: log[9]?.position, done: 10, notes: ['[0,"of another build"]\n'] })
  expect(await playFunnel(worker(), definition)).toBe(log.length)
  expect(held.lines).toEqual(lines)
})

test('a funnel that takes more memory than is granted comes to nothing, and says so', async () => {
  await expect(playFunnel(table().worker({ mostBytes: 100_000 }), definition)).rejects.toMatchObject({
    reason: 'tooLarge',
  })
})
