import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { expect, test } from 'vitest'
import { jobsOver, submitLead } from '../testing/jobs.ts'
import { eventually, type World, world } from '../testing/world.ts'

const setUp = ({ pool }: World) => migrate(pool, 'jobs', new URL('./jobs.sql', import.meta.url))

/** What builds before `jobs.completions` run when they start. */
async function setUpOlderBuild({ rows }: World) {
  await rows('create schema if not exists jobs')
  await rows(`
    create table if not exists jobs.kept (event_id uuid primary key, kept_at timestamptz not null default now())`)
  await rows('create index if not exists kept_by_time on jobs.kept (kept_at)')
  await rows(
    `create table if not exists jobs.progress (name text primary key, position text collate "C" not null)`,
  )
}

test('what an older build has done is not done again, and what its queue lost is done', async () => {
  const it = await world()
  await setUpOlderBuild(it)
  const done = await submitLead(it)
  const lost = await submitLead(it)
  await it.rows(`insert into jobs.kept (event_id) values ('${done.id}')`)
  await it.rows(
    `insert into jobs.progress values ('enqueued', '${lost.position}'), ('kept', '${done.position}')`,
  )
  await setUp(it)
  expect(await it.rows(`select position from jobs.progress where name = 'opened'`)).toEqual([
    { position: done.position },
  ])
  const { open, letters } = await jobsOver(it)
  await open()
  const next = await submitLead(it)
  await eventually(async () => expect((await letters()).toSorted()).toEqual([lost.id, next.id].toSorted()))
})

test('an older build that is put back starts, and sees what this one has done', async () => {
  const it = await world()
  const { open } = await jobsOver(it)
  const jobs = await open()
  const { id } = await submitLead(it)
  const known = () => it.rows('select event_id as id from jobs.kept')
  await eventually(async () => expect(await known()).toEqual([{ id }]))
  await jobs.stop()
  await setUpOlderBuild(it)
  const other = crypto.randomUUID()
  await it.rows(`insert into jobs.kept (event_id) values ('${other}') on conflict (event_id) do nothing`)
  await setUp(it)
  expect(await it.rows('select event_id as id from jobs.completions order by completed_at')).toEqual([
    { id },
    { id: other },
  ])
})
