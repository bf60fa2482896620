import { createHmac, randomBytes } from 'node:crypto'
import { execute } from '@tba/runtime/commands/execute.ts'
import { uuidFromHash } from '@tba/runtime/email-hash.ts'
import { consoleAccount } from '@tba/runtime/http/admin-session.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Passwords } from '../accounts/sessions/passwords.ts'

type Needs = { log: EventLog; secrets: Pick<Secrets, 'emailHash'>; passwords: Passwords }
/** The operator’s key in the queue for hashes, in place of an IP address. */
const atStart = 'start'

export type FirstAdmin = { email: string; password?: string | undefined }

/**
 * Creates the administrator of the environment at the first start. Later, a changed password there becomes the new one.
 * An ended or invited account is not changed.
 * @returns the generated password if none was given: shown once, stored nowhere
 */
export async function ensureAdmin(needs: Needs, { email, password }: FirstAdmin): Promise<string | null> {
  const { log, secrets, passwords } = needs
  const adminId = adminIdOf(secrets.emailHash, email)
  const known = await consoleAccount(log, adminId)
  if (known && known.state !== 'active') return null
  if (known && (!password || (await passwords.verify(known.passwordHash, password, atStart)))) return null

  const created = password ? null : randomBytes(12).toString('base64url')
  const passwordHash = await passwords.hash(password ?? created ?? '', atStart)
  const admin = { adminId, email: email.trim().toLowerCase(), passwordHash, role: 'administrator' } as const
  await execute(
    { log, context: systemContext() },
    undefined,
    known ? { type: 'ChangeAdminPassword', adminId, passwordHash } : { type: 'CreateAdmin', admin },
  )
  return created
}

/** The id is derived from the address: so an address has one administrator, without a claim. */
export function adminIdOf(emailHashKey: Uint8Array, email: string): string {
  return uuidFromHash(
    createHmac('sha256', emailHashKey).update(`admin\n${email.trim().toLowerCase()}`).digest('hex'),
  )
}
