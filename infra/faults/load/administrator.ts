import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Intention } from './client.ts'

const day = 86_400_000

/** A funnel over the last and the next day. */
export const funnelBy = (by: 'visit' | 'customer', steps: readonly object[], nowMs = Date.now()) => ({
  by,
  steps,
  windowSeconds: 3_600,
  from: new Date(nowMs - day).toISOString(),
  to: new Date(nowMs + day).toISOString(),
})

export const viewed = {
  event: 'InteractionTracked',
  where: [{ field: 'eventType', op: 'is', value: 'page_view' }],
}

/** Reads pages of the console, one after the other. */
export async function beAdministrator(
  client: Client,
  admin: { email: string; password: string },
): Promise<void> {
  const { random, signal } = client
  let token = ''
  while (!signal.aborted) {
    const period = funnelBy('visit', [viewed, { event: 'LeadSubmitted' }])
    const { from, to } = period
    const reads: Pick<Intention, 'method' | 'path' | 'sent'>[] = [
      { method: 'GET', path: `/api/admin/overview?${new URLSearchParams({ from, to })}` },
      { method: 'GET', path: '/api/admin/events?limit=50' },
      { method: 'GET', path: '/api/admin/projections' },
      { path: '/api/admin/funnels/run', sent: period },
    ]
    const read = random.helpers.arrayElement(reads)
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await client.call({ kind: 'read-console', ...read, headers, isRepeated: false })
    if (status === 401) {
      const { answer } = await client.call({ kind: 'read-console', path: '/api/admin/login', sent: admin })
      token = (answer as { token?: string } | null)?.token ?? ''
    }
    await pause(random.number.int({ min: 500, max: 1_500 }), undefined, { signal }).catch(() => {})
  }
}
