import { randomUUID } from 'node:crypto'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { keptOf } from './kept.ts'

test('beside a projector that keeps no funnels none is kept, and each is counted for its answer', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const pool = await createPool(database.connectionString, { applicationName: 'query-api' })
  onTestFinished(() => pool.end())
  const definition = {
    ...{ by: 'visit' as const, steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }] },
    ...{ windowSeconds: 60, from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
  }
  expect(await keptOf(pool, randomUUID(), definition)).toEqual({
    ...{ result: null, progress: { state: 'building', done: 0 } },
  })
})
