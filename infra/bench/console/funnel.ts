import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { type Bench, timed } from '../harness.ts'
import type { Product } from './product.ts'

const tracked = ['page_view', 'scroll', 'button_click']
const steps = [
  ...tracked.map(value => ({
    event: 'InteractionTracked',
    where: [{ field: 'eventType', op: 'is', value }],
  })),
  { event: 'LeadSubmitted' },
]
const period = { from: '2020-01-01T00:00:00.000Z', to: '2040-01-01T00:00:00.000Z' }
const windowSeconds = 3_600

/** A funnel of four steps within an hour, asked for the first time and again. */
export async function measureFunnel({ figure, rounds }: Bench, product: Product): Promise<void> {
  const asked = figure('a funnel of four steps', 'ms', { most: 500 })
  const again = figure('the same funnel again', 'ms', { most: 20 })
  await rounds(5, [
    async () => asked.values.push(await timed(() => askFunnel(product, true))),
    async () => again.values.push(await timed(() => askFunnel(product, false))),
  ])
}

let changes = 0

/** @param isNew changes the window by a second each time, because a stored result takes no time */
export async function askFunnel({ ask }: Product, isNew: boolean): Promise<FunnelResult> {
  if (isNew) changes++
  const definition = { by: 'visit', steps, ...period, bots: true, windowSeconds: windowSeconds + changes }
  return ask('/api/admin/funnels/run', definition)
}
