import { streams } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { submitLead, testJobs } from '../testing/jobs.ts'
import { mailServer } from '../testing/mail-server.ts'
import { type World, world } from '../testing/world.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()

const completed = async ({ rows }: World) =>
  (await rows('select event_id as id from jobs.completions order by 1')).map(({ id }) => id)

test('a lead sends one notice to the configured address only', async () => {
  const it = await world()
  const { open, letter, letters } = await testJobs(it)
  await open()
  const { id } = await submitLead(it)
  await expect.poll(() => completed(it)).toEqual([id])
  expect(await letters()).toEqual([id])
  expect(await letter(id)).toMatch(/^To: commerciale@example\.com\r$/m)
  expect(it.errors).toEqual([])
})

test('without an address no notice is sent, and none later for old leads', async () => {
  const it = await world()
  const { open, letters } = await testJobs(it)
  const early = await submitLead(it)
  const quiet = await open({ notifyEmail: undefined })
  await waitFor(async () => {
    const { position } = early
    expect(await it.rows('select position from jobs.progress')).toEqual([{ position }, { position }])
  })
  await quiet.stop()
  await open()
  const late = await submitLead(it)
  await expect.poll(letters).toEqual([late.id])
})

test('a notice older than a week is not sent', async () => {
  const it = await world()
  const { open, letters } = await testJobs(it)
  await submitLead(it, { recordedAt: daysAgo(8) })
  const { id } = await submitLead(it, { recordedAt: daysAgo(6) })
  await open()
  await expect.poll(() => completed(it)).toEqual([id])
  expect(await letters()).toEqual([id])
})

test('of two instances one sends the letter', async () => {
  const it = await world()
  const server = await mailServer()
  const { open, folder } = await testJobs(it)
  const mail = { from: 'no-reply@example.com', folder, smtpUrl: server.url }
  const [first] = await Promise.all([open({ mail }), open({ mail })])
  const before = await Promise.all(Array.from({ length: 10 }, () => submitLead(it)))
  await expect.poll(() => completed(it)).toHaveLength(before.length)
  await first.stop()
  const after = await submitLead(it)
  await expect.poll(() => completed(it)).toContain(after.id)
  expect(server.received).toHaveLength(before.length + 1)
})

test('an unreadable event stops only its own letter', async () => {
  const it = await world()
  const { open, letters } = await testJobs(it)
  const metadata = { actor: 'system', correlationId: 'c', causationId: 'c' }
  const written = {
    id: crypto.randomUUID(),
    type: 'LeadSubmitted',
    data: {},
    metadata: { ...metadata, schemaVersion: 1 },
  }
  await it.store.append(streams.lead(crypto.randomUUID()), [written], 'no_stream')
  const neighbour = await submitLead(it)
  await open({ retryMs: 1 })
  await expect.poll(() => completed(it)).toEqual([neighbour.id])
  const failed = {
    job: 'LeadSubmitted',
    id: written.id,
    err: expect.objectContaining({ name: 'EventUnreadable' }),
  }
  await expect.poll(() => it.errors).toContainEqual(expect.objectContaining(failed))
  expect(await letters()).toEqual([neighbour.id])
  expect(await completed(it)).toEqual([neighbour.id])
})

test('broken connections stop no job', async () => {
  const it = await world()
  const { open } = await testJobs(it)
  await open()
  await expect.poll(() => it.rows('select 1 from jobs.progress')).toHaveLength(2)
  const broken = await it.rows(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('jobs', 'projector jobs', 'projector leader jobs')`)
  expect(broken.length).toBeGreaterThan(2)
  const { id } = await submitLead(it)
  await expect.poll(() => completed(it)).toEqual([id])
})
