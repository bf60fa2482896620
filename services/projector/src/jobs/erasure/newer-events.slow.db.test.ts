import type { AppendResult, JsonObject } from '@tba/event-store/port.ts'
import { delayedCommit } from '@tba/event-store/postgres/testing/harness.ts'
import { categoriesNamedByAccount, categoriesOf, eventsByCategory, streams } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { activity } from '../../accounts/activity.projection.ts'
import { readParked, request } from '../../engine/parked/parked.ts'
import { typesOf } from '../../engine/projection.ts'
import { projections } from '../../projections.ts'
import { fixture } from '../../testing/fixtures.ts'
import { spiedStore } from '../../testing/spied-store.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'
import { RetryLater } from '../policy.ts'
import { hasNewerEvents, naming } from './newer-events.ts'

/** Whether this event after the erasure counts as activity of the account. */
async function goesOn(
  { store, pool }: World,
  write: (append: Append, accountId: string) => Promise<unknown>,
) {
  const append: Append = (stream, type, data = {}) =>
    store.append(stream, [{ id: crypto.randomUUID(), type, data, metadata: {} }], 'any')
  const accountId = crypto.randomUUID()
  await append(streams.setup(accountId), 'PlanActivated')
  await append(streams.session(crypto.randomUUID()), 'SessionOpened', { accountId })
  const { position } = await append(streams.account(accountId), 'AccountErased')
  await write(append, accountId)
  return hasNewerEvents({ store, pool }, accountId, position)
}

type Append = (stream: string, type: string, data?: JsonObject) => Promise<AppendResult>

test('any event in a stream of the account, or that names it, counts as activity', async () => {
  const it = await world()
  for (const kind of categoriesNamedByAccount.filter(kind => kind !== 'account')) {
    const [type = ''] = Object.keys(eventsByCategory[kind])
    const written = await goesOn(it, (append, id) => append(streams[kind](id), type))
    expect({ type, goesOn: written }).toEqual({ type, goesOn: true })
  }
  for (const type of naming) {
    // A new event is readable only when no older transaction runs.
    await waitFor(async () => {
      const named = await goesOn(it, (append, accountId) =>
        append(streams.session(crypto.randomUUID()), type, { accountId }),
      )
      expect({ type, goesOn: named }).toEqual({ type, goesOn: true })
    })
  }
})

test('waits for running appends, because nobody checks again after the key is destroyed', async () => {
  const { store, pool, connectionString } = await world()
  const accountId = crypto.randomUUID()
  const erased = { id: crypto.randomUUID(), type: 'AccountErased', data: {}, metadata: {} }
  const { position } = await store.append(streams.account(accountId), [erased], 'any')
  const opened = { id: crypto.randomUUID(), type: 'SessionOpened', data: { accountId }, metadata: {} }
  const underWay = await delayedCommit(connectionString, streams.session(crypto.randomUUID()), opened)
  await expect(hasNewerEvents({ store, pool }, accountId, position)).rejects.toThrow(RetryLater)
  await underWay.commit()
  expect(await hasNewerEvents({ store, pool }, accountId, position)).toBe(true)
})

test('another person’s session, the release of the address, and no event do not count', async () => {
  const it = await world()
  const other = crypto.randomUUID()
  expect(
    await goesOn(it, append => append(streams.session(other), 'SessionOpened', { accountId: other })),
  ).toBe(false)
  expect(
    await goesOn(it, (append, accountId) => append(streams.email('hash'), 'EmailReleased', { accountId })),
  ).toBe(false)
  expect(await goesOn(it, async () => {})).toBe(false)
})

/** A person who was erased while the tables were projected. */
async function erasedCustomer() {
  const { projector, ...it } = await runningProjector({ projections: [activity] })
  const accountId = crypto.randomUUID()
  const write = (stream: string, type: string, data: JsonObject = {}) =>
    it.store.append(stream, [{ id: crypto.randomUUID(), type, data, metadata: {} }], 'any')
  const { position } = await it.append(streams.account(accountId), { type: 'AccountErased', data: {} })
  const spied = spiedStore(it.store)
  const isNewer = () => hasNewerEvents({ store: spied.store, pool: it.pool }, accountId, position)
  const readFrom = () => spied.readAll.mock.lastCall?.[0]?.after ?? ''
  const signIn = (stream = streams.session(crypto.randomUUID())) =>
    it.append(stream, fixture('SessionOpened', { accountId }))
  const goOn = () => it.append(streams.visit('v'), { type: 'ConsentChosen', data: { choice: 'none' } })
  return { ...it, projector, accountId, position, isNewer, readFrom, signIn, goOn, write, spied }
}

test('finds later events in the activity table, and reads the log only after it', async () => {
  const it = await erasedCustomer()
  const later = await it.goOn()
  await caughtUp(it.projector)
  expect(await it.isNewer()).toBe(false)
  expect(it.readFrom() >= later.position).toBe(true)
  await it.signIn()
  await caughtUp(it.projector)
  it.spied.readAll.mockClear()
  expect(await it.isNewer()).toBe(true)
  expect(it.spied.readAll).not.toHaveBeenCalled()
})

test.each(['parked', 'skipped'])(
  'a session that the activity lacks, because it is %s, is found',
  async how => {
    const it = await erasedCustomer()
    const stream = streams.session(crypto.randomUUID())
    // It lacks a field of its version, so nobody can read it.
    await it.write(stream, 'SessionOpened', { accountId: it.accountId })
    await expect.poll(() => readParked(it.pool)).toMatchObject([{ stream }])
    if (how === 'skipped') {
      await request(it.pool, 'skip', { stream })
      await expect.poll(() => readParked(it.pool)).toEqual([])
    }
    const { position } = await it.goOn()
    await caughtUp(it.projector)
    it.spied.readAll.mockClear()
    expect(await it.isNewer()).toBe(true)
    expect(it.readFrom() === '' || it.readFrom() >= position).toBe(true)
  },
)

test('every event that names an account is in its activity, except the expiry of a session', () =>
  expect(naming.filter(type => !Object.hasOwn(activity.on, type))).toEqual(['SessionExpired']))

test('every event that creates erasable rows is found by the account id', () => {
  // The audit keeps its rows, and has one more for the erasure. Any event may name a visit, and the visit's row names no account.
  const kept = ['audit', 'tracking']
  const removing = projections.filter(({ name, on }) => on.AccountErased && !kept.includes(name))
  const named = categoriesNamedByAccount.flatMap(kind => Object.keys(eventsByCategory[kind]))
  // An expiry only removes rows.
  // Leads and questionnaires have their own erasure.
  const others = [...categoriesOf('visit'), ...categoriesOf('nobody')].flatMap(kind =>
    Object.keys(eventsByCategory[kind]),
  )
  // Joins name addresses by their hash alone. What administrators do with requests goes with the lead or questionnaire.
  const administrators = [...categoriesOf('administrator'), 'people', 'request'] as const
  const theirs = administrators.flatMap(kind => Object.keys(eventsByCategory[kind]))
  const found = new Set([...named, ...naming, ...others, ...theirs])
  expect(naming).toContain('SessionOpened')
  expect(typesOf(removing).filter(type => !found.has(type))).toEqual([])
})
