import { createHmac, randomBytes } from 'node:crypto'
import { execute } from '@tba/runtime/commands/execute.ts'
import { uuidFromHash } from '@tba/runtime/email-hash.ts'
import { consoleAccount } from '@tba/runtime/http/admin-session.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Passwords } from '../accounts/sessions/passwords.ts'

type Needs = { log: EventLog; secrets: Pick<Secrets, 'emailHash'>; passwords: Passwords }
/** Stands for the operator, who has no address, in the queue for hashes. */
const atStart = 'start'

export type FirstAdmin = { email: string; password?: string | undefined }

/**
 * The administrator that the environment names, at the first start; a password there that is another becomes the new one.
 * Of an account that was ended, or waits for its invitation, nothing is changed.
 * @returns the password where none was given and one was made: to be shown once, and stored nowhere
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

/** An administrator's id is made from the address, so that an address has one administrator without a claim. */
export function adminIdOf(emailHashKey: Uint8Array, email: string): string {
  return uuidFromHash(
    createHmac('sha256', emailHashKey).update(`admin\n${email.trim().toLowerCase()}`).digest('hex'),
  )
}
