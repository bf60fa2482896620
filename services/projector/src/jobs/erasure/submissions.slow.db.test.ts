import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import { restored } from '@tba/event-store/postgres/testing/harness.ts'
import { streams } from '@tba/events/streams.ts'
import { submitLead } from '../../testing/jobs.ts'
import { spiedStore } from '../../testing/spied-store.ts'
import { type World, world } from '../../testing/world.ts'
import { createJobTables, markAt } from '../job-tables.ts'
import { RetryLater } from '../policy.ts'
import { followLog } from '../queue/follow-log.ts'
import { eraseAddress } from './erase-address.ts'
import { submissionsOf } from './submissions.ts'

const emailHash = 'adas'

async function arranged() {
  const it = await world()
  await createJobTables(it.pool)
  return it
}

/** Follows the log like the jobs' leader, up to a position. */
async function followed({ store, pool }: Pick<World, 'store' | 'pool'>, upTo: Position) {
  const ending = new AbortController()
  const queue = { enqueue: async () => {} }
  const following = followLog({ store, pool, policies: {}, queue }, ending.signal)
  await expect.poll(async () => (await markAt(pool, 'indexed')) >= upTo).toBe(true)
  ending.abort()
  await following
}

/** The streams that are found, and how the log was read. */
async function found({ store, pool }: Pick<World, 'store' | 'pool'>, before: Position) {
  const spied = spiedStore(store)
  const submissions = await Array.fromAsync(
    submissionsOf({ store: spied.store, pool }, { emailHash, before }),
  )
  expect(spied.unbounded).toEqual([])
  return submissions.map(({ stream }) => stream)
}

const goOn = (it: World) => it.append(streams.visit('v'), { type: 'ConsentChosen', data: { choice: 'none' } })

test('finds the submissions of an address by its hash, up to a position', async () => {
  const it = await arranged()
  const lead = await submitLead(it, { emailHash })
  await submitLead(it)
  const asked = await goOn(it)
  const later = await submitLead(it, { emailHash })
  await followed(it, later.position)
  expect(await found(it, asked.position)).toEqual([lead.stream])
})

test('finds submissions after the index in the log, as while an older build leads', async () => {
  const it = await arranged()
  const lead = await submitLead(it, { emailHash })
  await followed(it, lead.position)
  const missed = await submitLead(it, { emailHash })
  const asked = await goOn(it)
  await submitLead(it, { emailHash })
  await expect
    .poll(async () => (await found(it, asked.position)).toSorted())
    .toEqual([lead.stream, missed.stream].toSorted())
})

test('finds a questionnaire that this build cannot read and no table shows', async () => {
  const it = await arranged()
  const stream = streams.questionnaire(crypto.randomUUID())
  const damaged = {
    id: crypto.randomUUID(),
    type: 'QuestionnaireSubmitted',
    data: { emailHash },
    metadata: {},
  }
  await it.store.append(stream, [damaged], 'no_stream')
  const asked = await goOn(it)
  await followed(it, asked.position)
  expect(await found(it, asked.position)).toEqual([stream])
})

test('before the index exists an erasure waits, and does not find nothing', async () => {
  const it = await arranged()
  await submitLead(it, { emailHash })
  const asked = await goOn(it)
  await expect(found(it, asked.position)).rejects.toThrow(RetryLater)
})

test('after a restore an erasure waits for the new index', async () => {
  const it = await arranged()
  const lead = await submitLead(it, { emailHash })
  await followed(it, lead.position)
  await it.rows('delete from jobs.submissions returning 1')
  await restored(it.connectionString)
  const store = await openEventStore({ url: it.connectionString })
  onTestFinished(() => store.close())
  const restoredWorld = { store, pool: it.pool }
  const head = (await store.head()) ?? ('' as Position)
  const afterHead = `${head.slice(0, -1)}f` as Position
  await expect(found(restoredWorld, afterHead)).rejects.toThrow(RetryLater)
  await followed(restoredWorld, head)
  expect(await found(restoredWorld, afterHead)).toEqual([lead.stream])
})

test('an unreadable submission does not stop the erasure of others, and the erasure fails at its end', async () => {
  const it = await arranged()
  const damaged = {
    id: crypto.randomUUID(),
    type: 'QuestionnaireSubmitted',
    data: { emailHash },
    metadata: {},
  }
  await it.store.append(streams.questionnaire(crypto.randomUUID()), [damaged], 'no_stream')
  const lead = await submitLead(it, { emailHash })
  await it.append(streams.email(emailHash), { type: 'ErasureRequested', data: {} })
  const [cause] = await Array.fromAsync(it.log.read(streams.email(emailHash)))
  if (cause?.type !== 'ErasureRequested') throw new Error('there is no event')
  await followed(it, cause.position)
  await expect(eraseAddress(it, cause)).rejects.toThrow('QuestionnaireSubmitted')
  const types = (await Array.fromAsync(it.store.read(lead.stream))).map(({ type }) => type)
  expect(types).toEqual(['LeadSubmitted', 'LeadErased'])
})
