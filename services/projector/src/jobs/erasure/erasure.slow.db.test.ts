import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { fixture } from '../../testing/fixtures.ts'
import { submitLead, type TestJobs, testJobs } from '../../testing/jobs.ts'
import { caughtUp, type World, world } from '../../testing/world.ts'
import { whileVerifying } from '../../verify/verifying.ts'

const email = 'ada@example.com'

async function becomeCustomer({ append }: World, { secrets }: TestJobs) {
  const accountId = crypto.randomUUID()
  const hash = emailHash(secrets.emailHash, email)
  await append(streams.email(hash), { type: 'EmailClaimed', data: { accountId } })
  await append(streams.account(accountId), fixture('AccountRegistered', { email }))
  return { accountId, hash }
}

async function customer() {
  const it = await world({ isProjected: true })
  const jobs = await testJobs(it)
  return { it, jobs, ...(await becomeCustomer(it, jobs)) }
}

const erase = ({ append }: World, accountId: string) =>
  append(streams.account(accountId), { type: 'AccountErased', data: {} })

const activatePlan = ({ append }: World, accountId: string) =>
  append(streams.setup(accountId), fixture('PlanActivated', { plan: 'starter' }))

const destroyed = async ({ rows }: World) =>
  (await rows('select person from vault.person_keys where destroyed_at is not null')).map(
    ({ person }) => person,
  )

const completed = ({ rows }: World) => rows('select event_id from jobs.completions')

async function typesIn({ store }: World, stream: string): Promise<string[]> {
  return (await Array.fromAsync(store.read(stream))).map(({ type }) => type)
}

test('a key is destroyed only after every projection has passed the erasure', async () => {
  const it = await world({ isProjected: true })
  const listed = vi.spyOn(it.keyring, 'willDestroy')
  const jobs = await testJobs(it)
  const { accountId } = await becomeCustomer(it, jobs)
  const projector = await it.start()
  await caughtUp(projector)
  await projector.stop()
  await jobs.open()
  await erase(it, accountId)
  // Everything that needs no projection is done, and the key stays.
  await expect.poll(() => jobs.accountsWithoutPictures.length).toBeGreaterThan(2)
  expect(await destroyed(it)).toEqual([])
  // A backup restored now must not bring the person back.
  expect(listed).toHaveBeenCalledWith(accountId)
  expect(await it.rows('select email from read.users')).toEqual([{ email }])
  await it.start()
  await expect.poll(() => destroyed(it)).toEqual([accountId])
  expect(await it.rows('select email from read.users')).toEqual([])
  expect(it.errors).toEqual([])
})

test('a key stays while another process may still write what it started before the erasure', async () => {
  const it = await world({ isProjected: true })
  const jobs = await testJobs(it)
  const [old, young] = [await becomeCustomer(it, jobs), await becomeCustomer(it, jobs)]
  const recordedAt = new Date(Date.now() - 5 * 60_000).toISOString()
  await it.append(streams.account(old.accountId), { type: 'AccountErased', data: {}, recordedAt })
  await erase(it, young.accountId)
  await caughtUp(await it.start())
  await jobs.open({ lateAppendsMs: undefined })
  const tries = () => jobs.accountsWithoutPictures.filter(id => id === young.accountId)
  await expect.poll(() => tries().length).toBeGreaterThan(3)
  await expect.poll(() => destroyed(it)).toEqual([old.accountId])
})

test('a key stays while a verification compares older tables with the log', async () => {
  const { it, jobs, accountId } = await customer()
  const projector = await it.start()
  await caughtUp(projector)
  await jobs.open()
  await whileVerifying(it.pool, async () => {
    await erase(it, accountId)
    await caughtUp(projector)
    await expect.poll(() => jobs.accountsWithoutPictures.length).toBeGreaterThan(3)
    expect(await destroyed(it)).toEqual([])
  })
  await expect.poll(() => destroyed(it)).toEqual([accountId])
})

test('a removed projection does not delay an erasure', async () => {
  const it = await world()
  const jobs = await testJobs(it)
  await caughtUp(await it.start())
  await it.rows(`insert into projector.checkpoints (projection, version, position, epoch, schema)
    values ('renamed-since', 1, '', 1, 'renamed_since_v1')`)
  const { accountId } = await becomeCustomer(it, jobs)
  await erase(it, accountId)
  await jobs.open()
  await expect.poll(() => destroyed(it)).toEqual([accountId])
})

test('reports an erasure that waits for minutes, and not a new one', async () => {
  const it = await world({ isProjected: true })
  const jobs = await testJobs(it)
  await jobs.open()
  const young = await becomeCustomer(it, jobs)
  await erase(it, young.accountId)
  await expect.poll(() => jobs.accountsWithoutPictures.length).toBeGreaterThan(2)
  expect(jobs.warnings).toEqual([])
  const old = await becomeCustomer(it, jobs)
  const recordedAt = new Date(Date.now() - 11 * 60_000).toISOString()
  await it.append(streams.account(old.accountId), { type: 'AccountErased', data: {}, recordedAt })
  await expect.poll(() => jobs.warnings).toContainEqual({ overdueCount: 1 })
})

test('requests that run during an erasure leave no row', async () => {
  const { it, jobs, accountId } = await customer()
  await erase(it, accountId)
  await activatePlan(it, accountId)
  await caughtUp(await it.start())
  expect(await it.rows('select plan from read.user_progress')).toEqual([{ plan: 'starter' }])
  await jobs.open()
  await expect.poll(() => destroyed(it)).toEqual([accountId])
  expect(await it.rows('select plan from read.user_progress')).toEqual([])
  const history = await typesIn(it, streams.account(accountId))
  expect(history).toEqual(['AccountRegistered', 'AccountErased', 'AccountErased'])
})

test('releases the address, unless another account has it', async () => {
  const { it, jobs, accountId, hash } = await customer()
  await it.start()
  await it.append(streams.email(hash), { type: 'EmailReleased', data: { accountId } })
  const other = crypto.randomUUID()
  await it.append(streams.email(hash), { type: 'EmailClaimed', data: { accountId: other } })
  await erase(it, accountId)
  await jobs.open()
  await expect.poll(() => destroyed(it)).toEqual([accountId])
  expect(await typesIn(it, streams.email(hash))).toEqual(['EmailClaimed', 'EmailReleased', 'EmailClaimed'])
})

test('erases leads from before the erasure of the address, and keeps later ones', async () => {
  const { it, jobs, accountId, hash } = await customer()
  await it.start()
  const before = await submitLead(it, { emailHash: hash })
  const somebodyElses = await submitLead(it)
  await it.append(streams.email(hash), { type: 'ErasureRequested', data: {} })
  const after = await submitLead(it, { emailHash: hash })
  await jobs.open()
  const leadId = before.stream.replace('lead-', '')
  await expect.poll(async () => (await destroyed(it)).toSorted()).toEqual([accountId, leadId].toSorted())
  expect(await typesIn(it, before.stream)).toEqual(['LeadSubmitted', 'LeadErased'])
  for (const { stream } of [somebodyElses, after])
    expect(await typesIn(it, stream)).toEqual(['LeadSubmitted'])
  const indexed = [somebodyElses.stream, after.stream].toSorted().map(stream => ({ stream }))
  expect(await it.rows('select stream from jobs.submissions order by 1')).toEqual(indexed)
  const noticed = [somebodyElses.id, after.id].toSorted()
  await expect.poll(async () => (await jobs.letters()).toSorted()).toEqual(noticed)
})

test('erasing an address reaches the account that held it then, and no later one', async () => {
  const { it, jobs, accountId, hash } = await customer()
  await it.start()
  await it.append(streams.email(hash), { type: 'ErasureRequested', data: {} })
  await it.append(streams.email(hash), { type: 'EmailReleased', data: { accountId } })
  const later = await becomeCustomer(it, jobs)
  await jobs.open()
  await expect.poll(() => destroyed(it)).toEqual([accountId])
  await expect.poll(() => completed(it)).toHaveLength(2)
  expect(await typesIn(it, streams.account(later.accountId))).toEqual(['AccountRegistered'])
})
