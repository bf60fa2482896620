import { readFile } from 'node:fs/promises'
import { emailEvents } from '@tba/events/accounts/events.ts'
import { registry } from '@tba/events/registry.ts'
import { expect, test } from 'vitest'
import { typesOf } from './engine/projection.ts'
import { projections } from './projections.ts'

test('every projection creates the tables that it lists, and no table has two projections', async () => {
  for (const { sql, tables } of projections) {
    const created = [...(await readFile(sql, 'utf8')).matchAll(/^create table (\w+)/gm)].map(
      ([, name]) => name,
    )
    expect(created, sql.pathname).toEqual(tables.map(({ name }) => name))
  }
  const all = projections.flatMap(({ tables }) => tables.map(({ name }) => name))
  expect(new Set(all).size).toBe(all.length)
})

/** What no read table tells of: nobody is shown it. */
const unread = [
  // An address's, in streams that are found by its keyed hash alone.
  ...Object.keys(emailEvents),
  // Nobody became a customer.
  'RegistrationAbandoned',
  // For whoever reads the log.
  'DataExported',
]

test('all that happens is projected, but for what nobody is shown', () => {
  const projected = new Set<string>(typesOf(projections))
  const forgotten = Object.keys(registry).filter(type => !projected.has(type) && !unread.includes(type))
  expect(forgotten).toEqual([])
  expect(unread.filter(type => projected.has(type))).toEqual([])
})
