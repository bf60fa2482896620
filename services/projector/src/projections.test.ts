import { readFile } from 'node:fs/promises'
import { accountEvents, sessionEvents } from '@tba/events/accounts/events.ts'
import { leadEvents } from '@tba/events/leads/events.ts'
import { questionnaireEvents } from '@tba/events/questionnaires/events.ts'
import { setupEvents } from '@tba/events/setup/events.ts'
import { visitEvents } from '@tba/events/tracking/events.ts'
import { expect, test } from 'vitest'
import { typesOf } from './engine/projection.ts'
import { projections } from './projections.ts'

test('the read side fills these tables', () => {
  expect(
    Object.fromEntries(projections.map(({ name, tables }) => [name, tables.map(table => table.name)])),
  ).toEqual({
    users: ['users'],
    sessions: ['sessions'],
    activity: ['session_accounts', 'activity'],
    'setup-progress': ['user_progress'],
    credentials: ['mt4_credentials'],
    bots: ['active_bots'],
    leads: ['leads'],
    questionnaires: ['questionnaire_responses'],
    visits: ['visits'],
    interactions: ['visit_origins', 'interactions'],
    analytics: ['analytics_events'],
    counters: ['visit_stages', 'counters'],
    daily: ['daily_counts'],
    admins: ['admin_users'],
    'admin-sessions': ['admin_sessions'],
    settings: ['settings'],
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

test('all that happens to customers and visitors is projected, but for abandoned registrations', () => {
  const projected = new Set<string>(typesOf(projections))
  const types = Object.keys({
    ...{ ...accountEvents, ...sessionEvents, ...setupEvents },
    ...{ ...leadEvents, ...questionnaireEvents, ...visitEvents },
  })
  expect(types.filter(type => !projected.has(type))).toEqual(['RegistrationAbandoned'])
})
