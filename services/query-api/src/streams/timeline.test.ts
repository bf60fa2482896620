import { readdirSync, readFileSync } from 'node:fs'
import { streamCategories } from '@tba/events/contexts.ts'
import type { Evolver } from '@tba/events/decider.ts'
import { findShape } from '@tba/events/registry.ts'
import { markOf } from '@tba/events/streams/sealed.ts'
import { categoryOf, type StreamCategory } from '@tba/events/streams.ts'
import { type MaskedEvent, timeline } from './timeline.ts'

let recorded = 0
function masked(type: string, data: MaskedEvent['data'] = {}, sealed: string[] = []): MaskedEvent {
  const hidden = Object.fromEntries(sealed.map(name => [name, null]))
  const recordedAt = new Date(Date.UTC(2026, 10, 22) + ++recorded * 1000).toISOString()
  const told = { type, data: { ...data, ...hidden }, sealed, recordedAt }
  return { ...told, id: `e${recorded}`, position: `${recorded}` }
}
const entriesOf = (stream: string, events: MaskedEvent[]) => {
  const { foldToEntry } = timeline(stream)
  return events.map(foldToEntry)
}

test('created items are listed in order, with the names of sealed fields', () => {
  const bot = { botId: 'b', userId: 1, botType: 'forex', allocatedEuro: 500 }
  const [, last] = entriesOf('setup-1', [
    masked('BotActivated', { ...bot, botId: 'one' }, ['strategyName']),
    masked('BotActivated', { ...bot, botId: 'two' }, ['strategyName']),
  ])
  expect(last?.state).toMatchObject({ bots: [{ id: 'one' }, { id: 'two', strategyName: null }] })
  expect(last?.sealed).toEqual(['bots.0.strategyName', 'bots.1.strategyName'])
  expect(last?.changes.map(({ path }) => path)).toEqual(['bots.1'])
})

test('shows that a password has changed, and neither password', () => {
  const personal = ['email', 'firstName', 'lastName', 'passwordHash']
  const [registered, changed] = entriesOf('account-1', [
    masked('AccountRegistered', { userId: 1 }, personal),
    masked('PasswordChanged', { by: 'customer' }, ['passwordHash']),
  ])
  expect(registered?.state).toMatchObject({ status: 'registered', email: null, passwordHash: null })
  expect(registered?.sealed).toEqual(['email', 'passwordHash', 'profile.firstName', 'profile.lastName'])
  expect(changed?.changes).toContainEqual({ path: 'passwordHash', before: null, after: null, sealed: true })
})

test('a changed profile is reported as a whole, because the names of its fields are sealed too', () => {
  const [, updated] = entriesOf('account-1', [
    masked('AccountRegistered', { userId: 1 }, ['email']),
    masked('ProfileUpdated', {}, ['changes']),
  ])
  expect(updated?.sealed).toContain('profile')
  expect(updated?.changes[0]).toMatchObject({ path: 'profile', sealed: true })
})

test('an unreadable event, or one of another category, keeps the state', () => {
  const entries = entriesOf('setup-1', [
    masked('PlanActivated', { userId: 1, plan: 'starter', depositEuro: 500 }),
    masked('PlanChanged', {}, ['*']),
    masked('NoteWritten', {}, ['*']),
    masked('ConsentChosen', { choice: 'all' }),
  ])
  expect(entries.slice(1).map(({ changes }) => changes)).toEqual([[], [], []])
  expect(entries.at(-1)?.state).toEqual(entries[0]?.state)
})

test('a stream of an unknown category has events and no state', () => {
  const entries = entriesOf('note-1', [masked('NoteWritten', {}, ['*'])])
  expect(entries).toEqual([{ state: null, sealed: [], changes: [] }])
  expect(['note-1', 'constructor-1', ''].map(categoryOf)).toEqual([null, null, null])
})

test('the rest of a partly expired visit can be shown', () => {
  const [entry] = entriesOf('visit-1', [masked('ConsentChosen', { choice: 'all' })])
  expect(entry?.state).toMatchObject({ consent: 'all', interactions: 0 })
})

const fixtures = new URL('../../../../packages/events/fixtures/', import.meta.url)
const shipped = readdirSync(fixtures).map(file => {
  const type = file.split('.')[0] ?? ''
  const version = Number(file.split('.v')[1]?.replace('.json', ''))
  return { file, type, version, data: JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) }
})
const newest = shipped.filter(({ type, version }) => findShape(type)?.version === version)
const kindsOf = (type: string) =>
  (Object.keys(streamCategories) as StreamCategory[]).filter(kind =>
    Object.hasOwn(streamCategories[kind].events, type),
  )

test.each(newest)('$file: its state passes sealed values on unread', ({ type, data }) => {
  const marks = Object.fromEntries((findShape(type)?.personal ?? []).map(name => [name, markOf('e')]))
  for (const kind of kindsOf(type)) {
    const { initial, evolve } = streamCategories[kind].state as Evolver<unknown, unknown>
    expect(() => evolve(initial, { type, data: { ...data, ...marks } })).not.toThrow()
  }
})

test.each(newest)('$file: damaged data keep the state, and throw nothing', ({ type, data }) => {
  for (const kind of kindsOf(type)) {
    for (const damaged of [{}, Object.fromEntries(Object.keys(data).map(name => [name, 7]))]) {
      expect(entriesOf(`${kind}-1`, [masked(type, damaged), masked(type, data)])).toHaveLength(2)
    }
  }
})
