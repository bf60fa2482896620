import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kinds } from '../contexts.ts'
import type { Evolving } from '../decider.ts'
import { findShape } from '../registry.ts'
import { kindOf, type StreamKind } from '../streams.ts'
import { markOf } from './sealed.ts'
import { type Masked, timeline } from './timeline.ts'

let recorded = 0
function masked(type: string, data: Masked['data'] = {}, sealed: string[] = []): Masked {
  const hidden = Object.fromEntries(sealed.map(name => [name, null]))
  const recordedAt = new Date(Date.UTC(2026, 10, 22) + ++recorded * 1000).toISOString()
  return {
    id: `e${recorded}`,
    type,
    data: { ...data, ...hidden },
    sealed,
    recordedAt,
    position: `${recorded}`,
  }
}
const entriesOf = (stream: string, events: Masked[]) => {
  const { take } = timeline(stream)
  return events.map(take)
}

test('each event of a setup shows the state after it, and what it changed', () => {
  const chosen = masked('PlanActivated', { userId: 1, plan: 'starter', depositEuro: 500 })
  const done = masked('SetupStepCompleted', { step: 'mt4' })
  const [first, second] = entriesOf('setup-1', [chosen, done])
  expect(first?.changes).toContainEqual({ path: 'plan', before: null, after: 'starter' })
  expect(second).toMatchObject({ state: { plan: 'starter', steps: ['mt4'], bots: [] }, sealed: [] })
  expect(second?.changes).toEqual([
    { path: 'steps.0', before: null, after: 'mt4' },
    { path: 'updatedAt', before: chosen.recordedAt, after: done.recordedAt },
  ])
})

test('what a customer made is listed as it came, with what is sealed in it named', () => {
  const bot = { botId: 'b', userId: 1, botType: 'forex', allocatedEuro: 500 }
  const [, last] = entriesOf('setup-1', [
    masked('BotActivated', { ...bot, botId: 'one' }, ['strategyName']),
    masked('BotActivated', { ...bot, botId: 'two' }, ['strategyName']),
  ])
  expect(last?.state).toMatchObject({ bots: [{ id: 'one' }, { id: 'two', strategyName: null }] })
  expect(last?.sealed).toEqual(['bots.0.strategyName', 'bots.1.strategyName'])
  expect(last?.changes.map(({ path }) => path)).toEqual(['bots.1'])
})

test('a new password is seen to have come, and neither of them is seen', () => {
  const personal = ['email', 'firstName', 'lastName', 'passwordHash']
  const [registered, changed] = entriesOf('account-1', [
    masked('AccountRegistered', { userId: 1 }, personal),
    masked('PasswordChanged', { by: 'customer' }, ['passwordHash']),
  ])
  expect(registered?.state).toMatchObject({ status: 'registered', email: null, passwordHash: null })
  expect(registered?.sealed).toEqual(['email', 'passwordHash', 'profile.firstName', 'profile.lastName'])
  expect(changed?.changes).toContainEqual({ path: 'passwordHash', before: null, after: null, sealed: true })
})

test('a profile whose sealed fields were changed is told as changed, since which ones is sealed too', () => {
  const [, updated] = entriesOf('account-1', [
    masked('AccountRegistered', { userId: 1 }, ['email']),
    masked('ProfileUpdated', {}, ['changes']),
  ])
  expect(updated?.sealed).toContain('profile')
  expect(updated?.changes[0]).toMatchObject({ path: 'profile', sealed: true })
})

test('an event that this build cannot read, or of another kind of stream, leaves the state as it was', () => {
  const entries = entriesOf('setup-1', [
    masked('PlanActivated', { userId: 1, plan: 'starter', depositEuro: 500 }),
    masked('PlanChanged', {}, ['*']),
    masked('NoteWritten', {}, ['*']),
    masked('ConsentChosen', { choice: 'all' }),
  ])
  expect(entries.slice(1).map(({ changes }) => changes)).toEqual([[], [], []])
  expect(entries.at(-1)?.state).toEqual(entries[0]?.state)
})

test('a stream of a kind that nobody knows has events and no state', () => {
  expect(entriesOf('note-1', [masked('NoteWritten', {}, ['*'])])).toEqual([
    { state: null, sealed: [], changes: [] },
  ])
  expect(['note-1', 'constructor-1', ''].map(kindOf)).toEqual([null, null, null])
})

test('what a visit was before it expired from the log is not needed to tell how it goes on', () => {
  const [entry] = entriesOf('visit-1', [masked('ConsentChosen', { choice: 'all' })])
  expect(entry?.state).toMatchObject({ consent: 'all', interactions: 0 })
})

const fixtures = new URL('../../fixtures/', import.meta.url)
const shipped = readdirSync(fixtures).map(file => {
  const type = file.split('.')[0] ?? ''
  const version = Number(file.split('.v')[1]?.replace('.json', ''))
  return { file, type, version, data: JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) }
})
const newest = shipped.filter(({ type, version }) => findShape(type)?.version === version)
const kindsOf = (type: string) =>
  (Object.keys(kinds) as StreamKind[]).filter(kind => Object.hasOwn(kinds[kind].events, type))

test.each(newest)('$file: its state passes on what is sealed without looking into it', ({ type, data }) => {
  const marks = Object.fromEntries((findShape(type)?.personal ?? []).map(name => [name, markOf('e')]))
  for (const kind of kindsOf(type)) {
    const { initial, evolve } = kinds[kind].state as Evolving<unknown, unknown>
    expect(() => evolve(initial, { type, data: { ...data, ...marks } })).not.toThrow()
  }
})

test.each(newest)('$file: damaged data leave a state behind, and fail nobody', ({ type, data }) => {
  for (const kind of kindsOf(type)) {
    for (const damaged of [{}, Object.fromEntries(Object.keys(data).map(name => [name, 7]))]) {
      expect(entriesOf(`${kind}-1`, [masked(type, damaged), masked(type, data)])).toHaveLength(2)
    }
  }
})
