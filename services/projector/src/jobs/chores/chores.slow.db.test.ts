import { streams } from '@tba/events/streams.ts'
import { fixture } from '../../testing/fixtures.ts'
import { testJobs } from '../../testing/jobs.ts'
import { caughtUp, type World, world } from '../../testing/world.ts'

/** A world with the tables of the write side. */
async function commandWorld() {
  const it = await world({ isProjected: true })
  await it.rows('create schema command')
  await it.rows(`
    create table command.idempotency (key_hash text primary key, created_at timestamptz not null)`)
  await it.rows(`
    create table command.upload_tickets (
      id uuid primary key, account_id uuid not null, expires_at timestamptz not null, used_at timestamptz,
      tries int not null default 0)`)
  return it
}

type Ticket = { accountId: string; issuedHoursAgo: number; usedHoursAgo?: number; tries?: number }

async function ticket({ rows }: World, { accountId, issuedHoursAgo, usedHoursAgo, tries = 0 }: Ticket) {
  const id = crypto.randomUUID()
  const usedAt = usedHoursAgo === undefined ? 'null' : `now() - interval '${usedHoursAgo} hours'`
  await rows(`insert into command.upload_tickets values
    ('${id}', '${accountId}', now() - interval '${issuedHoursAgo} hours' + interval '15 minutes', ${usedAt}, ${tries})`)
  return id
}

const register = ({ append }: World, accountId: string) =>
  append(streams.account(accountId), fixture('AccountRegistered'))

const choose = ({ append }: World, accountId: string, pictureId: string) =>
  append(streams.account(accountId), {
    type: 'ProfileImageChanged',
    data: { imageUrl: `/api/objects/pictures/${pictureId}` },
  })

test('forgets a stored request after a day', async () => {
  const it = await commandWorld()
  await it.rows(`
    insert into command.idempotency
    select 'old ' || n, now() - interval '25 hours' from generate_series(1, 2500) n
    union all values ('new', now() - interval '23 hours')`)
  const { open } = await testJobs(it)
  await open()
  await expect
    .poll(() => it.rows('select key_hash as key from command.idempotency'))
    .toEqual([{ key: 'new' }])
})

test('keeps only the chosen pictures and the uploads that can still be used', async () => {
  const it = await commandWorld()
  const [anna, bruno] = [crypto.randomUUID(), crypto.randomUUID()]
  await ticket(it, { accountId: anna, issuedHoursAgo: 2 })
  const usable = await ticket(it, { accountId: anna, issuedHoursAgo: 0 })
  const recent = await ticket(it, { accountId: anna, issuedHoursAgo: 24, usedHoursAgo: 24 })
  const old = { issuedHoursAgo: 27, usedHoursAgo: 26 }
  const [left, first, chosen] = [
    await ticket(it, { accountId: anna, ...old }),
    await ticket(it, { accountId: anna, ...old }),
    await ticket(it, { accountId: anna, ...old }),
  ]
  const failed = await ticket(it, { accountId: anna, issuedHoursAgo: 27, tries: 1 })
  const brunos = await ticket(it, { accountId: bruno, ...old })
  await register(it, anna)
  await choose(it, anna, first)
  await choose(it, anna, chosen)
  const jobs = await testJobs(it)
  await jobs.open()
  await expect
    .poll(async () => (await it.rows('select id from command.upload_tickets')).map(({ id }) => id).toSorted())
    .toEqual([usable, recent].toSorted())
  expect(jobs.removedPictures.toSorted()).toEqual([left, first, failed, brunos].toSorted())
})

test('sweeps old pictures that no ticket and no profile names, as a storage keeps that did not confirm a write', async () => {
  const it = await commandWorld()
  const [anna, bruno, erased] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const [chosen, brunos] = [crypto.randomUUID(), crypto.randomUUID()]
  await register(it, anna)
  await choose(it, anna, chosen)
  await caughtUp(await it.start())
  // The log decides: a read table may be behind.
  await register(it, bruno)
  await choose(it, bruno, brunos)
  await it.rows(`delete from read.users where "accountId" = '${bruno}'`)
  const uploaded = await ticket(it, { accountId: anna, issuedHoursAgo: 1, usedHoursAgo: 1 })
  const [unnamed, late, recent] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const jobs = await testJobs(it)
  jobs.storePicture({ accountId: anna, pictureId: chosen }, 27)
  jobs.storePicture({ accountId: anna, pictureId: uploaded }, 27)
  jobs.storePicture({ accountId: bruno, pictureId: brunos }, 27)
  jobs.storePicture({ accountId: anna, pictureId: unnamed }, 27)
  jobs.storePicture({ accountId: erased, pictureId: late }, 27)
  jobs.storePicture({ accountId: erased, pictureId: recent }, 25)
  await jobs.open()
  await expect.poll(() => jobs.removedPictures.toSorted()).toEqual([unnamed, late].toSorted())
})

test('an expired session leaves the tables, and is not an action of the customer', async () => {
  const it = await commandWorld()
  const accountId = crypto.randomUUID()
  const open = async (expiresAt: string) => {
    const sid = crypto.randomUUID()
    await it.append(streams.session(sid), fixture('SessionOpened', { accountId, expiresAt }))
    return sid
  }
  const past = '2026-01-01T00:00:00.000Z'
  const over = await open(past)
  const goesOn = await open('2999-01-01T00:00:00.000Z')
  const signedIn = { type: 'AdminSignedIn', data: { adminId: accountId, expiresAt: past } } as const
  await it.append(streams.adminSession(crypto.randomUUID()), signedIn)
  await caughtUp(await it.start())
  const jobs = await testJobs(it)
  await jobs.open()
  await expect.poll(() => it.rows('select sid from read.admin_sessions')).toEqual([])
  await expect.poll(() => it.rows('select sid from read.sessions')).toEqual([{ sid: goesOn }])
  expect(await it.rows('select type from read.activity')).toEqual([
    { type: 'SessionOpened' },
    { type: 'SessionOpened' },
  ])
  const history = await Array.fromAsync(it.store.read(streams.session(over)))
  expect(history.map(({ type }) => type)).toEqual(['SessionOpened', 'SessionExpired'])
  expect(it.errors).toEqual([])
})
