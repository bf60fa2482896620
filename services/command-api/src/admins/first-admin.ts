import { createHmac, randomBytes } from 'node:crypto'
import type { ConsoleAccount } from '@tba/events/admins/administrators.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { uuidFromHash } from '@tba/runtime/email-hash.ts'
import { consoleAccount } from '@tba/runtime/http/admin-session.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Passwords } from '../accounts/sessions/passwords.ts'

type Needs = { log: EventLog; secrets: Pick<Secrets, 'emailHash'>; passwords: Passwords }
/** The operator’s key in the queue for hashes, in place of an IP address. */
const atStart = 'start'

/** How long a printed password opens sessions. */
const issuedHours = 72

/** The sentence of a start that prints one. */
export const issuedPassword = (email: string, password: string) =>
  `Administrator: ${email}, password: ${password} (shown only now). Choose another at the first sign-in, within ${issuedHours} hours.`

export type FirstAdmin = { email: string; password?: string | undefined }

/**
 * Creates the administrator of the environment at the first start. Later, a changed password there becomes the new one.
 * An ended or invited account is not changed. A printed password has to be changed at the first sign-in; if nobody has done
 * that in time, the next start prints another.
 * @returns the generated password if none was given: shown once, stored nowhere
 */
export async function ensureAdmin(needs: Needs, { email, password }: FirstAdmin): Promise<string | null> {
  const { log, secrets, passwords } = needs
  const adminId = adminIdOf(secrets.emailHash, email)
  const known = await consoleAccount(log, adminId)
  if (known && known.state !== 'active') return null
  const isDead = known && isPasswordDead(known)
  if (known && (password ? await passwords.verify(known.passwordHash, password, atStart) : !isDead))
    return null

  const created = password ? null : randomBytes(12).toString('base64url')
  const passwordHash = await passwords.hashUnchecked(password ?? created ?? '', atStart)
  const admin = { adminId, email: email.trim().toLowerCase(), passwordHash, role: 'administrator' } as const
  const issuedUntil = created && new Date(Date.now() + issuedHours * 3_600_000).toISOString()
  const done = await execute(
    { log, context: systemContext() },
    undefined,
    known
      ? { type: 'ChangeAdminPassword', adminId, passwordHash, issuedUntil }
      : { type: 'CreateAdmin', admin, issuedUntil },
  )
  // Another process was faster.
  return 'refused' in done ? null : created
}

/** A printed password that was not changed in time. */
export const isPasswordDead = ({ issuedUntil }: ConsoleAccount) =>
  issuedUntil !== null && Date.parse(issuedUntil) <= Date.now()

/** The id is derived from the address: so an address has one administrator, without a claim. */
export function adminIdOf(emailHashKey: Uint8Array, email: string): string {
  return uuidFromHash(
    createHmac('sha256', emailHashKey).update(`admin\n${email.trim().toLowerCase()}`).digest('hex'),
  )
}
