import { streams } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { recordedFixture } from '../testing/fixtures.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { requests } from './requests.projection.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const anna = 'bbbbbbbb-0000-4000-8000-000000000002'
const stream = streams.request(id)
const lead = recordedFixture('LeadSubmitted', { stream: streams.lead(id) })
// Each call is a later event.
const note = () => recordedFixture('RequestNoted', { stream, actor: `admin:${anna}` }, { text: 'Richiamare' })
const choose = (state: 'new' | 'working') =>
  recordedFixture('RequestStateChanged', { stream }, { state, reason: null })
const undo = () => recordedFixture('RequestStateUndone', { stream }, { state: 'new' })
const tables = (...events: RecordedEvent[]) => tablesAfter(requests, events)
const rowAfter = async (...events: RecordedEvent[]) => (await tables(...events)).requests?.[0]

test('a request is new until it is worked, and its first contact stays', async () => {
  expect(await rowAfter(lead)).toMatchObject({
    state: 'new',
    contactedAt: null,
    revision: -1,
    plan: 'starter',
  })
  const [first, back] = [choose('working'), choose('new')]
  expect(await rowAfter(lead, first, back)).toMatchObject({ state: 'new', contactedAt: first.recordedAt })
})

test('a state that is taken back was no contact and no change, but a note was', async () => {
  const [chosen, undone] = [choose('working'), undo()]
  expect(await rowAfter(lead, chosen, undone)).toEqual({
    ...(await rowAfter(lead)),
    revision: undone.revision,
  })
  const [again, noted, taken] = [choose('working'), note(), undo()]
  const after = await rowAfter(lead, again, noted, taken)
  expect(after).toMatchObject({ state: 'new', contactedAt: noted.recordedAt, lastNote: 'Richiamare' })
})

test('notes say who wrote them, and go with the part; none comes back', async () => {
  const noted = note()
  const shown = { request: id, by: anna, text: 'Richiamare' }
  expect((await tables(lead, noted)).request_notes).toMatchObject([shown])
  const gone = recordedFixture('LeadErased', { stream: streams.lead(id) })
  const left = await tables(lead, noted, gone, note(), choose('working'))
  expect(left).toMatchObject({ requests: [], request_notes: [] })
})

test('what an account had that has ended, or is an analyst’s now, is nobody’s', async () => {
  const assigned = recordedFixture('RequestAssigned', { stream }, { owner: anna })
  const ended = recordedFixture('AdminEnded', { stream: streams.administrators() }, { adminId: anna })
  expect(await rowAfter(lead, assigned)).toMatchObject({ owner: anna })
  expect(await rowAfter(lead, assigned, ended)).toMatchObject({ owner: null })
  const became = (role: 'analyst' | 'administrator') =>
    recordedFixture('AdminRoleChanged', { stream: streams.administrators() }, { adminId: anna, role })
  expect(await rowAfter(lead, assigned, became('analyst'))).toMatchObject({ owner: null })
  expect(await rowAfter(lead, assigned, became('administrator'))).toMatchObject({ owner: anna })
})

test('the first plan of an account counts, until it is erased', async () => {
  const claimed = recordedFixture(
    'EmailClaimed',
    { stream: streams.email('ab'.repeat(32)) },
    { accountId: anna },
  )
  const registered = recordedFixture('AccountRegistered', { stream: streams.account(anna) })
  const activated = recordedFixture('PlanActivated', { stream: streams.setup(anna) })
  const after = await tables(lead, claimed, registered, activated)
  expect(after.request_accounts).toMatchObject([
    { accountId: anna, registered: registered.position, activated: activated.position },
  ])
  const erased = recordedFixture('AccountErased', { stream: streams.account(anna) })
  expect((await tables(claimed, registered, activated, erased)).request_accounts).toEqual([])
})
