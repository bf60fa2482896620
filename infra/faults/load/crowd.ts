import { setTimeout as pause } from 'node:timers/promises'
import { depositEuro, plan } from '@tba/events/setup/plans.ts'
import type { Client } from './client.ts'
import { registration } from './customer.ts'
import { isOk, mailDomain } from './history.ts'

/** Registers the same address from all these browsers at once. The winner chooses a plan in as many tabs at once. */
export async function beCrowd(clients: readonly Client[]): Promise<void> {
  const [first] = clients
  for (let round = 0; first && !first.signal.aborted; round += 1) {
    const email = `${first.name}-${round}@${mailDomain}`
    const sent = registration({ email, lastName: `Zeta${first.random.string.alpha(12)}` })
    for (const { cookies } of clients) {
      cookies.clear()
      cookies.set('consent', 'all')
    }
    const registered = await Promise.all(
      clients.map(client =>
        client.call({ kind: 'register', path: '/api/register', sent, email, race: `register ${round}` }),
      ),
    )
    const winner = clients[registered.findIndex(isOk)]
    if (winner)
      await Promise.all(
        clients.map((_, at) => {
          const chosen = plan.options[at % plan.options.length] ?? 'starter'
          const body = { plan: chosen, deposit: depositEuro[chosen] }
          return winner.call({ kind: 'plan', path: '/api/user/progress', sent: body, email })
        }),
      )
    const { signal } = first
    await pause(first.random.number.int({ min: 3_000, max: 6_000 }), undefined, { signal }).catch(() => {})
  }
}
