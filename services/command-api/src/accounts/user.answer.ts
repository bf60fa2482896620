import type { User } from '@tba/events/accounts/views.ts'
import type { AccountState } from './account.decider.ts'

/** The current user as the query-api will answer it once it is projected. */
export function userOf(state: AccountState): User {
  if (state.status !== 'registered') throw new Error(`an account that is ${state.status} has no user`)
  const { account, registeredAt } = state
  const email = account.email?.toLowerCase() ?? ''
  return {
    id: account.userId,
    username: email,
    email,
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    profileImageUrl: null,
    phone: null,
    bio: null,
    website: null,
    linkedinUrl: null,
    twitterUrl: null,
    facebookUrl: null,
    instagramUrl: null,
    telegramUrl: null,
    whatsappNumber: null,
    country: null,
    timezone: null,
    createdAt: registeredAt,
    updatedAt: registeredAt,
  }
}
