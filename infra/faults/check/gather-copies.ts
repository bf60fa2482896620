import { setTimeout as pause } from 'node:timers/promises'
import type { StoredEvent } from '@tba/event-store/port.ts'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { OverviewView } from '@tba/events/overview/views.ts'
import type { ReadSideStatus } from '@tba/events/projections/views.ts'
import { shown } from '../../tests/http/funnels/random-log.ts'
import { funnelBy, viewed } from '../load/administrator.ts'
import type { World } from '../world/world.ts'
import { type CopyEvidence, mendedWithinMs, type SaidLoss } from './evidence.ts'

/** By visit, by customer, and with a window and strict order. */
const funnels = () =>
  [
    funnelBy('visit', [viewed, { event: 'LeadSubmitted' }]),
    funnelBy('customer', [
      { event: 'AccountRegistered' },
      { event: 'PlanActivated' },
      { event: 'PlanChanged' },
    ]),
    { ...funnelBy('visit', [viewed, viewed, { event: 'ConsentChosen' }]), windowSeconds: 2, strict: true },
  ] as DatedFunnel[]

/** The copy of each query-api, asked directly: its events up to the end of this log, and what it counts. */
export async function gatherCopies(world: World, log: readonly StoredEvent[]): Promise<CopyEvidence[]> {
  const last = log.at(-1)?.position ?? ''
  const headers = { ...(await signedIn(world)), 'x-after': last }
  const expected = shown(log)
  return Promise.all(
    reading(world).map(async ({ service, number, address }): Promise<CopyEvidence> => {
      const at = (call: string) => `${address}/api/admin/${call}`
      const { text } = await ask(at('export/events?format=ndjson'), headers)
      const events = text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as HistoryEvent)
      const definitions = funnels()
      const { from, to } = definitions[0] as DatedFunnel
      const overview = await ask<OverviewView>(
        at(`overview?bots=true&${new URLSearchParams({ from, to })}`),
        headers,
      )
      const { visits, pageViews, leads, questionnaires, registrations } = overview.body.totals
      const counted = []
      for (const definition of definitions) {
        const { steps } = (await ask<FunnelResult>(at('funnels/run'), headers, definition)).body
        counted.push({ definition, counts: steps.map(({ count }) => count) })
      }
      return {
        name: `${service} ${number}`,
        ids: events.filter(({ position }) => position <= last).map(({ id }) => id),
        totals: { visits, pageViews, leads, questionnaires, registrations },
        funnels: counted,
        shown: expected,
      }
    }),
  )
}

const reading = (world: World) => world.instances.filter(({ service }) => service === 'query-api')

/** The header of an administrator's session. */
export async function signedIn(world: World): Promise<{ authorization: string }> {
  const { body } = await ask<{ token: string }>(`${world.gateway}/api/admin/login`, {}, world.admin)
  return { authorization: `Bearer ${body.token}` }
}

/** @param headers of a session from before the loss, because a later one may not be known */
export function saidLosses(
  world: World,
  { isRefused, headers }: { isRefused: boolean; headers: Record<string, string> },
): Promise<SaidLoss[]> {
  return Promise.all(
    reading(world).map(async ({ service, number, address }) => {
      const { body } = await ask<ReadSideStatus>(`${address}/api/admin/projections`, headers)
      const { text } = await ask(`${address}/metrics`, {})
      const metric = Number(/^log_lost_events\S* (\d+)/m.exec(text)?.[1])
      return { name: `${service} ${number}`, isRefused, lost: body.lost, metric }
    }),
  )
}

/** Asks again while the copy is behind. @throws if that takes more than 30 s */
async function ask<Body>(url: string, headers: Record<string, string>, sent?: object) {
  for (const startMs = performance.now(); ; await pause(500)) {
    const answer = await fetch(url, {
      method: sent ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      body: sent ? JSON.stringify(sent) : null,
    })
    const text = await answer.text()
    if (answer.ok && !answer.headers.has('x-stale')) {
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      const body = isJson ? JSON.parse(text) : null
      return { text, body: body as Body }
    }
    if (performance.now() - startMs > mendedWithinMs)
      throw new Error(`${url} answered ${answer.status}: ${text}`)
  }
}
