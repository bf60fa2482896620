import type { AccountState } from '@tba/events/accounts/account.decider.ts'
import { changePassword, forgotPassword, resetPassword } from '@tba/events/accounts/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import { readLinkToken } from '@tba/runtime/tickets.ts'
import type { Deps } from '../../deps.ts'
import { repeatableCall } from '../../repeatable-call.ts'
import { accountCommand, confirmedAccount, registeredAccount, unusableLink } from '../account-command.ts'
import { rememberBrowser } from './known-browser.ts'

/** A new password ends every session but this one. */
export function changePasswordRoute(app: App, deps: Deps) {
  repeatableCall(app, deps, {
    method: 'PUT',
    url: '/api/user/password',
    onRequest: deps.requireOpenSession,
    tag: 'accounts',
    summary: 'Cambia la password e chiude le altre sessioni',
    body: changePassword,
    endsSessions: 'sessions',
    async run({ request, reply, body }) {
      const account = await confirmedAccount(deps, request, body.currentPassword)
      const chosen = { password: body.newPassword, email: account.email, field: 'newPassword' } as const
      const changed = await accountCommand(deps, request, {
        type: 'ChangePassword',
        passwordHash: await deps.passwords.hash(chosen, request.ip),
        currentHash: account.passwordHash,
        by: 'customer',
        keepSession: customerOf(request).sid,
      })
      const holder = emailHash(deps.secrets.emailHash, account.email ?? '')
      rememberBrowser(deps.secrets.tickets, reply, { holder, generation: passwordSinceIn(changed.state) })
      return changed
    },
  })
}

/**
 * The same event, the same answer and the same work for a known and an unknown address: whether there is an
 * account is looked up when the letter is written, out of the caller's sight.
 */
export function forgotPasswordRoute(app: App, deps: Deps) {
  const bucket = app.bucket('forgot-password', { capacity: 200, refillPerSecond: 1 })
  const onRequest = limit(bucket, deps.submissions)
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/password/forgot',
    status: 202,
    onRequest,
    tag: 'accounts',
    summary: 'Chiede un link per scegliere una nuova password',
    body: forgotPassword,
    async run({ request, body }) {
      const executing = { log: deps.log, context: contextOf(request, 'visitor') }
      const hash = emailHash(deps.secrets.emailHash, body.email)
      await execute(executing, hash, {
        type: 'RequestPasswordReset',
        resetId: crypto.randomUUID(),
        at: new Date(),
      })
      return { position: null }
    },
  })
}

export function resetPasswordRoute(app: App, deps: Deps) {
  const bucket = app.bucket('reset-password', { capacity: 200, refillPerSecond: 1 })
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/password/reset',
    onRequest: limit(bucket),
    tag: 'accounts',
    summary: 'Imposta la password con il link ricevuto',
    body: resetPassword,
    endsSessions: 'sessions',
    async run({ request, reply, body: { token, password } }) {
      const reset = readLinkToken(deps.secrets.tickets, 'password-reset', token)
      if (!reset) throw unusableLink()
      // First, since it may fail: a link that has been used cannot be used again.
      const { email = null } = (await holderOf(deps, reset.holder))?.account ?? {}
      const passwordHash = await deps.passwords.hash({ password, email }, request.ip)
      const accountId = await useLink(deps, reset, contextOf(request, 'visitor'))
      const executing = { log: deps.log, context: contextOf(request, `customer:${accountId}`) }
      const changed = await execute(executing, accountId, {
        type: 'ChangePassword',
        passwordHash,
        currentHash: null,
        by: 'reset-link',
        keepSession: null,
      })
      if ('refused' in changed) throw unusableLink()
      await deps.throttle.forgetFailures({ emailHash: reset.holder, address: request.ip })
      const { holder } = reset
      rememberBrowser(deps.secrets.tickets, reply, { holder, generation: passwordSinceIn(changed.state) })
      return changed
    },
  })
}

const passwordSinceIn = (state: AccountState) =>
  (state.status === 'registered' ? state.passwordSince : null) ?? ''

type Reset = NonNullable<ReturnType<typeof readLinkToken>>

/** @throws {HttpFailure} 400 where the link is used or expired, older than the password, or without an account */
async function useLink({ log }: Deps, { holder: emailHash, id: resetId }: Reset, context: Context) {
  const holder = await holderOf({ log }, emailHash)
  if (!holder) throw unusableLink()
  const { passwordSince } = holder.account
  const command = { type: 'UsePasswordReset', resetId, at: new Date(), passwordSince } as const
  const used = await execute({ log, context }, emailHash, command)
  if ('refused' in used) throw unusableLink()
  return holder.accountId
}

async function holderOf({ log }: Pick<Deps, 'log'>, emailHash: string) {
  const { heldBy: accountId } = (await load(log, 'email', emailHash)).state
  const account = accountId && (await registeredAccount(log, accountId))
  return account ? { accountId, account } : null
}
