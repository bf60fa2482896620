import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import { restored } from '@tba/event-store/postgres/testing/harness.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { submitLead, testJobs } from '../../testing/jobs.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { spiedStore } from '../../testing/spied-store.ts'
import { type World, world } from '../../testing/world.ts'
import { createJobTables, markAt, openJobsFor } from '../job-tables.ts'
import type { Policies } from '../policy.ts'
import { followLog } from './follow-log.ts'
import { openQueue, projectorBackend } from './queue.ts'

const completed = async ({ rows }: World) =>
  (await rows('select event_id as id from jobs.completions order by 1')).map(({ id }) => id)

const opened = async ({ rows }: World) =>
  (await rows('select event_id as id from jobs.open order by 1')).map(({ id }) => id)

async function bareQueue({ connectionString }: World) {
  const { signal } = new AbortController()
  const options = { retryMs: 20, onError: () => {}, signal }
  const queue = await openQueue(projectorBackend({ connectionString }), options)
  onTestFinished(() => queue.close())
  return queue
}

/** Follows the log up to a position, with a queue that loses everything. */
async function followed({ store, pool }: World, upTo: Position) {
  const ending = new AbortController()
  const policies: Policies = { LeadSubmitted: { withinMs: null, run: async () => {} } }
  const queue = { enqueue: async () => {} }
  const following = followLog({ store, pool, policies, queue }, ending.signal)
  await expect.poll(async () => (await markAt(pool, 'opened')) >= upTo).toBe(true)
  ending.abort()
  await following
}

test('a lost job returns without a search in the log', async () => {
  const it = await world()
  const { open, letters } = await testJobs(it)
  await createJobTables(it.pool)
  const lead = await submitLead(it)
  await followed(it, lead.position)
  expect(await opened(it)).toEqual([lead.id])
  const spied = spiedStore(it.store)
  await open({ store: spied.store })
  await expect.poll(() => completed(it)).toEqual([lead.id])
  expect(await letters()).toEqual([lead.id])
  await expect.poll(() => opened(it)).toEqual([])
  expect(spied.unbounded).toEqual([])
  expect(spied.readAll).not.toHaveBeenCalledWith(expect.objectContaining({ types: expect.anything() }))
})

test('a letter sent before its job was marked done is sent again as the same letter', async () => {
  const it = await world()
  const server = await mailServer()
  const { open, folder } = await testJobs(it)
  await open({ mail: { from: 'no-reply@example.com', folder, smtpUrl: server.url } })
  // As if the process died between sending and marking.
  await it.rows(`create function forget() returns trigger language plpgsql as 'begin raise ''dead''; end'`)
  await it.rows('create trigger forget before insert on jobs.completions execute function forget()')
  const { id } = await submitLead(it)
  await expect.poll(() => server.received.length).toBeGreaterThan(1)
  await it.rows('drop trigger forget on jobs.completions')
  await expect.poll(() => completed(it)).toEqual([id])
  const messageIds = new Set(server.received.map(letter => /^Message-ID: .*$/m.exec(letter)?.[0]))
  expect([...messageIds]).toEqual([`Message-ID: <${id}@example.com>`])
})

test('a letter is sent when the mail server accepts it again, also after the job gave up', async () => {
  const it = await world()
  const server = await mailServer('rejects for now')
  const { open, folder } = await testJobs(it)
  await open({ retryMs: 1, mail: { from: 'no-reply@example.com', folder, smtpUrl: server.url } })
  const { id } = await submitLead(it)
  const attemptsOfAJob = 8
  await expect.poll(() => server.attempts).toBeGreaterThan(attemptsOfAJob)
  expect(await completed(it)).toEqual([])
  server.behaviour = 'accepts'
  await expect.poll(() => completed(it)).toEqual([id])
  expect(server.received).toHaveLength(1)
})

test('after a restore no letter is sent twice', async () => {
  const it = await world()
  const { open, letters, deleteLetter } = await testJobs(it)
  const before = await open()
  const old = await submitLead(it)
  await expect.poll(() => completed(it)).toEqual([old.id])
  await deleteLetter(old.id)
  await before.stop()
  await restored(it.connectionString)
  const store = await openEventStore({ url: it.connectionString })
  onTestFinished(() => store.close())
  const after = { ...it, store, log: eventLog(store, it.keyring) }
  after.append = (stream, ...events) =>
    after.log.append(stream, events, {
      expected: 'any',
      context: { actor: 'test', correlationId: 'test', causationId: 'test' },
    })
  await open({ store, log: after.log })
  const fresh = await submitLead(after)
  await expect.poll(() => completed(it)).toContain(fresh.id)
  expect(await letters()).toEqual([fresh.id])
})
test('a job without a policy in this build stays for another build, and one that is too old is removed', async () => {
  const it = await world()
  const { open } = await testJobs(it)
  await createJobTables(it.pool)
  const of = (id: string, type: string, recordedAt = new Date().toISOString()) => ({
    id,
    type,
    recordedAt,
    stream: 'lead-x',
  })
  const [newer, old] = [crypto.randomUUID(), crypto.randomUUID()]
  await openJobsFor(it.pool, [
    of(newer, 'OfANewerBuild'),
    of(old, 'LeadSubmitted', '2020-01-01T00:00:00.000Z'),
  ])
  await open()
  await expect.poll(() => opened(it)).toEqual([newer])
})

test('an existing job is enqueued once, and contains only the event’s id', async () => {
  const it = await world()
  const lead = { ...(await submitLead(it)), type: 'LeadSubmitted' }
  const queue = await bareQueue(it)
  await queue.enqueue([lead, lead])
  await queue.enqueue([lead])
  const jobs = await it.rows(`select id, data, job::text as everything from bullmq.job`)
  expect(jobs).toMatchObject([{ id: lead.id, data: { stream: lead.stream, eventId: lead.id } }])
  expect(jobs[0]?.everything).not.toMatch(/byron|@|333 1234567/i)
})

test('an address in a mail server’s refusal reaches neither the log nor the queue', async () => {
  const it = await world()
  const server = await mailServer('rejects recipients')
  const { open, folder } = await testJobs(it)
  const mail = { from: 'no-reply@example.com', folder, smtpUrl: server.url }
  await open({ mail, notifyEmail: 'vendite-segrete@example.com' })
  await submitLead(it)
  await expect.poll(() => it.errors.length).toBeGreaterThan(1)
  const told = it.errors.map(fields => String((fields as { err: Error }).err.stack))
  expect(told[0]).toContain('the mail server did not accept the letter: EENVELOPE, 550')
  const queue = await it.rows(
    `select j::text as row from bullmq.job j union all select e::text as row from bullmq.event e`,
  )
  const rows = queue.map(({ row }) => String(row))
  expect(rows.join()).toContain('NotTaken')
  expect([...told, ...rows].filter(text => text.includes('vendite-segrete'))).toEqual([])
})
