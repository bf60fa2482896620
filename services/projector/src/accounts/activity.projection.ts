import type { ActivityType } from '@tba/events/accounts/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Handlers, Projection } from '../engine/projection.ts'

type Told = EventOf<ActivityType>
type ActivityRow = { accountId: string; type: ActivityType; at: string; position: string }

const sessions = table<{ sid: string; accountId: string }>('session_accounts', 'sid')
const rows = table<ActivityRow>('activity', 'position')

function done(accountId: string, { type, recordedAt, position }: Told): Change {
  return rows.put({ accountId, type, at: recordedAt, position })
}

/** The streams of accounts and setups bear the account's id. */
const doneByOwner = (event: Told): Change => done(idOf(event.stream), event)

export const activity: Projection = {
  name: 'activity',
  version: 1,
  sql: new URL('./activity.sql', import.meta.url),
  tables: [sessions, rows],
  on: {
    AccountRegistered: doneByOwner,
    ProfileUpdated: doneByOwner,
    ProfileImageChanged: doneByOwner,
    PasswordChanged: doneByOwner,
    SessionsRevoked: event => [
      sessions.erase('accountId', idOf(event.stream), event.data.except),
      doneByOwner(event),
    ],
    SessionOpened: event => [
      sessions.put({ sid: idOf(event.stream), accountId: event.data.accountId }),
      done(event.data.accountId, event),
    ],
    SessionClosed: event =>
      sessions.fold(
        idOf(event.stream),
        () => null,
        owned => (owned ? [done(owned.accountId, event)] : []),
      ),
    // Nothing that a customer did.
    SessionExpired: ({ stream }) => sessions.remove(idOf(stream)),
    PlanActivated: doneByOwner,
    PlanChanged: doneByOwner,
    SetupStepCompleted: doneByOwner,
    SetupStepReopened: doneByOwner,
    SetupNoted: doneByOwner,
    LicenceIssued: doneByOwner,
    SetupCompleted: doneByOwner,
    CredentialsSaved: doneByOwner,
    BotActivated: doneByOwner,
    AccountErased: ({ stream }) => [
      sessions.erase('accountId', idOf(stream)),
      rows.erase('accountId', idOf(stream)),
    ],
  } satisfies Record<ActivityType, unknown> & Handlers,
}
