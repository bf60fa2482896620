import type { Letter } from '../../mail/letter.ts'
import { submitLead, testJobs } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import { sendNoticeSummaries } from './send-notices.ts'

test('about twenty notices an hour are letters, and one letter sums up the others', async () => {
  const it = await world()
  const { open, letters } = await testJobs(it)
  await open()
  const recordedAt = new Date().toISOString()
  for (let count = 0; count < 40; count++) await submitLead(it, { recordedAt })
  await expect.poll(() => it.rows('select event_id from jobs.completions')).toHaveLength(40)
  const single = await letters()
  // Four workers may read the same number at once.
  expect(single.length).toBeGreaterThanOrEqual(20)
  expect(single.length).toBeLessThan(24)

  // Not earlier: the chore of these jobs would send the summary, or forget the first notices.
  await it.rows(`update jobs.notices set hour = hour - interval '2 hours' returning 1`)
  const sent: Letter[] = []
  const mailer = { send: async (_id: string, letter: Letter) => void sent.push(letter) }
  const deps = { pool: it.pool, mailer: mailer as never, publicUrl: 'https://example.com' }
  await sendNoticeSummaries({ ...deps, notifyEmail: 'vendite@example.com' })
  await sendNoticeSummaries({ ...deps, notifyEmail: 'vendite@example.com' })
  expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^40 richieste fra le /)])
})
