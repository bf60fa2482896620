import { specify } from '../testing/given.ts'
import type { RequestEvent } from './events.ts'
import { type RequestCommand, requestDecider } from './request.decider.ts'
import type { ChosenState } from './states.ts'

const { after } = specify(requestDecider)
const [anna, bruno] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
const now = '2026-11-29T09:00:00.000Z'
const [yesterday, tomorrow] = ['2026-11-28T09:00:00.000Z', '2026-11-30T08:00:00.000Z']

type Changes = Extract<RequestCommand, { type: 'ChangeRequest' }>['changes']
const change = (revision: number, changes: Changes, at = now) =>
  ({ type: 'ChangeRequest', revision, changes, admins: [anna], at: new Date(at) }) as const
const at = (recordedAt: string, event: RequestEvent) => ({ ...event, recordedAt })
const chosen = (state: ChosenState, reason: string | null = null) =>
  ({ type: 'RequestStateChanged', data: { state, reason } }) as const
const undone = (state: ChosenState) => ({ type: 'RequestStateUndone', data: { state } }) as const
const planned = (callAt: string | null) => ({ type: 'RequestCallPlanned', data: { callAt } }) as const
const assigned = (owner: string | null) => ({ type: 'RequestAssigned', data: { owner } }) as const
const noted = { type: 'RequestNoted', data: { text: 'Richiamare dopo le 18' } } as const

test('the outcome of a call, the next call and who has it are recorded together', () => {
  after([], change(-1, { state: 'no-answer', owner: anna, callAt: tomorrow })).records(
    chosen('no-answer'),
    assigned(anna),
    planned(tomorrow),
  )
})

test('what stands already is not recorded again, but an account always gets what it takes', () => {
  after([], change(-1, {})).records()
  after([], change(-1, { state: 'new', owner: null, callAt: null })).records()
  const history = [chosen('working'), planned(tomorrow), assigned(anna)]
  after(history, change(2, { state: 'working', callAt: tomorrow })).records()
  after(history, change(2, { owner: anna })).records(assigned(anna))
  after(history, change(2, { owner: null })).records(assigned(null))
})

test('a note needs no revision', () => {
  after([chosen('working')], { type: 'NoteRequest', text: noted.data.text }).records(noted)
})

describe('a change is refused', () => {
  test('if somebody has written since it was seen, also a note', () => {
    for (const history of [[chosen('working')], [noted]])
      after(history, change(-1, { state: 'working' })).refuses('stale')
    after([], change(0, { state: 'working' })).refuses('stale')
  })

  test('if it says «won», which only a plan says', () => {
    after([], change(-1, { state: 'won' })).refuses('won-by-hand')
  })

  test('if the request is lost for no reason', () => {
    after([], change(-1, { state: 'lost' })).refuses('no-reason')
  })

  test('if its new owner has no account that may work requests', () => {
    after([], change(-1, { owner: bruno })).refuses('unknown-owner')
  })

  test('if the call lies in the past, unless that call stands already', () => {
    after([], change(-1, { callAt: yesterday })).refuses('call-in-past')
    after([planned(yesterday)], change(0, { state: 'working', callAt: yesterday })).records(chosen('working'))
  })
})

describe('who says no', () => {
  const lost = chosen('lost', 'Troppo caro')

  test('is called no more, unless the same change plans a call', () => {
    const reason = lost.data.reason ?? ''
    after([planned(tomorrow)], change(0, { state: 'lost', reason })).records(lost, planned(null))
    after([planned(tomorrow)], change(0, { state: 'lost', reason, callAt: tomorrow })).records(lost)
  })

  test('may say no for another reason', () => {
    const other = chosen('lost', 'Ha scelto un altro')
    after([lost], change(0, { state: 'lost', reason: 'Ha scelto un altro' })).records(other)
    after([lost], change(0, { state: 'lost', reason: 'Troppo caro' })).records()
  })
})

describe('a state that is taken back', () => {
  const lost = at('2026-11-29T08:59:50.000Z', chosen('lost', 'Troppo caro'))
  const history = [planned(yesterday), lost, planned(null)]

  test('within ten seconds counts for nothing, and the call is planned as before', () => {
    after(history, change(2, { state: 'new' })).records(undone('new'), planned(yesterday))
    after(history, change(2, { state: 'new', callAt: yesterday })).records(undone('new'), planned(yesterday))
  })

  test('leaves the call that was planned since', () => {
    const working = at('2026-11-29T08:59:59.000Z', chosen('working'))
    after([working, planned(tomorrow)], change(1, { state: 'new' })).records(undone('new'))
  })

  test('later is a change like others', () => {
    const later = '2026-11-29T09:00:00.001Z'
    after(history, change(2, { state: 'new' }, later)).records(chosen('new'))
  })

  test('is taken back once, and only to what it was before', () => {
    after(history, change(2, { state: 'working' })).records(chosen('working'))
    after([...history, undone('new')], change(3, { state: 'lost', reason: 'Troppo caro' })).records(
      chosen('lost', 'Troppo caro'),
    )
  })

  test('comes back with its reason', () => {
    const reopened = at('2026-11-29T08:59:59.000Z', chosen('working'))
    after(
      [chosen('lost', 'Troppo caro'), reopened],
      change(1, { state: 'lost', reason: 'Troppo caro' }),
    ).records(undone('lost'))
  })
})
