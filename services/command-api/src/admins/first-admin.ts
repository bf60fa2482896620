import { randomUUID } from 'node:crypto'
import type { EventLog } from '@tba/events/log/event-log.ts'
import { streams } from '@tba/events/streams.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { handle, load } from '../handle.ts'
import { adminDecider } from './admin.decider.ts'
import { adminIdOf } from './admin-id.ts'

type Needs = { log: EventLog; secrets: Secrets; passwords: Passwords }
export type FirstAdmin = { email: string; password: string }

/** The environment names the administrator: made at the first start; another password there is a new password. */
export async function ensureAdmin({ log, secrets, passwords }: Needs, { email, password }: FirstAdmin) {
  const adminId = adminIdOf(secrets.emailHash, email)
  const stream = streams.admin(adminId)
  const { state } = await load(log, adminDecider, stream)
  if (state && (await passwords.verify(state.passwordHash, password))) return

  const id = randomUUID()
  const context = { actor: 'system', correlationId: id, causationId: id }
  const passwordHash = await passwords.hash(password)
  const admin = { email: email.trim().toLowerCase(), passwordHash, role: 'admin' }
  await handle(
    { log, decider: adminDecider, stream, context },
    state ? { type: 'ChangeAdminPassword', passwordHash } : { type: 'CreateAdmin', admin },
  )
}
