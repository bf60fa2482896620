import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { definitionOf, definitionText, draftOf, emptyDraft, isSameDefinition, parseDraft } from './draft.ts'

const whole: FunnelDefinition = {
  by: 'customer',
  steps: [
    { event: 'LeadSubmitted' },
    { event: 'PlanActivated', where: [{ field: 'plan', op: 'is', value: 'starter' }] },
  ],
  windowSeconds: 30 * 86_400,
  stepWindowsSeconds: [5_400],
  strict: true,
  // Summer time ends in between.
  from: '2026-09-30T22:00:00.000Z',
  to: '2026-10-31T23:00:00.000Z',
  asOf: '00000001-0000000000000a1f',
  bots: true,
  breakdown: 'plan',
  exclude: [{ event: 'AccountRegistered', after: 1 }],
  histogram: true,
  filters: [{ field: 'device', op: 'isNot', values: ['mobile', null] }],
  segment: { id: '00000000-0000-4000-8000-000000000001', revision: 2 },
  compareTo: { from: '2026-08-30T22:00:00.000Z', to: '2026-09-30T22:00:00.000Z' },
  equalAge: true,
  trend: 'day',
}

test('A definition is edited and counted without a change', () => {
  const draft = draftOf(whole)
  expect(draft.compareTo).toBe('previous')
  expect(definitionOf(draft)).toEqual({ definition: whole, problems: {} })
  const { from: _, to: __, ...undated } = whole
  const moving: FunnelDefinition = { ...undated, period: '7d', compareTo: 'previous' }
  expect(definitionOf(draftOf(moving)).definition).toEqual(moving)
})

test('An address also keeps incomplete steps and broken rules', () => {
  const draft = {
    ...emptyDraft(),
    steps: [
      { event: '', where: [{ field: '', op: 'is' as const, value: null }] },
      { event: 'due parole', where: [{ field: 'x', op: 'is' as const, value: 'a "b" è % \u0000' }] },
    ],
    windowSeconds: -1,
  }
  expect(parseDraft(definitionText(draft))).toEqual(draft)
  expect(definitionOf(draft).definition).toBeNull()
})

test('An exclusion behind the last step goes with its step', () => {
  const draft = { ...draftOf(whole), exclude: [{ event: 'AccountRegistered', where: [], after: 2 }] }
  expect(definitionOf(draft).definition).not.toHaveProperty('exclude')
})

test.each(['', '{', 'null', '{"by":"gatto"}', '{"by":"visit","steps":[],"windowSeconds":1}'])(
  'An address with «%s» has no definition',
  text => expect(parseDraft(text)).toBeNull(),
)

test('A saved definition is recognised in any order of names and without defaults', () => {
  const kept = {
    ...Object.fromEntries(Object.entries(whole).reverse()),
    steps: [
      { event: 'LeadSubmitted', where: [] },
      { where: [{ value: 'starter', op: 'is', field: 'plan' }], event: 'PlanActivated' },
    ],
  } as unknown as FunnelDefinition
  expect(isSameDefinition(whole, kept)).toBe(true)
  expect(isSameDefinition({ ...whole, strict: false }, { ...kept, strict: undefined })).toBe(true)
  expect(isSameDefinition(whole, { ...kept, by: 'visit' })).toBe(false)
})
