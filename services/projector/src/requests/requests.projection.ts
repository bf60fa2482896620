import type { RequestEvent } from '@tba/events/requests/events.ts'
import type { ChosenState, RequestKind } from '@tba/events/requests/states.ts'
import type { Plan } from '@tba/events/setup/plans.ts'
import { idOf } from '@tba/events/streams.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

/** What a state changes, and brings back if it is undone. */
type Worked = { state: ChosenState; reason: string | null; contactedAt: string | null; changedAt: string }
type RequestRow = Worked & {
  id: string
  stream: string
  person: string | null
  kind: RequestKind
  plan: Plan | null
  visitId: string | null
  submittedAt: string
  position: string
  owner: string | null
  callAt: string | null
  lastNote: string | null
  revision: number
  previous: Worked | null
}
type NoteRow = { position: string; request: string; at: string; by: string | null; text: string | null }

const rows = table<RequestRow>('requests', 'id')
const notes = table<NoteRow>('request_notes', 'position')
type Reached = Record<'person' | 'registered' | 'activated' | 'activatedAt', string | null>
type AccountRow = Reached & { accountId: string }
const accounts = table<AccountRow>('request_accounts', 'accountId')
const settings = table<{ name: string; keepMonths: number }>('request_settings', 'name')

function submitted(event: EventOf<'LeadSubmitted' | 'QuestionnaireSubmitted'>): Change {
  const { stream, type, data, metadata, recordedAt, position } = event
  return rows.put({
    ...{ id: idOf(stream), stream, person: personIdOf(data.emailHash) },
    kind: type === 'LeadSubmitted' ? 'lead' : 'questionnaire',
    plan: 'plan' in data ? data.plan : null,
    visitId: metadata.visitId ?? null,
    ...{ submittedAt: recordedAt, position, revision: -1 },
    ...{ state: 'new', reason: null, owner: null, callAt: null, lastNote: null },
    ...{ contactedAt: null, changedAt: recordedAt, previous: null },
  })
}

type Working = EventOf<RequestEvent['type']>
const worked = ({ recordedAt, revision }: Working, row: RequestRow, changes: Partial<RequestRow>) => ({
  ...{ ...row, changedAt: recordedAt },
  ...changes,
  revision,
})
/** After an erasure there is no row, and none comes back. */
const changed = (event: Working, changes: (row: RequestRow) => Partial<RequestRow>): Change =>
  rows.change(idOf(event.stream), row => worked(event, row, changes(row)))

function chosen(event: EventOf<'RequestStateChanged'>): Change {
  const { data, recordedAt } = event
  return changed(event, ({ state, reason, contactedAt, changedAt }) => ({
    ...data,
    contactedAt: contactedAt ?? (data.state === 'new' ? null : recordedAt),
    previous: { state, reason, contactedAt, changedAt },
  }))
}

function noted(event: EventOf<'RequestNoted'>): Change {
  const { stream, data, metadata, recordedAt: at, position } = event
  const [, by = null] = /^admin:(.+)/.exec(metadata.actor) ?? []
  const met = <W extends Worked>(row: W): W => ({ ...row, contactedAt: row.contactedAt ?? at, changedAt: at })
  return rows.fold(
    idOf(stream),
    row =>
      row && worked(event, met(row), { lastNote: data.text, previous: row.previous && met(row.previous) }),
    (_, after) => (after ? [notes.put({ position, request: after.id, at, by, text: data.text })] : []),
  )
}

const erased = ({ stream }: { stream: string }): Change[] => [
  rows.remove(idOf(stream)),
  notes.erase('request', idOf(stream)),
]

export const requests: Projection = {
  name: 'requests',
  version: 4,
  sql: new URL('./requests.sql', import.meta.url),
  tables: [rows, notes, accounts, settings],
  on: {
    LeadSubmitted: submitted,
    QuestionnaireSubmitted: submitted,
    LeadErased: erased,
    QuestionnaireErased: erased,
    RequestStateChanged: chosen,
    RequestStateUndone: event =>
      changed(event, row => ({ ...row.previous, state: event.data.state, previous: null })),
    RequestAssigned: event => changed(event, () => event.data),
    RequestCallPlanned: event => changed(event, () => event.data),
    RequestNoted: noted,
    AdminEnded: ({ data }) => rows.clear('owner', data.adminId),
    // An analyst may work none.
    AdminRoleChanged: ({ data }) => (data.role === 'administrator' ? [] : rows.clear('owner', data.adminId)),
    EmailClaimed: ({ stream, data: { accountId } }) =>
      accounts.put({
        ...{ accountId, person: personIdOf(idOf(stream)) },
        ...{ registered: null, activated: null, activatedAt: null },
      }),
    AccountRegistered: ({ stream, position }) =>
      accounts.change(idOf(stream), row => ({ ...row, registered: position })),
    PlanActivated: ({ stream, recordedAt, position }) =>
      accounts.change(idOf(stream), row => ({ ...row, activated: position, activatedAt: recordedAt })),
    EmailReleased: ({ data }) => accounts.remove(data.accountId),
    AccountErased: ({ stream }) => accounts.remove(idOf(stream)),
    RequestsKeptChanged: ({ stream, data }) => settings.put({ name: idOf(stream), ...data }),
  },
}
