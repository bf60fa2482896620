import { register as registerAccount } from '@tba/command-api/accounts/register.ts'
import { accountDecider } from '@tba/events/accounts/account.decider.ts'
import { register as registerBody } from '@tba/events/accounts/commands.ts'
import { emailDecider } from '@tba/events/accounts/email.decider.ts'
import { updateProfile as profileBody } from '@tba/events/accounts/profile.ts'
import { sessionDecider } from '@tba/events/accounts/session.decider.ts'
import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { truncatedAddress } from '@tba/runtime/http/address.ts'
import { absoluteSeconds } from '@tba/runtime/http/session.ts'
import { type Acting, mustHandle, type Scene, signedInOf } from './scene.ts'
import { contextOf, type Stage } from './stage.ts'

export const register: Acting<'register'> = async (stage, scene, { as, body }) => {
  const { visit, standing } = scene
  const password = stage.passwordOf(body.email) ?? unknownPassword
  const registered = await registerAccount(
    { ...stage, drawUserId: async () => as.userId },
    {
      accountId: as.accountId,
      body: registerBody.parse({ ...body, password }),
      context: contextOf(visit.id, standing.consent),
    },
  )
  if ('refused' in registered) throw new Error(`the story is wrong: ${body.email} is taken`)
  await signIn(stage, scene, { does: 'sign-in', as })
}

/** Stands for one that nobody knows: `Stage.passwords` hashes it so that nothing opens it. */
export const unknownPassword = 'nobody knows it'

export const signIn: Acting<'sign-in'> = async ({ log, clock }, { visit, standing }, { as }) => {
  const { accountId, userId, sessionId } = as
  const opening = {
    ...{ accountId, userId },
    expiresAt: new Date(clock.atMs + absoluteSeconds * 1000).toISOString(),
    device: visit.browser.userAgent.slice(0, 255),
    address: truncatedAddress(visit.browser.ip),
  }
  const context = contextOf(visit.id, standing.consent)
  const session = { log, decider: sessionDecider, stream: streams.session(sessionId), context }
  await mustHandle(session, { type: 'OpenSession', opening })
  standing.signedIn = as
}

export const signOut: Acting<'sign-out'> = async ({ log }, scene) => {
  const { visit, standing } = scene
  const { accountId, sessionId } = signedInOf(scene)
  const context = contextOf(visit.id, standing.consent)
  const session = { log, decider: sessionDecider, stream: streams.session(sessionId), context }
  await mustHandle(session, { type: 'CloseSession', accountId })
  standing.signedIn = null
}

export const updateProfile: Acting<'profile'> = (stage, scene, { changes }) =>
  mustHandle(accountOf(stage, scene), { type: 'UpdateProfile', changes: profileBody.parse(changes) })

export const askForLink: Acting<'password-forgotten'> = (stage, scene, { resetId, email }) => {
  const at = new Date(stage.clock.atMs)
  return mustHandle(addressOf(stage, scene, email), { type: 'RequestPasswordReset', resetId, at })
}

export const resetPassword: Acting<'password-reset'> = async (stage, scene, { resetId, email }) => {
  const passwordHash = await stage.passwords.hash(unknownPassword)
  const link = { resetId, at: new Date(stage.clock.atMs), passwordSince: null }
  await mustHandle(addressOf(stage, scene, email), { type: 'UsePasswordReset', ...link })
  const change = { passwordHash, insteadOf: null, by: 'reset-link', keepSession: null } as const
  await mustHandle(accountOf(stage, scene), { type: 'ChangePassword', ...change })
}

export const eraseAccount: Acting<'erasure'> = async (stage, scene, { email }) => {
  const { accountId } = signedInOf(scene)
  await mustHandle(accountOf(stage, scene), { type: 'EraseAccount' })
  await mustHandle(addressOf(stage, scene, email), { type: 'ReleaseEmail', accountId })
  scene.standing.signedIn = null
}

function accountOf({ log }: Stage, { visit, standing }: Scene) {
  const stream = streams.account(visit.account ?? '')
  return { log, decider: accountDecider, stream, context: contextOf(visit.id, standing.consent) }
}

function addressOf({ log, secrets }: Stage, { visit, standing }: Scene, email: string) {
  const stream = streams.email(emailHash(secrets.emailHash, email))
  return { log, decider: emailDecider, stream, context: contextOf(visit.id, standing.consent) }
}
