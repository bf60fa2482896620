import { specify } from '../testing/given.ts'
import { type FunnelDefinition, funnelDefinition, saveFunnel } from './definition.ts'
import { funnelEvents } from './events.ts'
import { funnelDecider } from './funnel.decider.ts'

const definition: FunnelDefinition & { from: string; to: string } = {
  by: 'visit',
  steps: [
    { event: 'InteractionTracked', where: [{ field: 'page', op: 'is', value: '/' }] },
    { event: 'LeadSubmitted' },
  ],
  windowSeconds: 3_600,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
}
const funnel = { name: 'Dalla home al contatto', definition }
const saved = { type: 'FunnelSaved', data: funnel } as const
const deleted = { type: 'FunnelDeleted', data: {} } as const
const funnels = specify(funnelDecider)

test('a funnel is saved once, changed and deleted', () => {
  const changed = { type: 'FunnelChanged', data: { ...funnel, name: 'x' } } as const
  funnels.after([], { type: 'SaveFunnel', funnel }).records(saved)
  for (const history of [[saved], [saved, deleted]])
    funnels.after(history, { type: 'SaveFunnel', funnel }).records()
  funnels.after([saved], { type: 'ChangeFunnel', funnel: changed.data }).records(changed)
  funnels.after([saved, changed], { type: 'DeleteFunnel' }).records(deleted)
})

test('a funnel that was deleted, or never saved, cannot be changed or deleted', () => {
  for (const command of [{ type: 'DeleteFunnel' }, { type: 'ChangeFunnel', funnel }] as const) {
    funnels.after([saved, deleted], command).refuses('deleted')
    funnels.after([], command).refuses('unknown')
  }
})

test('the event holds the whole definition, which can be parsed again', () => {
  const whole: Required<Omit<FunnelDefinition, 'period'>> = {
    ...definition,
    steps: [
      { event: 'InteractionTracked', where: [{ field: 'page', op: 'contains', value: 'a' }] },
      { event: 'LeadSubmitted', where: [{ field: 'depositEuro', op: 'gt', value: 100 }] },
    ],
    stepWindowsSeconds: [60],
    strict: true,
    asOf: 'x',
    bots: true,
    breakdown: 'plan',
    compareTo: { from: '2025-12-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
    equalAge: true,
    exclude: [{ event: 'ActionRefused', where: [{ field: 'status', op: 'is', value: 409 }], after: 1 }],
    histogram: true,
    filters: [{ field: 'device', op: 'is', values: ['mobile', null] }],
    segment: { id: '00000000-0000-4000-8000-000000000001', revision: 2 },
    trend: 'week',
  }
  const { from: _, to: __, ...undated } = whole
  const accepted = funnelDefinition.parse(whole)
  const moving = funnelDefinition.parse({ ...undated, period: '7d', compareTo: 'previous' })
  const named = new Set([...Object.keys(accepted), ...Object.keys(moving)])
  expect([...named].sort()).toEqual(Object.keys(funnelDefinition.shape).sort())
  for (const definition of [moving, accepted]) {
    const recorded = funnelEvents.FunnelSaved.schema.parse({ name: 'x', definition })
    expect(funnelDefinition.parse(recorded.definition)).toEqual(definition)
  }
})

test.each([
  [{}, 'Data di inizio richiesta'],
  [{ from: '2026-01-01T00:00:00.000Z' }, 'Data di fine richiesta'],
  [{ from: '2026-01-01T00:00:00.000Z', period: '7d' }, 'Un periodo si dà con le date o con un nome'],
  [{ period: 'ieri' }, 'Periodo non valido'],
  [{ from: '2026-01-01', to: '2026-01-02', compareTo: 'previous' }, 'Il periodo precedente si confronta'],
])('%o is not a period', (period, message) => {
  const { from: _, to: __, ...undated } = definition
  const { error } = funnelDefinition.safeParse({ ...undated, ...period })
  expect(error?.issues[0]?.message).toContain(message)
})

test.each([
  ['without a name', { ...definition }, 'Nome richiesto'],
  ['with an empty name', { ...definition, name: ' ' }, 'Nome richiesto'],
  ['of one step', { ...definition, name: 'x', steps: definition.steps.slice(1) }, 'Servono almeno due passi'],
])('refuses a funnel %s', (_how, body, message) =>
  expect(saveFunnel.safeParse(body).error?.issues.map(issue => issue.message)).toEqual([message]),
)
