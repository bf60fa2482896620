import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Position } from '@tba/event-store/port.ts'
import { groups } from '@tba/projector/projections.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import pg from 'pg'
import { visit } from './fill.ts'

type Asked = { log: EventLog; connectionString: string; eventsPerSecond: number; seconds: number }

const eventsOfVisit = 16
const everyMs = 8

/**
 * How long it takes from an acknowledged append until the read tables of what was tracked hold it, while visits of 16
 * events come at a steady rate. @returns milliseconds, sorted
 */
export async function untilVisible({ log, connectionString, eventsPerSecond, seconds }: Asked) {
  const projector = new Worker(new URL('../projector.worker.ts', import.meta.url), {
    workerData: { connectionString },
  })
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('listen projected')
  const waiting: { position: Position; atMs: number }[] = []
  let visible = '' as Position
  const tookMs: number[] = []
  const names = new Set(groups.tracking.map(({ name }) => name))
  client.on('notification', ({ payload = '' }) => {
    const { position, projections } = JSON.parse(payload) as { position: Position; projections: string[] }
    if (!projections.some(name => names.has(name))) return
    visible = position
    const left = waiting.splice(0).filter(append => {
      const isVisible = append.position <= position
      if (isVisible) tookMs.push(performance.now() - append.atMs)
      return !isVisible
    })
    waiting.push(...left)
  })
  await once(projector, 'message')
  function appended(position: Position): void {
    // The tables were told of before the caller heard of its append.
    if (position <= visible) tookMs.push(0)
    else waiting.push({ position, atMs: performance.now() })
  }
  let sent = 0
  const startMs = performance.now()
  while (performance.now() - startMs < seconds * 1_000) {
    const due = ((performance.now() - startMs) * eventsPerSecond) / eventsOfVisit / 1_000
    for (; sent < due; sent++) void visit(log, sent).then(appended)
    await pause(everyMs)
  }
  await pause(2_000)
  projector.postMessage('stop')
  await once(projector, 'exit')
  await client.end()
  return tookMs.toSorted((one, other) => one - other)
}
