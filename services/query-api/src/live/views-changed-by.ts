import type { ActivityType } from '@tba/events/accounts/activity.ts'
import { type CustomerView, customerView } from '@tba/events/accounts/live.ts'
import { isKeyOf } from '@tba/events/keys.ts'

const progress = ['progress', 'activity'] as const
const sessions = ['sessions', 'activity'] as const

/** The customer’s views that show an event, for events that not all views show. */
const viewsByType = {
  AccountRegistered: ['user', 'activity'],
  ProfileUpdated: ['user', 'activity'],
  ProfileImageChanged: ['user', 'activity'],
  PasswordChanged: sessions,
  SessionsRevoked: sessions,
  SessionOpened: sessions,
  SessionClosed: sessions,
  PlanActivated: progress,
  PlanChanged: progress,
  SetupStepCompleted: progress,
  SetupStepReopened: progress,
  SetupNoted: progress,
  LicenceIssued: progress,
  SetupCompleted: progress,
  CredentialsSaved: ['credentials', 'activity'],
  BotActivated: ['bots', 'activity'],
} as const satisfies { [T in ActivityType]?: readonly CustomerView[] }

export const allViews: readonly CustomerView[] = customerView.options

/** All views for a type that is not named above: of a new context, or known only to a newer build. */
export function viewsChangedBy(type: string): readonly CustomerView[] {
  return isKeyOf(viewsByType, type) ? viewsByType[type] : allViews
}

/** Events that may end an open session. */
export const endsSessions: ReadonlySet<string> = new Set<ActivityType>([
  'PasswordChanged',
  'SessionsRevoked',
  'SessionClosed',
])
