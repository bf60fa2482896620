import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import type { StreamAppend } from '@tba/event-store/port.ts'
import { type NewEvent, RevisionConflict } from '@tba/event-store/port.ts'
import { openData } from '@tba/runtime/sealing/codec.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { fill } from './fill.ts'
import { type MonthOptions, month } from './month.ts'
import { rehearsal } from './rehearsal.ts'

const adminId = '0198a000-0000-4000-8000-00000000000a'
const options: MonthOptions = {
  ...{ visits: 700, seed: 'filling', site: 'https://example.com' },
  untilMs: Date.parse('2026-07-14T15:20:00Z'),
}
const keyOf = (person: string) => {
  const key = createSecretKey(createHash('sha256').update(person).digest())
  return { person, version: 1, id: person, key }
}
const keyring: Keyring = {
  sealing: async person => keyOf(person),
  opening: async persons => new Map(persons.map(person => [person, keyOf(person)])),
  willDestroy: async () => {},
  destroy: async () => {},
}
const secrets = { emailHash: Buffer.alloc(32, 1), broker: randomBytes(32) }

async function filled(): Promise<StreamAppend[]> {
  const written: StreamAppend[] = []
  await fill(
    {
      ...{ keyring, secrets, adminId },
      passwords: { hash: async () => 'a hash' },
      passwordOf: () => null,
      write: async appends => void written.push(...appends),
      onWritten: () => {},
      signal: new AbortController().signal,
    },
    month(options),
  )
  return written
}

let written: StreamAppend[] = []
let events: (NewEvent & { stream: string })[] = []
beforeAll(async () => {
  written = await filled()
  events = written.flatMap(append => append.events.map(event => ({ ...event, stream: append.stream })))
})

const opened = ({ stream, id, type, data }: (typeof events)[number]) => {
  const { person = '' } = (data.sealed as { person?: string } | undefined) ?? {}
  return openData({ stream, id, type }, { data, personal: [] }, new Map([[person, keyOf(person)]]))
}
const tracked = () => events.filter(({ stream }) => stream.startsWith('visit-'))

test('time never steps back along the log, though visits overlap', () => {
  const times = events.map(({ recordedAt }) => recordedAt ?? '')
  expect(times).toEqual(times.toSorted())
  const streams = tracked().map(({ stream }) => stream)
  const runs = streams.filter((stream, at) => stream !== streams[at - 1]).length
  expect(runs).toBeGreaterThan(new Set(streams).size)
})

test('every append meets the stream that it was decided on', async () => {
  const log = rehearsal(() => {})
  for (const { stream, events, expected } of written) await log.append(stream, events, expected)
  const again = written[0] as StreamAppend
  await expect(log.append(again.stream, again.events, again.expected)).rejects.toThrow(RevisionConflict)
})

test('everything is known for sample data by its actor', () => {
  expect(new Set(events.map(({ metadata }) => metadata.actor))).toEqual(new Set(['demo']))
})

/** What was drawn for this run alone: request ids, and ids of events that no client named. */
const essence = (event: (typeof events)[number]) => {
  const { data, id, metadata, ...rest } = event
  const { password, ...same } = opened(event)
  return {
    ...rest,
    data: same,
    visitId: metadata.visitId,
    ...(event.type === 'InteractionTracked' && { id }),
  }
}

test('the same seed records the same, apart from what must be random', async () => {
  const again = (await filled()).flatMap(({ stream, events }) => events.map(event => ({ ...event, stream })))
  expect(again.map(essence)).toEqual(events.map(essence))
  expect(again.map(({ metadata }) => metadata.correlationId)).not.toEqual(
    events.map(({ metadata }) => metadata.correlationId),
  )
})

test('some are refused what they want, and their visit tells of it', () => {
  const refused = tracked().filter(({ type }) => type === 'ActionRefused')
  const kinds = new Set(refused.map(({ data }) => `${data.action} ${data.reason} ${data.status}`))
  expect([...kinds].toSorted()).toEqual([
    'POST /api/login Credenziali non valide 401',
    'POST /api/register Email già registrata 409',
  ])
})

describe('privacy', () => {
  test('a visit is named only once its visitor has agreed, and never by who refused', () => {
    const agreed = new Set<string>()
    let named = 0
    for (const { stream, type, data, metadata } of events) {
      if (metadata.visitId) {
        named++
        // Who agreed in an earlier visit says so as this one begins.
        if (type !== 'VisitStarted' && type !== 'ConsentChosen')
          expect(agreed).toContain(`visit-${metadata.visitId}`)
      }
      if (type === 'ConsentChosen' && data.choice === 'all') agreed.add(stream)
      if (type === 'AnalyticsEventTracked' && data.userId !== null) expect(metadata.visitId).toBeDefined()
    }
    expect(named).toBeGreaterThan(200)
    const refusing = tracked().filter(({ type, data }) => type === 'ConsentChosen' && data.choice === 'none')
    expect(refusing.length).toBeGreaterThan(20)
  })

  test('nothing in a visit tells who it was: no click ids, readers or telephone numbers, no whole addresses', () => {
    const visits = JSON.stringify(tracked().map(({ data }) => data))
    for (const personal of ['gclid', 'fbclid', 'igsh', '@', '%40', 'lettore', 'phone=']) {
      expect(visits).not.toContain(personal)
    }
    expect(visits).toContain('utm_source=newsletter')
    expect(visits).toContain('/questionnaire?method=whatsapp')
    for (const { data } of tracked().filter(({ type }) => type === 'VisitStarted')) {
      expect(data.address).toMatch(/^(198\.1[89]\.\d+\.0|2001:db8:[0-9a-f]+::)$/)
    }
  })

  test('what is personal is sealed, with a key of the person’s own', () => {
    const leads = events.filter(({ type }) => type === 'LeadSubmitted')
    expect(JSON.stringify(leads)).not.toContain('@example.com')
    expect(leads.map(opened)).toContainEqual(
      expect.objectContaining({ email: expect.stringContaining('@example.com') }),
    )
  })
})
