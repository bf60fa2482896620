import type { AccountState } from '@tba/events/accounts/account.decider.ts'
import { updateProfile } from '@tba/events/accounts/profile.ts'
import { type User, user } from '@tba/events/accounts/views.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { accountCommand } from './account-command.ts'

export function profileRoute(app: App, deps: Deps) {
  repeatableCall(app, deps, {
    method: 'PUT',
    url: '/api/user/profile',
    onRequest: deps.requireOpenSession,
    tag: 'accounts',
    summary: 'Aggiorna il profilo',
    body: updateProfile,
    view: user,
    async run({ request, body: changes }) {
      const { state, ...done } = await accountCommand(deps, request, { type: 'UpdateProfile', changes })
      return { ...done, answer: userOf(state) }
    },
    repeatedAnswer: ({ request }, { revision }) => userAt(deps.log, customerOf(request).sub, revision),
  })
}

export async function userAt(log: EventLog, id: string, revision: number): Promise<User> {
  return userOf((await loadUntil({ log, category: 'account', id }, { revision })).state)
}

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
