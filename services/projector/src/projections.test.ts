import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { emailEvents } from '@tba/events/accounts/events.ts'
import { type EventType, registry } from '@tba/events/registry.ts'
import { eventsByCategory } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { changesOf, typesOf } from './engine/projection.ts'
import { projections } from './projections.ts'
import { recordedFixture } from './testing/fixtures.ts'
import { recordedEvent } from './testing/recorded-event.ts'
import { tablesAfter } from './testing/tables-after.ts'
import { tracking } from './tracking/tracking.projection.ts'

test('every projection creates the tables that it lists, and no table has two projections', async () => {
  for (const { sql, tables } of projections) {
    const created = [...(await readFile(sql, 'utf8')).matchAll(/^create table (\w+)/gm)].map(([, it]) => it)
    expect(created, sql.pathname).toEqual(tables.map(({ name }) => name))
  }
  const all = projections.flatMap(({ tables }) => tables.map(({ name }) => name))
  expect(new Set(all).size).toBe(all.length)
})

const fixtures = new URL('../../../packages/events/fixtures/', import.meta.url)
/** One event of each version of each type. They name no visit. */
const recorded = readdirSync(fixtures).map(file => {
  const data = JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))
  return recordedEvent(file.split('.')[0] as EventType, data, { stream: 'any-stream' })
})

/** Events without a column in any read table, except that they belong to the visit that they name. */
const unread = [
  // Links for a new password: only the next one of the address needs them.
  ...Object.keys(emailEvents).filter(type => type.startsWith('PasswordReset')),
  // Only the next sign-in needs this event.
  'AdminCodeUsed',
  // Nobody became a customer.
  'RegistrationAbandoned',
]

test('every event is projected, except those without a column in any table', () => {
  const tracked = recorded.filter(event => changesOf(tracking, event).length > 0)
  const projected = new Set<string>([
    ...typesOf(projections.filter(projection => projection !== tracking)),
    ...tracked.map(({ type }) => type),
  ])
  const forgotten = Object.keys(registry).filter(type => !projected.has(type) && !unread.includes(type))
  expect(forgotten).toEqual([])
  expect(unread.filter(type => projected.has(type))).toEqual([])
})

const person = 'aaaaaaaa-0000-4000-8000-000000000001'
const ending = /Erased|Closed|Expired|Revoked|Ended|SignedOut|Abandoned/
/** Every event of one person that removes no row. */
const life = Object.entries(eventsByCategory).flatMap(([category, events]) =>
  Object.keys(events)
    .filter(type => !ending.test(type))
    .map(type => recordedFixture(type as EventType, { stream: `${category}-${person}` })),
)
/** The same after the person’s key was destroyed. */
const erased = life.map(event => {
  const sealed = registry[event.type].personal.filter(name => name in event.data)
  return { ...event, data: { ...event.data, ...Object.fromEntries(sealed.map(name => [name, null])) } }
}) as RecordedEvent[]
/** No value, or a person’s words of which only the number is left. */
const isEmptied = (value: unknown) =>
  value === null || /^(\[\]|"(#7)?"|\{.*:null.*\})$/.test(JSON.stringify(value))

test.each(projections)('of an erased person $name keeps each row, without their data', async projection => {
  const [known, left] = [await tablesAfter(projection, life), await tablesAfter(projection, erased)]
  for (const [table, rows] of Object.entries(known)) {
    expect(left[table]).toHaveLength(rows.length)
    for (const [at, row] of rows.entries()) {
      const changed = Object.entries(left[table]?.[at] ?? {}).filter(
        ([column, value]) => !isDeepStrictEqual(value, row[column]),
      )
      expect(changed.filter(([, value]) => !isEmptied(value))).toEqual([])
    }
  }
})
