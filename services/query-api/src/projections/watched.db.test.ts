import { troubles } from '@tba/events/alarms/states.ts'
import { createJobTables } from '@tba/projector/jobs/job-tables.ts'
import { sql } from 'slonik'
import { readSide } from '../testing/read-side.ts'
import { findWatched } from './watched.ts'

test('the product’s own state is what the projector saw last, and unknown once it looks no more', async () => {
  const side = await readSide()
  onTestFinished(() => side.close())
  const unknown = (since: unknown) => troubles.map(trouble => ({ trouble, state: 'unknown', since }))
  expect(await findWatched(side.pool)).toEqual(unknown(null))
  await createJobTables(side.pool)
  expect(await findWatched(side.pool)).toEqual(unknown(null))
  const since = '2026-11-29T08:00:00.000Z'
  const ok = { state: 'ok', since }
  const states = JSON.stringify({ lost: ok, disk: { ...ok, state: 'firing', isOpen: true }, behind: ok })
  await side.pool.query(sql.unsafe`
    insert into jobs.watch (checked_at, states) values (now() - interval '11 minutes', ${states}::jsonb)`)
  expect(await findWatched(side.pool)).toEqual([
    { trouble: 'lost', ...ok },
    { trouble: 'disk', state: 'firing', since },
    { trouble: 'behind', ...ok },
  ])
  await side.pool.query(sql.unsafe`update jobs.watch set checked_at = '2026-11-29T09:00:00Z'`)
  expect(await findWatched(side.pool)).toEqual(unknown('2026-11-29T09:00:00.000Z'))
})
