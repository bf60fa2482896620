import { randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import { beginGeneration } from '@tba/event-store/postgres/opening/restoring.ts'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { waitFor } from '@tba/testing/wait.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sessions } from '../../accounts/sessions.projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { caughtUp, runningProjector, type World } from '../../testing/world.ts'
import { LogLostEvents } from './lost-events.ts'

const projections = [sessions]

async function openSession({ append }: World): Promise<string> {
  const sid = randomUUID()
  await append(streams.session(sid), fixture('SessionOpened'))
  return sid
}

const sids = async ({ rows }: World) =>
  (await rows('select sid from read.sessions order by 1')).map(({ sid }) => sid)
const newest = 'select event_id from log.events order by xid desc, position desc limit 1'
const loseNewest = ({ rows }: World) => rows(`delete from log.events where event_id = (${newest})`)

/** A product that has projected three events and stored the newest position. */
async function lived() {
  const { projector, ...it } = await runningProjector({ projections, noteEveryMs: 20 })
  const opened = [await openSession(it), await openSession(it), await openSession(it)]
  await caughtUp(projector)
  await waitFor(async () =>
    expect(await it.rows(`select 1 from projector.newest_seen where event_id = (${newest})`)).toHaveLength(1),
  )
  return { it, projector, opened }
}

test('reports a log that ends before its tables at once, and refuses the next start', async () => {
  const { it, projector } = await lived()
  await loseNewest(it)
  await waitFor(() => expect(projector.health().healthy).toBe(false))
  expect(it.errors).toMatchObject([{ err: expect.any(LogLostEvents) }])
  await projector.stop()
  const refused = await it.start({ projections })
  await expect(refused.ready).rejects.toThrow(LogLostEvents)
})

test('a single missing event refuses nothing', async () => {
  const { it, projector } = await lived()
  await projector.stop()
  const later = await openSession(it)
  await it.rows(`delete from log.events where event_id = (select event_id from projector.newest_seen)`)
  const started = await it.start({ projections })
  await started.ready
  await caughtUp(started)
  expect(await sids(it)).toContain(later)
})

test('a new generation folds the tables from the present log', async () => {
  const { it, projector, opened } = await lived()
  await projector.stop()
  await loseNewest(it)
  const client = new pg.Client({ connectionString: it.connectionString })
  await client.connect()
  const generation = await beginGeneration(client)
  await client.end()
  expect(generation).toBeGreaterThan(1)
  const store = await openEventStore({ url: it.connectionString })
  onTestFinished(() => store.close())
  const started = await it.start({ projections, store, log: eventLog(store, it.keyring), noteEveryMs: 20 })
  await started.ready
  expect(await sids(it)).toEqual(opened.slice(0, 2).toSorted())
  await waitFor(async () =>
    expect(await it.rows(`select 1 from projector.newest_seen where event_id = (${newest})`)).toHaveLength(1),
  )
})
