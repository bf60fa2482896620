import type { AccountState } from '@tba/events/accounts/account.decider.ts'
import type { User } from '@tba/events/accounts/views.ts'

/** The current user, as the query-api answers once the events are projected. */
export function userOf(account: AccountState): User {
  if (account.status !== 'registered') throw new Error(`an account that is ${account.status} has no user`)
  const email = account.email ?? ''
  return {
    id: account.userId,
    username: email,
    email,
    ...account.profile,
    profileImageUrl: account.imageUrl,
    createdAt: account.createdAt,
    updatedAt: account.updatedAt,
  }
}
