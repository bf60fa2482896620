import type { ActivityType } from '@tba/events/accounts/activity.ts'
import { type CustomerView, customerView } from '@tba/events/accounts/live.ts'

const progress = ['progress', 'activity'] as const
const sessions = ['sessions', 'activity'] as const

/** Which of a customer's views show what they did, where it is not all of them. */
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
  return Object.hasOwn(viewsByType, type) ? viewsByType[type as keyof typeof viewsByType] : allViews
}

/** After these a session that was open may be over. */
export const endsSessions: ReadonlySet<string> = new Set<ActivityType>([
  'PasswordChanged',
  'SessionsRevoked',
  'SessionClosed',
])
