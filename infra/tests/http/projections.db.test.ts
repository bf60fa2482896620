import type { projectionList } from '@tba/events/projections/views.ts'
import { waitFor } from '@tba/testing/wait.ts'
import type { z } from 'zod'
import { storedEvent } from '../support/recorded-events.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProductWithJobs } from '../support/shared.ts'
import { refusal } from '../support/visitor.ts'

type Projections = z.infer<typeof projectionList>['projections']

const { product, console } = await ownProductWithJobs()

const path = '/api/admin/projections'
// Once, because no answer is fresh while a projection stands still.
const all = async () => ((await console.call('GET', path)).body as z.infer<typeof projectionList>).projections
const one = async (name: string) => (await all()).find(projection => projection.name === name)
const liveSchema = async (name: string) =>
  (await product.query('select schema from projector.checkpoints where projection = $1', [name]))[0]?.schema

test('lists every projection with its version and position', async () => {
  const body = await console.read<{ projections: Projections }>(path)
  const known = await product.query('select projection from projector.checkpoints order by 1')
  expect(body.projections.map(({ name }) => name)).toEqual(known.map(({ projection }) => projection))
  const settings = {
    name: 'settings',
    version: 1,
    state: 'live',
    standstill: null,
    build: null,
    parked: [],
    lagMs: 0,
    eventsPerSecond: expect.any(Number),
    position: expect.any(String),
    lastRebuild: null,
    failedRebuild: null,
    lastEventAt: expect.stringMatching(/Z$/),
  }
  await expect.poll(() => one('settings')).toEqual(settings)
})

test('a rebuild repairs damaged rows, is recorded with its requester, and shows its progress', async () => {
  await console.post('/api/admin/settings/ga', { measurementId: 'G-TRUE1' })
  const before = await liveSchema('settings')
  const damage = `update ${before}.settings set "measurementId" = 'G-WRONG' returning 1`
  await expect.poll(() => product.query(damage)).toHaveLength(1)
  const answer = await console.post(`${path}/settings/rebuild`)
  expect(answer).toMatchObject({ status: 202, body: { ok: true } })
  const [asked] = await product.recorded({ type: 'ProjectionRebuildRequested' })
  expect(asked).toMatchObject({ stream: 'projection-settings', data: { version: 1 } })
  expect(asked?.metadata.actor).toMatch(/^admin:/)
  await expect
    .poll(async () => (await console.get('/api/admin/settings')).body)
    .toEqual({ measurementId: 'G-TRUE1' })
  await expect.poll(() => one('settings')).toMatchObject({ state: 'live', build: null })
  expect(await liveSchema('settings')).not.toBe(before)
  // The copy may still be built for the first time.
  await waitFor(async () => {
    const { analytics } = (await console.call('GET', path)).body as z.infer<typeof projectionList>
    expect(analytics.lastRebuild).toEqual({ endedAt: expect.any(String), seconds: expect.any(Number) })
  })
  const { lastRebuild, position, lastEventAt } = (await one('settings')) ?? {}
  expect(Date.parse(lastRebuild?.endedAt ?? '')).toBeGreaterThan(Date.parse(asked?.recordedAt ?? ''))
  expect(lastRebuild?.seconds).toBeGreaterThan(0)
  const atPosition = (await product.recorded()).find(event => event.position === position)
  expect(lastEventAt).toBe(atPosition?.recordedAt)
})

describe('a stream that waits', () => {
  const stream = `lead-${crypto.randomUUID()}`
  const url = `${path}/leads/parked/${stream}`

  test('is shown with its failed event, and is retried', async () => {
    await product.store.append(stream, [storedEvent('LeadSubmitted', { name: 7 })], 'any')
    await expect.poll(() => one('leads')).toMatchObject({ state: 'parked' })
    const event = { stream, eventId: expect.any(String), type: 'LeadSubmitted', revision: 0 }
    const failed = { error: expect.any(String), tries: 5, since: expect.stringMatching(/Z$/), asked: null }
    expect((await one('leads'))?.parked).toEqual([{ ...event, ...failed }])
    expect(await console.post(`${url}/retry`)).toMatchObject({ status: 202, body: { ok: true } })
    await expect.poll(async () => (await one('leads'))?.parked).toMatchObject([{ tries: 10, asked: null }])
  })

  test('is not skipped if it waits at another event than the confirmed one', async () => {
    const [waiting] = (await one('leads'))?.parked ?? []
    const before = await product.recorded({ type: 'ParkedStreamSkipped' })
    const other = refusal(409, 'Il flusso attende ormai dietro un altro evento')
    for (const way of ['skip', 'retry'])
      expect(await console.post(`${url}/${way}`, { eventId: crypto.randomUUID() })).toMatchObject(other)
    expect((await console.post(`${url}/skip`, { eventId: waiting?.eventId, now: true })).status).toBe(400)
    expect(await product.recorded({ type: 'ParkedStreamSkipped' })).toEqual(before)
    expect((await one('leads'))?.parked).toEqual([waiting])
  })

  test('is skipped for ever, recorded with its requester, and then continues', async () => {
    const eventId = (await one('leads'))?.parked[0]?.eventId
    expect((await console.post(`${url}/skip`, { eventId })).status).toBe(202)
    await expect.poll(() => one('leads')).toMatchObject({ state: 'live', parked: [] })
    const [skipped] = await product.recorded({ type: 'ParkedStreamSkipped' })
    expect(skipped).toMatchObject({ stream: 'projection-leads', data: { parked: stream } })
    expect(await console.post(`${url}/skip`)).toMatchObject(
      refusal(404, 'Nessun flusso in attesa con questo nome'),
    )
    expect((await console.post(`${path}/users/parked/${`visit-${'v'.repeat(128)}`}/retry`)).status).toBe(404)
  })
})

test('shows within seconds that a projection has stopped, and that it continues', async () => {
  await product.query('begin')
  await product.query(`lock table ${await liveSchema('leads')}.leads in share mode`)
  expect((await product.visitor().post('/api/leads', lead)).status).toBe(201)
  const still = { state: 'still', standstill: { since: expect.any(String) } }
  await expect.poll(() => one('leads')).toMatchObject(still)
  expect((await one('leads'))?.lagMs).toBeGreaterThan(1_000)
  expect((await one('tracking'))?.state).not.toBe('still')
  await product.query('rollback')
  await expect.poll(() => one('leads')).toMatchObject({ state: 'live', lagMs: 0 })
})
