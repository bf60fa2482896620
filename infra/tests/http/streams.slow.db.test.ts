import { randomUUID } from 'node:crypto'
import type { StreamTimeline } from '@tba/events/streams/views.ts'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/shared.ts'

const { product, console } = await sharedProduct()

test('a stream with large states is cut where an answer would be too much, and goes on behind that', async () => {
  const stream = `setup-${randomUUID()}`
  const data = { userId: 1, botType: 'forex', allocatedEuro: 500, strategyName: null }
  const bots = Array.from({ length: 600 }, () => ({
    ...{ id: randomUUID(), type: 'BotActivated', data: { ...data, botId: randomUUID() } },
    metadata: { actor: 'visitor', correlationId: 'c', causationId: 'c', schemaVersion: 2 },
  }))
  await product.store.append(stream, bots, 'no_stream')
  const seen: number[] = []
  for (let query = ''; ; ) {
    const { status, body, text } = await console.get(
      `/api/admin/streams/${encodeURIComponent(stream)}${query}`,
    )
    expect(status, text).toBe(200)
    const { entries, next } = body as StreamTimeline
    seen.push(...entries.map(({ event }) => event.revision))
    expect(JSON.stringify(entries).length).toBeLessThan(16 * 1024 * 1024)
    if (next === null) break
    query = `?after=${next}`
  }
  expect(seen).toEqual(Array.from({ length: 600 }, (_, at) => at))
}, 120_000)
