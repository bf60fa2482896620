import { activityType } from '@tba/events/accounts/activity.ts'
import type { LinkChange } from '@tba/events/people/links.ts'
import { withDialCode } from '@tba/events/people/phone.ts'
import { searchWords } from '@tba/events/people/words.ts'
import type { EventType } from '@tba/events/registry.ts'
import { accountOf, idOf, streams } from '@tba/events/streams.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Handlers, Projection } from '../engine/projection.ts'
import { dialOf } from './dial.ts'

type Named = Record<'name' | 'surname' | 'email' | 'phone', string | null> & { userId: number | null }
type Part = Named & {
  stream: string
  person: string | null
  kind: 'account' | 'lead' | 'questionnaire'
  id: string
  dial: string | null
  words: string
  /** Null: the address is claimed, but nobody has registered yet. */
  position: string | null
  last: string | null
  lastAt: string | null
}
type Link = { position: string; at: string; person: string | null } & Record<
  'other' | 'admin',
  string | null
> & {
    type: LinkChange['type']
  }

const parts = table<Part>('person_parts', 'stream')
const links = table<Link>('person_links', 'position')

function found(named: Named, countryCode: string | null = null) {
  const { name, surname, email, phone, userId } = named
  const dial = dialOf(phone, countryCode)
  const phones = [phone, dial ?? withDialCode({ phone, countryCode: countryCode ?? '+39' })]
  const words = [...searchWords([name, surname, email], phones), ...(userId === null ? [] : [`#${userId}`])]
  return { ...named, dial, words: words.join(' ') }
}

const acted = ({ position, recordedAt }: EventOf<EventType>) => ({ last: position, lastAt: recordedAt })

function submitted(event: EventOf<'LeadSubmitted' | 'QuestionnaireSubmitted'>): Change {
  const { stream, data, position, type } = event
  const { name, email, phone, emailHash } = data
  return parts.put({
    ...{ stream, person: personIdOf(emailHash), id: idOf(stream), position, ...acted(event) },
    kind: type === 'LeadSubmitted' ? 'lead' : 'questionnaire',
    ...found(
      { name, surname: null, email, phone, userId: null },
      'countryCode' in data ? data.countryCode : null,
    ),
  })
}

const nothing = {
  ...{ person: null, name: null, surname: null, email: null, phone: null, userId: null },
  ...{ dial: null, words: '', position: null, last: null, lastAt: null },
}

/** An account has two beginnings, in two streams: its address, and itself. */
const account = (id: string, changes: Partial<Part>): Change => {
  const stream = streams.account(id)
  return parts.fold(stream, row => ({ ...nothing, stream, kind: 'account', id, ...row, ...changes }))
}

function registered(event: EventOf<'AccountRegistered'>): Change {
  const { firstName: name, lastName: surname, email, userId } = event.data
  const named = { name, surname, email: email?.toLowerCase() ?? null, phone: null, userId }
  return account(idOf(event.stream), { position: event.position, ...acted(event), ...found(named) })
}

function seen(event: EventOf<EventType>): Change[] {
  const id = accountOf(event)
  return id === null ? [] : [parts.change(streams.account(id), row => ({ ...row, ...acted(event) }))]
}

const renamed = (event: EventOf<'ProfileUpdated'>): Change =>
  parts.change(event.stream, row => {
    const {
      firstName: name = row.name,
      lastName: surname = row.surname,
      phone = row.phone,
    } = event.data.changes ?? {}
    return { ...row, ...found({ ...row, name, surname, phone }), ...acted(event) }
  })

/** Who joined it counts only for joins. */
function linked(
  { position, recordedAt: at, metadata: { actor } }: EventOf<EventType>,
  link: Pick<Link, 'type' | 'person'> & { other?: string },
): Change {
  const isByAdmin = actor.startsWith('admin:')
  return links.put({
    other: null,
    ...link,
    position,
    at,
    admin: isByAdmin ? actor.slice('admin:'.length) : null,
  })
}

export const personParts: Projection = {
  name: 'person-parts',
  version: 3,
  sql: new URL('./person-parts.sql', import.meta.url),
  tables: [parts, links],
  on: {
    ...(Object.fromEntries(activityType.options.map(type => [type, seen])) as Handlers),
    LeadSubmitted: submitted,
    QuestionnaireSubmitted: submitted,
    LeadErased: ({ stream }) => parts.remove(stream),
    QuestionnaireErased: ({ stream }) => parts.remove(stream),
    EmailClaimed(event) {
      const person = personIdOf(idOf(event.stream))
      return [account(event.data.accountId, { person }), linked(event, { type: 'claimed', person })]
    },
    EmailReleased: event => [
      parts.remove(streams.account(event.data.accountId)),
      linked(event, { type: 'released', person: personIdOf(idOf(event.stream)) }),
    ],
    AccountRegistered: registered,
    ProfileUpdated: renamed,
    AccountErased: ({ stream }) => parts.remove(stream),
    PersonsJoined: event => linked(event, { type: 'joined', ...event.data }),
    PersonParted: event => linked(event, { type: 'parted', person: event.data.person }),
  },
}
