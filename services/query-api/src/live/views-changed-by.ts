import { type CustomerView, customerView } from '@tba/events/accounts/live.ts'
import type { ActivityType } from '@tba/events/accounts/views.ts'

const progress = ['progress', 'activity'] as const
const sessions = ['sessions', 'activity'] as const

/** What a customer did, as their activity lists it, and which of their views show it. */
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
} as const satisfies Record<ActivityType, readonly CustomerView[]>

export const allViews: readonly CustomerView[] = customerView.options

/** All views for a type that only a newer build knows. */
export function viewsChangedBy(type: string): readonly CustomerView[] {
  return Object.hasOwn(viewsByType, type) ? viewsByType[type as keyof typeof viewsByType] : allViews
}

/** After these a session that was open may be over. */
export const endsSessions: ReadonlySet<string> = new Set<ActivityType>([
  'PasswordChanged',
  'SessionsRevoked',
  'SessionClosed',
])
