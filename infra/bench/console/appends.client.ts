import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openEventStore } from '@tba/event-store/open.ts'
import type { NewEvent } from '@tba/event-store/port.ts'

/** Appends in a process of its own, so many a second. Reports how many there were, and how long each took. */
export type Appending = { url: string; count: number; perSecond: number }
export type Appends = { perSecond: number; timesMs: number[] }

const told: Appending = JSON.parse(process.argv[2] ?? '')
const store = await openEventStore({ url: told.url })
const nowMs = () => performance.timeOrigin + performance.now()
const timesMs: number[] = []
const startedMs = nowMs()
await paced(told.count, told.perSecond)
process.send?.({ perSecond: (told.count * 1_000) / (nowMs() - startedMs), timesMs } satisfies Appends)
await store.close()
process.disconnect()

async function paced(count: number, perSecond: number): Promise<void> {
  const under: Promise<void>[] = []
  while (under.length < count) {
    const due = Math.min(count, Math.ceil(((nowMs() - startedMs) * perSecond) / 1_000))
    while (under.length < due) under.push(append())
    await pause(5)
  }
  await Promise.all(under)
}

async function append(): Promise<void> {
  const sentMs = nowMs()
  const visitId = `session_${Math.floor(sentMs)}_${randomUUID()}`
  await store.append(`visit-${visitId}`, [clicked(sentMs)], 'any')
  timesMs.push(nowMs() - sentMs)
}

function clicked(sentMs: number): NewEvent {
  return {
    id: randomUUID(),
    type: 'InteractionTracked',
    data: {
      eventType: 'button_click',
      elementId: 'hero',
      elementText: 'Inizia con €500',
      page: 'https://www.example.com/',
      additionalData: { sentMs },
    },
    metadata: {
      actor: 'visitor',
      correlationId: randomUUID(),
      causationId: randomUUID(),
      schemaVersion: 1,
    },
  }
}
