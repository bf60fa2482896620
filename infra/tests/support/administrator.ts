import { randomUUID } from 'node:crypto'
import { passwords } from '@tba/command-api/accounts/sessions/passwords.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { linkToken } from '@tba/runtime/tickets.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { vi } from 'vitest'
import { password, type TestedProduct } from './product.ts'
import type { Answer, Visitor } from './visitor.ts'

export const admin = { email: 'admin@example.com', password }

export type Administrator = Pick<Visitor, 'get' | 'post' | 'call'> & {
  token: string
  /** An answer that contains everything written before the request. */
  getFresh(path: string): Promise<Answer>
}

let measurement = 0

/** An administrator of a product that was opened with `admin`. Calls send the bearer token. */
export async function administrator(product: TestedProduct): Promise<Administrator> {
  const { status, body, text } = await product.visitor().post('/api/admin/login', admin)
  if (status !== 200) throw new Error(`signing in answered ${status}: ${text}`)
  const { token } = body as { token: string }
  return consoleOf(product, token)
}

/** A person whom an administrator invited, and who accepted. */
export async function invite(
  product: TestedProduct,
  { by, role, email = `console-${randomUUID()}@example.com` }: InviteOptions,
): Promise<Administrator & { id: string; email: string }> {
  const answer = await by.post('/api/admin/users', { email, role })
  if (answer.status !== 201) throw new Error(`inviting answered ${answer.status}: ${answer.text}`)
  const { id } = answer.body as { id: string }
  const [invitation] = (await product.recorded({ type: 'AdminInvited' })).filter(
    ({ data }) => data.adminId === id,
  )
  const link = { holder: id, id: String(invitation?.data.invitationId) }
  const token = linkToken(product.secrets.tickets, 'admin-invitation', link)
  const accepted = await product.visitor().post('/api/admin/invitations/accept', { token, password })
  return { ...(await consoleOf(product, String(accepted.headers['x-token']))), id, email }
}

type InviteOptions = { by: Pick<Administrator, 'post'>; role: Role; email?: string }

async function consoleOf(product: TestedProduct, token: string): Promise<Administrator> {
  const visitor = product.visitor()
  const call: Visitor['call'] = (method, path, sent, options = {}) =>
    visitor.call(method, path, sent, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    })
  const get: Visitor['get'] = (path, options) => call('GET', path, undefined, options)
  const post: Visitor['post'] = (path, sent, options) => call('POST', path, sent, options)
  // A new product first builds its analysts' copy, which takes seconds on a busy machine.
  await vi.waitFor(
    async () => {
      if ((await get('/api/admin/events?limit=1')).status === 503) throw new Error('the copy is being built')
    },
    { timeout: 60_000, interval: 20 },
  )
  return {
    token,
    call,
    get,
    post,
    async getFresh(path) {
      // The caller's own write comes last in the log, and a read waits for it.
      await post('/api/admin/settings/ga', { measurementId: `G-${String(++measurement).padStart(6, '0')}` })
      return vi.waitFor(
        async () => {
          const answer = await get(path)
          if (answer.headers['x-stale'] || answer.status === 503) throw new Error('the answer is stale')
          return answer
        },
        { timeout: 20_000 },
      )
    },
  }
}

/** The same as a start with another ADMIN_PASSWORD. */
export async function changeAdminPassword({ connectionString, secrets }: TestedProduct, password: string) {
  const pool = await createPool(connectionString)
  const store = await openEventStore({ url: connectionString })
  const log = eventLog(store, personKeys(pool, keksOf(secrets)))
  await ensureAdmin({ log, secrets, passwords: await passwords() }, { email: admin.email, password })
  await store.close()
  await pool.end()
}
