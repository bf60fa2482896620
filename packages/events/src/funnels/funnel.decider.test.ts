import { expect, test } from 'vitest'
import { specify } from '../testing/given.ts'
import { type FunnelDefinition, funnelDefinition, saveFunnel } from './definition.ts'
import { recordedDefinition } from './events.ts'
import { funnelDecider } from './funnel.decider.ts'
import { areSame } from './same-definition.ts'

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
const renamed = { type: 'FunnelRenamed', data: { name: 'Contatti' } } as const
const deleted = { type: 'FunnelDeleted', data: {} } as const
const funnels = specify(funnelDecider)

test('a funnel is saved once, however often the call is repeated', () => {
  funnels.given([]).when({ type: 'SaveFunnel', funnel, isOfLog: true }).records(saved)
  funnels.given([saved]).when({ type: 'SaveFunnel', funnel, isOfLog: true }).records()
})

test('another name renames it, another definition changes it, and the same do nothing', () => {
  const change = (changed: object) =>
    funnels.given([saved]).when({ type: 'ChangeFunnel', funnel: { ...funnel, ...changed }, isOfLog: true })
  change({ name: 'Contatti' }).records(renamed)
  const wider = { ...definition, windowSeconds: 7_200 }
  change({ definition: wider }).records({ type: 'FunnelChanged', data: { ...funnel, definition: wider } })
  change({ definition: { ...definition, strict: false, bots: false } }).records()
  funnels
    .given([saved, renamed])
    .when({ type: 'ChangeFunnel', funnel: { ...funnel, name: 'Contatti' }, isOfLog: true })
    .records()
})

test('what was deleted, or never saved, is neither changed nor deleted', () => {
  funnels.given([saved]).when({ type: 'DeleteFunnel' }).records(deleted)
  for (const command of [
    { type: 'DeleteFunnel' },
    { type: 'ChangeFunnel', funnel, isOfLog: true },
  ] as const) {
    funnels.given([saved, deleted]).when(command).refuses('deleted')
    funnels.given([]).when(command).refuses('unknown')
  }
})

test('a place of another log is not looked from, but what was saved before that log was put back still gets its name', () => {
  const elsewhere = { ...definition, asOf: 'x' }
  const there = { ...funnel, definition: elsewhere }
  funnels.given([]).when({ type: 'SaveFunnel', funnel: there, isOfLog: false }).refuses('other-log')
  funnels.given([saved]).when({ type: 'ChangeFunnel', funnel: there, isOfLog: false }).refuses('other-log')
  funnels
    .given([{ type: 'FunnelSaved', data: there }])
    .when({ type: 'ChangeFunnel', funnel: { ...there, name: 'Contatti' }, isOfLog: false })
    .records(renamed)
})

test('definitions that differ in what they count are not the same, and those that do not are', () => {
  const { by, ...rest } = definition
  expect(areSame({ ...rest, by }, definition)).toBe(true)
  expect(areSame({ ...definition, breakdown: undefined }, definition)).toBe(true)
  expect(areSame({ ...definition, steps: definition.steps.toReversed() }, definition)).toBe(false)
  expect(areSame({ ...definition, bots: true }, definition)).toBe(false)
})

test('all that a definition may say is in its event, and is a definition again when it is read', () => {
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
    trend: 'week',
  }
  const { from: _, to: __, ...undated } = whole
  const accepted = funnelDefinition.parse(whole)
  const moving = funnelDefinition.parse({ ...undated, period: '7d', compareTo: 'previous' })
  const named = new Set([...Object.keys(accepted), ...Object.keys(moving)])
  expect([...named].sort()).toEqual(Object.keys(funnelDefinition.shape).sort())
  expect(recordedDefinition.parse(moving)).toEqual(moving)
  expect(recordedDefinition.parse(accepted)).toEqual(accepted)
  expect(funnelDefinition.parse(recordedDefinition.parse(accepted))).toEqual(accepted)
})

test.each([
  [{}, 'Data di inizio richiesta'],
  [{ from: '2026-01-01T00:00:00.000Z' }, 'Data di fine richiesta'],
  [{ from: '2026-01-01T00:00:00.000Z', period: '7d' }, 'Un periodo si dà con le date o con un nome'],
  [{ period: 'ieri' }, 'Periodo non valido'],
  [{ from: '2026-01-01', to: '2026-01-02', compareTo: 'previous' }, 'Il periodo precedente si confronta'],
])('%o is no period', (period, message) => {
  const { from: _, to: __, ...undated } = definition
  const { error } = funnelDefinition.safeParse({ ...undated, ...period })
  expect(error?.issues[0]?.message).toContain(message)
})

test.each([
  ['without a name', { ...definition }, 'Nome richiesto'],
  ['with an empty name', { ...definition, name: ' ' }, 'Nome richiesto'],
  ['of one step', { ...definition, name: 'x', steps: definition.steps.slice(1) }, 'Servono almeno due passi'],
])('a funnel %s is refused', (_how, body, message) => {
  expect(saveFunnel.safeParse(body).error?.issues.map(issue => issue.message)).toEqual([message])
})
