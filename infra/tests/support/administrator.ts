import { passwords } from '@tba/command-api/accounts/sessions/passwords.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { linkToken } from '@tba/runtime/tickets.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { password, type TestedProduct } from './product.ts'
import { type Answer, answered, fresh, hasStaleHeader, type Visitor } from './visitor.ts'

export const admin = { email: 'admin@example.com', password }

/** An answer to `get` contains everything that was written before, by anybody. */
export type Administrator = Pick<Visitor, 'get' | 'post' | 'call'> & {
  token: string
  read<T>(path: string): Promise<T>
  create(path: string, sent: unknown): Promise<string>
  /** The same as `get` for a read with a body. */
  ask(path: string, body: unknown): Promise<Answer>
}

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
  { by, role, email = `console-${crypto.randomUUID()}@example.com` }: InviteOptions,
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
  return { ...consoleOf(product, String(accepted.headers['x-token'])), id, email }
}

type InviteOptions = { by: Pick<Administrator, 'post'>; role: Role; email?: string }

const isLate = ({ status }: Answer) => status === 503

function consoleOf(product: TestedProduct, token: string): Administrator {
  const visitor = product.visitor()
  const call: Visitor['call'] = (method, path, sent, options = {}) =>
    visitor.call(method, path, sent, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    })
  // An administrator's read waits only a moment for what others wrote, and always for this position.
  const read = async (...[method, path, sent, options = {}]: Parameters<typeof call>) => {
    const after = { 'x-after': (await product.store.head()) ?? '' }
    const ask = () => call(method, path, sent, { ...options, headers: { ...after, ...options.headers } })
    return fresh(ask, answer => hasStaleHeader(answer) || isLate(answer))
  }
  // Refused before anything is recorded: an answer that needs the analysts' copy, which may be late.
  const post: Administrator['post'] = (path, sent, options) =>
    fresh(() => call('POST', path, sent, options), isLate)
  return {
    token,
    call,
    get: (path, options) => read('GET', path, undefined, options),
    read: async path => answered(await read('GET', path)),
    post,
    async create(path, sent) {
      const { status, body, text } = await post(path, sent)
      if (status !== 201 && status !== 202) throw new Error(`${path} answered ${status}: ${text}`)
      return (body as { id: string }).id
    },
    ask: (path, sent) => read('POST', path, sent),
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
