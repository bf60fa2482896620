import { periodOf } from '@tba/events/funnels/period.ts'
import { expect, test } from 'vitest'
import { type Draft, definitionOf, draftOf, emptyDraft, isSameDefinition } from './draft.ts'
import { readDraft, writeDraft } from './draft-address.ts'

const otherwise = emptyDraft('30d', Date.parse('2026-11-22T10:00:00Z'))
const parse = (query: string) => readDraft(new URLSearchParams(query), otherwise)
function addressOf(draft: Draft) {
  const params = new URLSearchParams()
  writeDraft(params, draft)
  return params.toString()
}

test('An address names in words what is counted', () => {
  const { draft, unread } = parse(
    'by=customer&step=LeadSubmitted&step=PlanActivated&where=2 plan is starter&where=2 depositEuro gt 500' +
      '&window=30d&within=2 90m&strict=true&since=2026-10-01&until=2026-10-31&compare=previous&breakdown=plan&bots=true',
  )
  expect(unread).toEqual([])
  expect(definitionOf(draft ?? otherwise).definition).toEqual({
    by: 'customer',
    steps: [
      { event: 'LeadSubmitted' },
      {
        event: 'PlanActivated',
        where: [
          { field: 'plan', op: 'is', value: 'starter' },
          { field: 'depositEuro', op: 'gt', value: 500 },
        ],
      },
    ],
    windowSeconds: 30 * 86_400,
    stepWindowsSeconds: [5_400],
    strict: true,
    // Summer time ends in between.
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
    bots: true,
    breakdown: 'plan',
    compareTo: { from: '2026-08-30T22:00:00.000Z', to: '2026-09-30T22:00:00.000Z' },
    equalAge: true,
    trend: 'day',
  })
})

test('Unreadable parts are kept and named, and the rest is read', () => {
  const { draft, unread } = parse(
    'by=gatto&step=VisitStarted&step=LeadSubmitted&where=9 plan is x&where=1 referrer wants x&window=un po' +
      '&within=7 5m&since=2026-02-31&strict=forse&breakdown=segno',
  )
  expect(draft?.steps.map(({ event }) => event)).toEqual(['VisitStarted', 'LeadSubmitted'])
  expect(unread).toEqual([
    ['where', '9 plan is x'],
    ['where', '1 referrer wants x'],
    ['by', 'gatto'],
    ['window', 'un po'],
    ['strict', 'forse'],
    ['breakdown', 'segno'],
    ['since', '2026-02-31'],
    ['within', '7 5m'],
  ])
  const params = new URLSearchParams()
  writeDraft(params, draft ?? otherwise, unread)
  expect(readDraft(params, otherwise).unread).toEqual(expect.arrayContaining(unread))
})

test('An address without a definition has none', () => {
  expect(parse('saved=x&utm_source=giornale')).toEqual({ draft: null, unread: [] })
})

test('Any definition is in the address and is read back the same', () => {
  const steps = [
    {
      event: 'InteractionTracked',
      where: [
        { field: '', op: 'is' as const, value: null },
        { field: 'additionalData.due parole', op: 'isNot' as const, value: '' },
        { field: 'page', op: 'contains' as const, value: 'a "b" è\u0000 %' },
      ],
    },
    {
      event: 'due parole',
      where: ['true', '5', true, 5, -1.5, '"'].map(value => ({ field: 'x', op: 'is' as const, value })),
    },
    { event: '', where: [] },
  ]
  const dates = { from: '2026-10-01T13:30:00.000Z', to: '2026-11-01T00:00:00.000Z' }
  const draft = { ...otherwise, steps, moving: null, period: dates }
  const windows = { windowSeconds: 5_401, stepWindowsSeconds: [null, 90], strict: true }
  const drafts: Draft[] = [
    draft,
    {
      ...draft,
      ...windows,
      by: 'customer',
      bots: true,
      breakdown: 'plan',
      asOf: '00000001-0000000000000a1f',
    },
    { ...draft, compareTo: dates, equalAge: false },
    { ...draft, compareTo: 'previous', moving: '7d', period: periodOf('7d', Date.now()) },
  ]
  for (const draft of drafts) expect(parse(addressOf(draft))).toEqual({ draft, unread: [] })
})

test('A saved definition is recognised in any order of names and without defaults', () => {
  const { draft } = parse('step=LeadSubmitted&step=PlanActivated&where=2 plan is pro&compare=previous')
  const { definition } = definitionOf(draft ?? otherwise)
  if (!definition) throw new Error('it is whole')
  const kept = {
    ...Object.fromEntries(Object.entries(definition).reverse()),
    steps: [
      { event: 'LeadSubmitted', where: [] },
      { where: [{ value: 'pro', op: 'is', field: 'plan' }], event: 'PlanActivated' },
    ],
    strict: false,
  } as unknown as typeof definition
  expect(isSameDefinition(definition, kept)).toBe(true)
  expect(draftOf(kept).compareTo).toBe('previous')
  expect(isSameDefinition(definition, { ...kept, by: 'customer' })).toBe(false)
})
