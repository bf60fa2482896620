import { type EventType, eventsByCategory } from '@tba/events/registry.ts'
import { categoriesOf, streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { audit } from './audit.projection.ts'
import { audited, leftOut } from './audited.ts'

const adminId = 'aaaaaaaa-0000-4000-8000-000000000001'
const accountId = 'bbbbbbbb-0000-4000-8000-000000000002'

test('every event of an administrator’s stream is audited, or left out for a reason', () => {
  const types = categoriesOf('administrator').flatMap(
    kind => Object.keys(eventsByCategory[kind]) as EventType[],
  )
  expect(types).toContain('AdminSignedIn')
  expect(types.filter(type => !(type in audited) && !(type in leftOut))).toEqual([])
  expect(types.filter(type => type in audited && type in leftOut)).toEqual([])
})

const by = <Event extends { metadata: { actor: string } }>(actor: string, event: Event): Event => ({
  ...event,
  metadata: { ...event.metadata, actor },
})

test('an entry names the administrator, the action, the time and the target', () => {
  const looked = recordedEvent(
    'PersonalDataViewed',
    { kind: 'customer', id: accountId },
    { stream: streams.adminSession('s') },
  )
  expect(rowsAfter(audit, [by(`admin:${adminId}`, looked)])).toEqual([
    {
      position: looked.position,
      at: '2026-01-01T10:00:00.000Z',
      adminId,
      what: 'looked',
      type: 'PersonalDataViewed',
      stream: 'adminSession-s',
      eventId: looked.id,
      target: `account-${accountId}`,
      opened: null,
    },
  ])
})

test('an erasure counts only if an administrator did it', () => {
  const erased = recordedEvent('AccountErased', {}, { stream: streams.account(accountId) })
  expect(rowsAfter(audit, [by(`customer:${accountId}`, erased)])).toEqual([])
  expect(rowsAfter(audit, [by(`admin:${adminId}`, erased)])).toMatchObject([{ what: 'erased', adminId }])
})

test('a password that a start sets has no administrator', () => {
  const changed = recordedEvent(
    'AdminPasswordChanged',
    { adminId, passwordHash: 'h' },
    { stream: streams.administrators() },
  )
  expect(rowsAfter(audit, [by('system', changed)])).toMatchObject([{ what: 'changed', adminId: null }])
})

test('in sample data the event names the administrator', () => {
  const stream = streams.adminSession('s')
  const signedIn = recordedEvent(
    'AdminSignedIn',
    { adminId, expiresAt: '2026-01-02T12:00:00.000Z' },
    { stream },
  )
  const exported = recordedEvent(
    'DataExported',
    { exported: 'analytics', position: null },
    { stream: streams.admin(adminId) },
  )
  const rows = rowsAfter(audit, [by('demo', signedIn), by('demo', exported)])
  expect(rows.map(row => row.adminId)).toEqual([adminId, adminId])
})
