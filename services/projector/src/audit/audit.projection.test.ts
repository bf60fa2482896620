import type { EventType } from '@tba/events/registry.ts'
import { categoriesOf, eventsByCategory, streams } from '@tba/events/streams.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { rowsAfter } from '../testing/tables-after.ts'
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

const admin = `admin:${adminId}`

test('an entry names the administrator, the action, the time and the target', async () => {
  const looked = recordedFixture(
    'PersonalDataViewed',
    { stream: streams.adminSession('s'), actor: admin },
    { kind: 'customer', id: accountId },
  )
  expect(await rowsAfter(audit, [looked])).toEqual([
    {
      position: looked.position,
      at: looked.recordedAt,
      adminId,
      what: 'looked',
      type: 'PersonalDataViewed',
      stream: 'adminSession-s',
      eventId: looked.id,
      target: `account-${accountId}`,
      opened: null,
      further: null,
    },
  ])
})

test('an erasure counts only if an administrator did it', async () => {
  const stream = streams.account(accountId)
  const erasedBy = (actor: string) => rowsAfter(audit, [recordedFixture('AccountErased', { stream, actor })])
  expect(await erasedBy(`customer:${accountId}`)).toEqual([])
  expect(await erasedBy(admin)).toMatchObject([{ what: 'erased', adminId }])
})

test('a password that a start sets has no administrator', async () => {
  const by = { stream: streams.administrators(), actor: 'system' }
  const changed = recordedFixture('AdminPasswordChanged', by)
  expect(await rowsAfter(audit, [changed])).toMatchObject([{ what: 'changed', adminId: null }])
})

test('in sample data the event names the administrator', async () => {
  const actor = 'demo'
  const rows = await rowsAfter(audit, [
    recordedFixture('AdminSignedIn', { stream: streams.adminSession('s'), actor }, { adminId }),
    recordedFixture('DataExported', { stream: streams.admin(adminId), actor }),
  ])
  expect(rows.map(row => row.adminId)).toEqual([adminId, adminId])
})
