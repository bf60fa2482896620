import { randomUUID } from 'node:crypto'
import type { Appended, EventStore, JsonObject } from '@tba/event-store/port.ts'
import { delayedCommit } from '@tba/event-store/postgres/testing/harness.ts'
import { deciders, type Kind } from '@tba/events/commands.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { typesOf } from '../../engine/projection.ts'
import { projections } from '../../projections.ts'
import { eventually, world } from '../../testing/world.ts'
import { NotYet } from '../policy.ts'
import { hasNewerEvents, naming } from './newer-events.ts'

/** Whether an account counts as gone on, where after its erasure something was written. */
async function goesOn(store: EventStore, write: (append: Append, accountId: string) => Promise<unknown>) {
  const append: Append = (stream, type, data = {}) =>
    store.append(stream, [{ id: randomUUID(), type, data, metadata: {} }], 'any')
  const accountId = randomUUID()
  await append(streams.setup(accountId), 'PlanActivated')
  await append(streams.session(randomUUID()), 'SessionOpened', { accountId })
  const { position } = await append(streams.account(accountId), 'AccountErased')
  await write(append, accountId)
  return hasNewerEvents(store, accountId, position)
}

type Append = (stream: string, type: string, data?: JsonObject) => Promise<Appended>

test('an account goes on with whatever is written to a stream of its name, and with every event that names it, wherever it lies', async () => {
  const { store } = await world()
  const { account: _, ...others } = deciders
  for (const kind of Object.keys(others) as (keyof typeof others)[]) {
    const nameOf = streams[kind] as (id: string) => string
    const [type = ''] = Object.keys(eventsIn[kind])
    const written = await goesOn(store, (append, id) => append(nameOf(id), type))
    expect({ type, goesOn: written }).toEqual({ type, goesOn: true })
  }
  for (const type of naming) {
    // Whoever reads the whole log sees what was just written only once no older transaction is under way.
    await eventually(async () => {
      const named = await goesOn(store, (append, accountId) =>
        append(streams.session(randomUUID()), type, { accountId }),
      )
      expect({ type, goesOn: named }).toEqual({ type, goesOn: true })
    })
  }
})

test('what is still being written is waited for, since nobody looks again once the key is gone', async () => {
  const { store, connectionString } = await world()
  const accountId = randomUUID()
  const erased = { id: randomUUID(), type: 'AccountErased', data: {}, metadata: {} }
  const { position } = await store.append(streams.account(accountId), [erased], 'any')
  const opened = { id: randomUUID(), type: 'SessionOpened', data: { accountId }, metadata: {} }
  const underWay = await delayedCommit(connectionString, streams.session(randomUUID()), opened)
  await expect(hasNewerEvents(store, accountId, position)).rejects.toThrow(NotYet)
  await underWay.commit()
  expect(await hasNewerEvents(store, accountId, position)).toBe(true)
})

test('it does not with somebody else’s session, with its address given back, or with nothing', async () => {
  const { store } = await world()
  const other = randomUUID()
  expect(
    await goesOn(store, append => append(streams.session(other), 'SessionOpened', { accountId: other })),
  ).toBe(false)
  expect(
    await goesOn(store, (append, accountId) => append(streams.email('hash'), 'EmailReleased', { accountId })),
  ).toBe(false)
  expect(await goesOn(store, async () => {})).toBe(false)
})

test('whatever makes rows that an erasure removes is found by the account’s id', () => {
  const removing = projections.filter(({ on }) => on.AccountErased)
  // All that anything is decided on is looked for by its stream's name.
  const decided = Object.keys(deciders).flatMap(kind => Object.keys(eventsIn[kind as Kind]))
  // A tracked event names an account by its number, which the projection itself takes off after an erasure. Where visits
  // expire, rows only go.
  const found = new Set([...decided, ...naming, 'AnalyticsEventTracked', 'VisitsExpired'])
  expect(naming).toContain('SessionOpened')
  expect(typesOf(removing).filter(type => !found.has(type))).toEqual([])
})
