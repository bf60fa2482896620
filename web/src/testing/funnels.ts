import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { FunnelResult, FunnelUnit, SavedFunnelDetail, StepResult } from '@tba/events/funnels/views.ts'
import { openConsole } from './administrators.ts'
import { json, type Routes } from './api.ts'

export const definitionOf = (changed: Partial<FunnelDefinition> = {}): FunnelDefinition => ({
  by: 'visit',
  steps: [
    { event: 'VisitStarted' },
    { event: 'LeadSubmitted', where: [{ field: 'plan', op: 'is', value: 'pro' }] },
  ],
  windowSeconds: 3_600,
  from: '2026-10-31T23:00:00.000Z',
  to: '2026-11-22T23:00:00.000Z',
  trend: 'day',
  ...changed,
})

/** The parameters of an address. */
export const queryOf = (changed: Partial<FunnelDefinition> = {}, more: Record<string, string> = {}) =>
  String(new URLSearchParams({ definition: JSON.stringify(definitionOf(changed)), ...more }))

/** The same with the open list of a step's units. */
export function barOf(
  step: number,
  more: Record<string, string> = { definition: JSON.stringify(definitionOf()) },
) {
  const open = JSON.stringify({ step, outcome: 'reached', isCompared: false })
  return String(new URLSearchParams({ ...more, open }))
}

const step = (count: number, dropped: number, rest: Partial<StepResult> = {}): StepResult => ({
  count,
  dropped,
  conversion: 100,
  fromPrevious: 100,
  medianSeconds: null,
  ...rest,
})

export const position = '00000001-00000000000002f6-00000000000004d2'
export const resultOf = (changed: Partial<FunnelResult> = {}): FunnelResult => ({
  positionAt: '2026-11-22T10:00:00.000Z',
  position,
  from: '2026-10-31T23:00:00.000Z',
  to: '2026-11-22T23:00:00.000Z',
  open: 0,
  steps: [step(1_200, 1_080), step(120, 0, { conversion: 10, fromPrevious: 10, medianSeconds: 200 })],
  ...changed,
})
export const unitAt = (at: number): FunnelUnit => ({
  id: `visita-${at}`,
  number: at,
  outcome: 'lead',
  device: 'mobile',
  startedAt: '2026-11-21T23:30:15.250Z',
  reachedAt: '2026-11-21T23:31:15.250Z',
  reached: 2,
  open: false,
})

export const savedId = 'f0f0f0f0-0000-4000-8000-000000000001'
export const savedOf = (changed: Partial<SavedFunnelDetail> = {}): SavedFunnelDetail => ({
  id: savedId,
  name: 'Dalla visita al lead',
  definition: definitionOf(),
  savedBy: 'admin:a1b2c3d4-0000',
  savedAt: '2026-11-20T10:00:00.000Z',
  result: resultOf(),
  countedAt: '2026-11-21T10:00:00.000Z',
  ...changed,
})

/** A console that counts funnels. */
export const openFunnels = (query = '', saved: SavedFunnelDetail[] = [], answers: Routes = {}) =>
  openConsole(`/admin/funnels${query && `?${query}`}`, {
    'GET /api/admin/funnels?limit=200': () =>
      json(200, { funnels: saved.map(({ result: _, countedAt: __, ...funnel }) => funnel), next: null }),
    ...Object.fromEntries(
      saved.map(funnel => [`GET /api/admin/funnels/${funnel.id}`, () => json(200, funnel)]),
    ),
    'GET /api/admin/funnels/fields': () =>
      json(200, {
        types: [
          {
            type: 'VisitStarted',
            fields: [{ path: 'referrer', kind: 'text', values: ['https://giornale.example.com/'] }],
          },
          {
            type: 'LeadSubmitted',
            fields: [
              { path: 'plan', kind: 'text', values: ['pro', 'starter'] },
              { path: 'depositEuro', kind: 'number', values: [] },
            ],
          },
        ],
      }),
    'POST /api/admin/funnels/run': () => json(200, resultOf()),
    ...answers,
  })
