import { funnelStep } from './condition.ts'
import { eventType, eventTypes, fieldOf, fieldsOf } from './fields.ts'
import { registry } from './registry.ts'

test.each([
  ['LeadSubmitted', 'plan', { kind: 'text', choices: ['starter', 'professional', 'elite'] }],
  ['LeadSubmitted', 'emailHash', { kind: 'text', choices: [] }],
  ['LeadSubmitted', 'depositEuro', { kind: 'number', choices: [] }],
  ['ActionRefused', 'status', { kind: 'number', choices: [] }],
  ['InteractionTracked', 'elementId', { kind: 'text', choices: [] }],
  ['InteractionTracked', 'additionalData', { kind: 'other', choices: [] }],
  // A name that the visitor's page chose.
  ['InteractionTracked', 'additionalData.scroll', { kind: 'text', choices: [] }],
  ['DefinitionSaved', 'definition', { kind: 'other', choices: [] }],
])('%s has the field %s', (type, path, field) => expect(fieldOf(type, path)).toEqual({ path, ...field }))

test.each([
  ['Nope', 'plan', 'no-type'],
  ['LeadSubmitted', 'nope', 'no-field'],
  ['LeadSubmitted', '', 'no-field'],
  ['LeadSubmitted', 'toString', 'no-field'],
  ['LeadSubmitted', 'plan.x', 'no-field'],
  ['InteractionTracked', 'additionalData.', 'no-field'],
  ['InteractionTracked', 'additionalData.a.b', 'no-field'],
  ['LeadSubmitted', 'email', 'sealed'],
  ['LeadSubmitted', 'email.host', 'sealed'],
])('%s.%s is none: %s', (type, path, reason) => expect(fieldOf(type, path)).toBe(reason))

test('steps use the fields with single values that are not sealed', () => {
  expect(fieldsOf('LeadSubmitted').map(({ path }) => path)).toEqual(['emailHash', 'plan', 'depositEuro'])
  expect(fieldsOf('DefinitionSaved').map(({ path }) => path)).toEqual(['kind', 'name'])
  expect(fieldsOf('Nope')).toEqual([])
})

test('types of events stand in their order, and another one is named in its refusal', () => {
  expect(eventTypes).toEqual(Object.keys(registry).toSorted())
  const chosen = eventType('Tipo richiesto')
  expect(chosen.parse('LeadSubmitted')).toBe('LeadSubmitted')
  expect(chosen.safeParse(undefined).error?.issues[0]?.message).toBe('Tipo richiesto')
  const long = chosen.safeParse('x'.repeat(99)).error?.issues[0]?.message
  expect(long).toBe(`Tipo di evento sconosciuto: ${'x'.repeat(60)}`)
})

describe('a step', () => {
  const event = 'LeadSubmitted'
  const is = (field: unknown, value: unknown = 'a', op: unknown = 'is') => ({ field, op, value })
  const refusal = (step: object) =>
    funnelStep.safeParse(step).error?.issues.map(({ path, message }) => [path.join('.'), message])

  test.each([
    [{ event }],
    [{ event, where: [] }],
    [{ event, where: [is('plan'), is('depositEuro', 3, 'gt'), is('plan', true)] }],
    [{ event, where: Array(10).fill(is('plan', 'x'.repeat(2_048))) }],
  ])('may be %j', step => expect(refusal(step)).toBeUndefined())

  test.each([
    [{}, 'event', 'Tipo di evento richiesto'],
    [{ event: '' }, 'event', 'Tipo di evento richiesto'],
    [{ event: 'Nope' }, 'event', 'Tipo di evento sconosciuto: Nope'],
    [{ event, where: 'plan' }, 'where', 'Condizioni non valide'],
    [{ event, where: Array(11).fill(is('plan')) }, 'where', 'Al massimo 10 condizioni'],
    [{ event, where: [is(undefined)] }, 'where.0.field', 'Campo richiesto'],
    [{ event, where: [is('')] }, 'where.0.field', 'Campo richiesto'],
    [{ event, where: [is('x'.repeat(201))] }, 'where.0.field', 'Campo troppo lungo'],
    [{ event, where: [is('plan', 'a', 'like')] }, 'where.0.op', 'Operatore non valido'],
    [{ event, where: [is('plan', null)] }, 'where.0.value', 'Il valore è un testo, un numero o sì/no'],
    [{ event, where: [is('plan', 'x'.repeat(2_049))] }, 'where.0.value', 'Valore troppo lungo'],
    [{ event, where: [is('plan'), is('email')] }, 'where.1.field', 'Il campo email è sigillato'],
    [{ event, where: [is('nope')] }, 'where.0.field', 'Campo sconosciuto: nope'],
  ])('%j is refused', (step, path, message) => expect(refusal(step)?.[0]).toEqual([path, message]))

  test('of an unknown type says nothing about its fields', () =>
    expect(refusal({ event: 'Nope', where: [is('email')] })).toHaveLength(1))
})
