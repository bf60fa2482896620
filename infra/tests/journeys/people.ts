import { randomUUID } from 'node:crypto'
import { hostile } from './collected.ts'

type Named = { email: string; firstName: string; lastName?: string }

/** A customer as a browser's calls make one. */
async function register(url: string, { email, firstName, lastName = 'Verdi' }: Named) {
  const visit = `session_${randomUUID()}`
  let cookie = 'consent=all'
  async function send(method: string, path: string, body: object) {
    const headers = { 'content-type': 'application/json', origin: url, 'x-visit-id': visit, cookie }
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const set = answer.headers.getSetCookie().map(line => line.split(';')[0])
    cookie = [cookie, ...set].join('; ')
  }
  await send('POST', '/api/register', { email, password: 'segreta-di-prova', firstName, lastName })
  return { send, visit, rename: (name: string) => send('PUT', '/api/user/profile', { firstName: name }) }
}

/** Who did nothing yet, who is hostile, and two who did a bit of everything; or one more by this name. */
export async function settleCustomers(url: string, one?: Named) {
  if (one) return register(url, one)
  const newcomer = await register(url, { email: 'nuova@example.com', firstName: 'Nuova' })
  await register(url, { email: 'ostile@example.com', firstName: hostile, lastName: hostile })
  for (const [email, firstName] of [
    ['niccolo@example.com', 'Niccolò'],
    ['ada@example.com', 'Ada'],
  ] as const)
    await doSome(await register(url, { email, firstName, lastName: 'Bianchi' }))
  return newcomer
}

async function doSome({ send, visit }: Awaited<ReturnType<typeof register>>) {
  await send('POST', '/api/user/progress', { plan: 'elite', deposit: 3000 })
  await send('PUT', '/api/user/progress', { step1_broker_account: true })
  const account = { platform: 'MT4', server: 'Axi-Live', loginNumber: '12345' }
  await send('POST', '/api/user/mt4-credentials', { ...account, password: 'password-del-broker' })
  await send('POST', '/api/user/bots', { botType: 'swing', strategyName: 'Prudente', allocatedAmount: 200 })
  const seen = { sessionId: visit, clientId: randomUUID(), eventType: 'page_view', page: '/dashboard' }
  await send('POST', '/api/tracking/interaction', seen)
}
