import { type ActivityType, activityType } from '@tba/events/accounts/activity.ts'
import { withDialCode } from '@tba/events/people/phone.ts'
import type { SetupState } from '@tba/events/people/views.ts'
import { searchWords } from '@tba/events/people/words.ts'
import type { SetupStep } from '@tba/events/setup/events.ts'
import type { Plan } from '@tba/events/setup/plans.ts'
import { accountOf, idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Handlers, Projection } from '../engine/projection.ts'
import { dialOf } from './dial.ts'

type Named = Record<'firstName' | 'lastName' | 'email' | 'phone' | 'dial', string | null> & { userId: number }
type CustomerRow = Named &
  Record<'accountId' | 'createdAt' | 'position' | 'words', string> & {
    plan: Plan | null
    state: SetupState
    steps: SetupStep[]
    bots: number
  }

const rows = table<CustomerRow>('customers', 'accountId')
const visitOwners = table<{ id: string; accountId: string; visitId: string }>('customer_visits', 'id')

/** The prefix makes the number unique: customer 7 is not every 7 in an address. */
function searchedBy({ firstName, lastName, email, phone, dial, userId }: Named): string {
  const phones = [phone, dial ?? withDialCode({ phone, countryCode: '+39' })]
  return [...searchWords([firstName, lastName, email], phones), `#${userId}`].join(' ')
}

/** An action in a visit links it to the customer, with consent. */
function linked(event: EventOf<ActivityType>): Change[] {
  const accountId = accountOf(event)
  const { visitId } = event.metadata
  return accountId && visitId ? [visitOwners.put({ id: `${accountId}/${visitId}`, accountId, visitId })] : []
}

/** Streams of accounts and setups contain the account's id. */
function changed(event: EventOf<ActivityType>, to: (row: CustomerRow) => Partial<CustomerRow>): Change[] {
  return [rows.change(idOf(event.stream), row => ({ ...row, ...to(row) })), ...linked(event)]
}

function registered(event: EventOf<'AccountRegistered'>): Change[] {
  const { stream, data, recordedAt: createdAt, position } = event
  const { userId, firstName, lastName } = data
  const named = {
    userId,
    firstName,
    lastName,
    email: data.email?.toLowerCase() ?? null,
    phone: null,
    dial: null,
  }
  const nothingDone = { plan: null, state: 'registered' as const, steps: [], bots: 0 }
  const words = searchedBy(named)
  return [
    rows.put({ ...named, ...nothingDone, accountId: idOf(stream), createdAt, position, words }),
    ...linked(event),
  ]
}

function renamed(event: EventOf<'ProfileUpdated'>): Change[] {
  return changed(event, ({ firstName, lastName, email, phone, userId }) => {
    const { firstName: first, lastName: last, phone: number } = event.data.changes ?? {}
    const now = number === undefined ? phone : number
    const named = {
      firstName: first ?? firstName,
      lastName: last ?? lastName,
      phone: now,
      dial: dialOf(now, null),
    }
    return { ...named, words: searchedBy({ ...named, email, userId }) }
  })
}

function stepsChanged(event: EventOf<'SetupStepCompleted' | 'SetupStepReopened'>): Change[] {
  const { step } = event.data
  return changed(event, ({ steps }) => {
    const others = steps.filter(done => done !== step)
    const now = event.type === 'SetupStepCompleted' ? [...others, step] : others
    return { steps: now, state: now.length > 0 ? 'in-progress' : 'plan' }
  })
}

export const customers: Projection = {
  name: 'customers',
  version: 5,
  sql: new URL('./customers.sql', import.meta.url),
  tables: [rows, visitOwners],
  on: {
    ...(Object.fromEntries(activityType.options.map(type => [type, linked])) as Handlers),
    AccountRegistered: registered,
    ProfileUpdated: renamed,
    PlanActivated: event => changed(event, () => ({ plan: event.data.plan, state: 'plan', steps: [] })),
    PlanChanged: event => changed(event, () => ({ plan: event.data.plan })),
    SetupStepCompleted: stepsChanged,
    SetupStepReopened: stepsChanged,
    SetupCompleted: event => changed(event, () => ({ state: 'complete' })),
    BotActivated: event => changed(event, ({ bots }) => ({ bots: bots + 1 })),
    VisitsExpired: ({ data }) => data.visits.map(visit => visitOwners.erase('visitId', visit)),
    AccountErased: ({ stream }) => [rows.remove(idOf(stream)), visitOwners.erase('accountId', idOf(stream))],
  },
}
