import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@tba/event-store/port.ts'
import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { type KeptStep, keptResult } from '@tba/events/funnels/kept-result.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { expect, onTestFinished } from 'vitest'
import type { Projection } from '../engine/projection.ts'
import { funnels } from '../funnels/funnels.projection.ts'
import { type KeeperDeps, keepFunnels } from '../funnels/keeper.ts'
import { history } from '../history/history.projection.ts'
import { eventually, world } from './world.ts'

const startMs = Date.parse('2026-01-05T10:00:00.000Z')
export const definition: FunnelDefinition = {
  by: 'visit',
  steps: [
    { event: 'InteractionTracked', where: [{ field: 'page', op: 'is', value: '/' }] },
    { event: 'InteractionTracked', where: [{ field: 'page', op: 'is', value: '/prezzi' }] },
    { event: 'ConsentChosen' },
  ],
  windowSeconds: 3_600,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
}

export const seen = (page: string, elementId: string | null = null): EventToRecord => ({
  type: 'InteractionTracked',
  data: { eventType: 'page_view', page, elementId, elementText: null, additionalData: null },
})
export const consented: EventToRecord = { type: 'ConsentChosen', data: { choice: 'all' } }
export const visited = (userAgent: string): EventToRecord => ({
  type: 'VisitStarted',
  data: { userAgent, referrer: null, address: null },
})
export const registered: EventToRecord = {
  type: 'AccountRegistered',
  data: { userId: 7, email: null, firstName: null, lastName: null, passwordHash: null },
}
export const lead = (depositEuro: number): EventToRecord => ({
  type: 'LeadSubmitted',
  data: { emailHash: 'h', name: null, email: null, phone: null, plan: 'elite', depositEuro, message: null },
})
export const countsOf = ({ steps }: { steps: { count: number }[] }) => steps.map(({ count }) => count)

type Told = { seconds?: number; visitId?: string; actor?: string }
export type FunnelWorld = Awaited<ReturnType<typeof funnelWorld>>

/** A projector over its own database, of the history and of saved funnels. */
export async function funnelWorld(projections: readonly Projection[] = [history, funnels]) {
  const it = await world()
  const projector = await it.start({ projections })
  await projector.ready

  /** Written as it would be recorded, at a time of the test's choice. */
  async function tell(
    stream: string,
    event: EventToRecord,
    { seconds = 0, visitId, actor = 'visitor' }: Told = {},
  ) {
    const recorded: NewEvent = {
      id: randomUUID(),
      type: event.type,
      data: event.data as NewEvent['data'],
      metadata: {
        ...{ actor, correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 1 },
        ...(visitId && { visitId }),
      },
      recordedAt: new Date(startMs + seconds * 1_000).toISOString(),
    }
    await it.store.append(stream, [recorded], 'any')
  }

  function keep(deps: Partial<KeeperDeps> = {}) {
    const logger = { info: () => {}, error: (fields: object) => it.errors.push(fields) }
    const keeper = keepFunnels({ ...it, logger, standbyRetryMs: 20, ...deps })
    onTestFinished(() => keeper.stop())
    return keeper
  }

  async function save(saved: FunnelDefinition, id: string = randomUUID()): Promise<string> {
    await it.append(`funnel-${id}`, { type: 'FunnelSaved', data: { name: 'Prova', definition: saved } })
    return id
  }

  /** What is kept of a funnel, once it is counted up to the end of the log. */
  async function kept(id: string, of: FunnelDefinition, { errors = 0 } = {}) {
    const head = await it.store.head()
    await eventually(async () => {
      const [keeping] = await it.rows(`select counted, position from funnels.keeping where funnel = '${id}'`)
      expect(it.errors.slice(errors)).toEqual([])
      expect(keeping?.counted ?? null).not.toBeNull()
      expect(String(keeping?.position) >= String(head)).toBe(true)
    })
    const rows = await it.rows(`
      select g.period::int, g.is_whole as "isWhole", g.value, s.step::int, s.units::int, s.median as "medianMs"
      from funnels.keeping k join funnels.groups g on g.count = k.counted join funnels.steps s on s."group" = g.id
      where k.funnel = '${id}'`)
    return keptResult(of, rows as KeptStep[])
  }

  /** The same, counted from the beginning. */
  const countedAnew = async (of: FunnelDefinition) => kept(await save(of), of)

  return { ...it, projector, tell, keep, save, kept, countedAnew }
}
