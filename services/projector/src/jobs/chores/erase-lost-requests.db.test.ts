import { streams } from '@tba/events/streams.ts'
import { fixture } from '../../testing/fixtures.ts'
import { submitLead } from '../../testing/jobs.ts'
import { caughtUp, world } from '../../testing/world.ts'
import { createJobTables } from '../job-tables.ts'
import { eraseLostRequests } from './erase-lost-requests.ts'

const leadId = (stream: string) => stream.slice('lead-'.length)

test('a lost request is erased after the months that were set, unless somebody has taken it up again', async () => {
  const it = await world({ isProjected: true })
  await createJobTables(it.pool)
  const leads = [
    await submitLead(it),
    await submitLead(it),
    await submitLead(it),
    await submitLead(it),
  ] as const
  const [damaged, old, reopened, recent] = leads
  for (const [{ stream }, recordedAt] of [
    [damaged, '2019-01-01T00:00:00.000Z'],
    [old, '2020-01-01T00:00:00.000Z'],
    [reopened, '2020-01-01T00:00:00.000Z'],
    [recent, new Date().toISOString()],
  ] as const)
    await it.append(streams.request(leadId(stream)), { ...fixture('RequestStateChanged'), recordedAt })
  const projector = await it.start()
  await caughtUp(projector)
  const erase = () => eraseLostRequests({ ...it, visitsKeptDays: 0 })
  await erase()
  await it.append(streams.settings('requests'), fixture('RequestsKeptChanged', { keepMonths: 24 }))
  await caughtUp(projector)
  const again = fixture('RequestStateChanged', { state: 'working', reason: null })
  await it.append(streams.request(leadId(reopened.stream)), again)
  const unknown = { id: crypto.randomUUID(), type: 'RequestFolded', data: {}, metadata: {} }
  await it.store.append(streams.request(leadId(damaged.stream)), [unknown], 'any')
  const erased = async () => {
    const events = await Array.fromAsync(it.store.readAll({ types: ['LeadErased'] }))
    return events.map(({ stream }) => stream)
  }
  // Where visits expire, that alone advances the clock of both.
  await eraseLostRequests({ ...it, visitsKeptDays: 90 })
  expect(await erased()).toEqual([])
  // One that cannot be read stops none of the others.
  await expect(erase()).rejects.toThrow('RequestFolded')
  // A transaction that runs elsewhere hides new events for a moment.
  await expect.poll(erased).toEqual([old.stream])
})
