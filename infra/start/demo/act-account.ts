import { register as registerAccount } from '@tba/command-api/accounts/register.ts'
import { register as registerBody } from '@tba/events/accounts/commands.ts'
import { updateProfile as profileBody } from '@tba/events/accounts/profile.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { truncatedAddress } from '@tba/runtime/http/address.ts'
import { absoluteSeconds } from '@tba/runtime/http/session.ts'
import { type Acting, mustExecute, type Scene, signedInOf } from './scene.ts'
import { contextOf, type Stage } from './stage.ts'

export const register: Acting<'register'> = async (stage, scene, { as, body }) => {
  const { visit, visitor } = scene
  const password = stage.passwordOf(body.email) ?? unknownPassword
  const registered = await registerAccount(
    { ...stage, drawUserId: async () => as.userId },
    {
      accountId: as.accountId,
      body: registerBody.parse({ ...body, password }),
      address: visit.browser.ip,
      context: contextOf(visit.id, visitor.consent),
    },
  )
  if ('refused' in registered) throw new Error(`the story is wrong: ${body.email} is taken`)
  await signIn(stage, scene, { does: 'sign-in', as })
}

/** A password that nobody knows: `Stage.passwords` makes a hash of it that none matches. */
export const unknownPassword = 'nobody knows it'

export const signIn: Acting<'sign-in'> = async (stage, scene, { as }) => {
  const { clock } = stage
  const { visit, visitor } = scene
  const { accountId, userId, sessionId } = as
  const opening = {
    ...{ accountId, userId },
    expiresAt: new Date(clock.atMs + absoluteSeconds * 1000).toISOString(),
    device: visit.browser.userAgent.slice(0, 255),
    address: truncatedAddress(visit.browser.ip),
  }
  await mustExecute(during(stage, scene), sessionId, { type: 'OpenSession', opening })
  visitor.signedIn = as
}

export const signOut: Acting<'sign-out'> = async (stage, scene) => {
  const { accountId, sessionId } = signedInOf(scene)
  await mustExecute(during(stage, scene), sessionId, { type: 'CloseSession', accountId })
  scene.visitor.signedIn = null
}

export const updateProfile: Acting<'profile'> = (stage, scene, { changes }) =>
  mustExecute(during(stage, scene), accountOf(scene), {
    type: 'UpdateProfile',
    changes: profileBody.parse(changes),
  })

export const askForLink: Acting<'password-forgotten'> = (stage, scene, { resetId, email }) => {
  const at = new Date(stage.clock.atMs)
  const command = { type: 'RequestPasswordReset', resetId, at } as const
  return mustExecute(during(stage, scene), addressOf(stage, email), command)
}

export const resetPassword: Acting<'password-reset'> = async (stage, scene, { resetId, email }) => {
  const passwordHash = await stage.passwords.hash(unknownPassword, scene.visit.browser.ip)
  const link = { resetId, at: new Date(stage.clock.atMs), passwordSince: null }
  const executing = during(stage, scene)
  await mustExecute(executing, addressOf(stage, email), { type: 'UsePasswordReset', ...link })
  const change = { passwordHash, insteadOf: null, by: 'reset-link', keepSession: null } as const
  await mustExecute(executing, accountOf(scene), { type: 'ChangePassword', ...change })
}

export const eraseAccount: Acting<'erasure'> = async (stage, scene, { email }) => {
  const { accountId } = signedInOf(scene)
  await mustExecute(during(stage, scene), accountOf(scene), { type: 'EraseAccount' })
  await mustExecute(during(stage, scene), addressOf(stage, email), { type: 'ReleaseEmail', accountId })
  scene.visitor.signedIn = null
}

function during({ log }: Stage, { visit, visitor }: Scene) {
  return { log, context: contextOf(visit.id, visitor.consent) }
}

function accountOf({ visit }: Scene): string {
  return visit.account ?? ''
}

function addressOf({ secrets }: Stage, email: string): string {
  return emailHash(secrets.emailHash, email)
}
