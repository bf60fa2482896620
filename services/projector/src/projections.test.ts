import { readFile } from 'node:fs/promises'
import { accountEvents, sessionEvents } from '@tba/events/accounts/events.ts'
import { setupEvents } from '@tba/events/setup/events.ts'
import { expect, test } from 'vitest'
import { typesOf } from './engine/projection.ts'
import { projections } from './projections.ts'

test('the read side fills these tables', () => {
  expect(
    Object.fromEntries(projections.map(({ name, tables }) => [name, tables.map(table => table.name)])),
  ).toEqual({
    users: ['users'],
    sessions: ['sessions'],
    'setup-progress': ['user_progress'],
    credentials: ['mt4_credentials'],
    bots: ['active_bots'],
  })
})

test('every projection creates the tables that it lists, and no table has two projections', async () => {
  for (const { sql, tables } of projections) {
    const created = [...(await readFile(sql, 'utf8')).matchAll(/^create table (\w+)/gm)].map(
      ([, name]) => name,
    )
    expect(created).toEqual(tables.map(({ name }) => name))
  }
  const all = projections.flatMap(({ tables }) => tables.map(({ name }) => name))
  expect(new Set(all).size).toBe(all.length)
})

test('all that happens to a customer is projected, but for what concerns passwords and abandoned registrations', () => {
  const projected = new Set<string>(typesOf(projections))
  const types = Object.keys({ ...accountEvents, ...sessionEvents, ...setupEvents })
  expect(types.filter(type => !projected.has(type))).toEqual(['RegistrationAbandoned', 'PasswordChanged'])
})
