import { randomBytes } from 'node:crypto'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { bySystem, type EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { adminIdOf } from './admin-id.ts'

type Needs = { log: EventLog; secrets: Pick<Secrets, 'emailHash'>; passwords: Passwords }
/** Nobody's address: whoever takes turns with it is the operator. */
const atStart = 'start'

export type FirstAdmin = { email: string; password?: string | undefined }

/**
 * The administrator that the environment names, at the first start; a password there that is another becomes the new one.
 * @returns the password where none was given and one was made: to be shown once, and stored nowhere
 */
export async function ensureAdmin(needs: Needs, { email, password }: FirstAdmin): Promise<string | null> {
  const { log, secrets, passwords } = needs
  const adminId = adminIdOf(secrets.emailHash, email)
  const { state } = await load(log, 'admin', adminId)
  if (state && (!password || (await passwords.verify(state.passwordHash, password, atStart)))) return null

  const made = password ? null : randomBytes(12).toString('base64url')
  const passwordHash = await passwords.hash(password ?? made ?? '', atStart)
  const admin = { email: email.trim().toLowerCase(), passwordHash, role: 'admin' }
  await execute(
    { log, context: bySystem() },
    adminId,
    state ? { type: 'ChangeAdminPassword', passwordHash } : { type: 'CreateAdmin', admin },
  )
  return made
}
