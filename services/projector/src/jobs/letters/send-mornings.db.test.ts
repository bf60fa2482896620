import { streams } from '@tba/events/streams.ts'
import type { Letter } from '../../mail/letter.ts'
import { fixture } from '../../testing/fixtures.ts'
import { submitLead } from '../../testing/jobs.ts'
import { caughtUp, world } from '../../testing/world.ts'
import { createJobTables } from '../job-tables.ts'
import { sendMornings } from './send-mornings.ts'

const leadId = (stream: string) => stream.slice('lead-'.length)

test('in the morning everybody gets one letter about their calls, in winter and in summer, and none on a day without', async () => {
  const it = await world({ isProjected: true })
  await createJobTables(it.pool)
  const adminId = crypto.randomUUID()
  await it.append(streams.administrators(), fixture('AdminCreated', { adminId, email: 'anna@example.com' }))
  const call = async (callAt: string, owner: string | null) => {
    const { stream } = await submitLead(it)
    const [assigned, planned] = [
      fixture('RequestAssigned', { owner }),
      fixture('RequestCallPlanned', { callAt }),
    ]
    await it.append(streams.request(leadId(stream)), assigned, planned)
  }
  // The last moment of a winter's day in Rome, and the first one of the next day.
  await call('2026-11-29T22:59:59.999Z', adminId)
  await call('2026-11-28T08:00:00.000Z', adminId)
  await call('2026-11-29T23:00:00.000Z', null)
  const projector = await it.start()
  await caughtUp(projector)

  const sent: Letter[] = []
  const mailer = { send: async (_id: string, letter: Letter) => void sent.push(letter) }
  const deps = { pool: it.pool, mailer: mailer as never, publicUrl: 'https://example.com' }
  const at = (time: string) => sendMornings({ ...deps, notifyEmail: 'vendite@example.com' }, new Date(time))
  for (const time of ['2026-11-29T06:59:00Z', '2026-11-29T11:00:00Z', '2026-11-27T07:00:00Z']) await at(time)
  expect(sent).toEqual([])
  await at('2026-11-29T07:00:00Z')
  // A call that is planned later in the morning needs no letter.
  await call('2026-11-29T10:00:00.000Z', null)
  await caughtUp(projector)
  await at('2026-11-29T07:05:00Z')
  expect(sent.map(it => [it.to, it.subject])).toEqual([['anna@example.com', 'Oggi: 2 chiamate da fare']])
  expect(JSON.stringify(sent)).toContain('1 in ritardo')
  await at('2027-07-01T06:00:00Z')
  expect(sent.map(({ to }) => to).toSorted()).toEqual(
    ['anna@example.com', 'anna@example.com', 'vendite@example.com'].toSorted(),
  )
})
