import { conditionsFor, pathStep, stepKey } from './path-step.ts'

const is = (field: string, value: string) => ({ field, op: 'is', value })

test.each([
  ['PlanActivated', { plan: 'elite', depositEuro: 100 }, [is('plan', 'elite')], 'elite'],
  ['PlanChanged', { plan: 'starter' }, [is('plan', 'starter')], 'starter'],
  ['SetupStepCompleted', { step: 'broker' }, [is('step', 'broker')], 'broker'],
  ['SetupStepReopened', { step: 'broker' }, [is('step', 'broker')], 'broker'],
  ['BotActivated', { botType: 'gold' }, [is('botType', 'gold')], 'gold'],
  ['ConsentChosen', { choice: 'all' }, [is('choice', 'all')], 'all'],
  ['ActionRefused', { reason: 'taken', action: 'x' }, [is('reason', 'taken')], 'taken'],
  ['ActionRefused', {}, [], null],
  ['LeadSubmitted', { plan: 'elite' }, [], null],
  [
    'InteractionTracked',
    { eventType: 'page_view', page: '/faq?utm_source=x', elementText: 'Faq' },
    [is('eventType', 'page_view'), is('page', '/faq')],
    '/faq',
  ],
  ['InteractionTracked', { eventType: 'page_view' }, [is('eventType', 'page_view')], null],
  [
    'InteractionTracked',
    { eventType: 'button_click', page: '/', elementText: 'Inizia', elementId: 'start' },
    [is('eventType', 'button_click'), is('elementText', 'Inizia')],
    'Inizia',
  ],
  [
    'InteractionTracked',
    { eventType: 'button_click', elementText: '', elementId: 'start' },
    [is('eventType', 'button_click'), is('elementId', 'start')],
    'start',
  ],
  [
    'AnalyticsEventTracked',
    { eventName: 'form', eventLabel: 'Contatti', eventCategory: 'x' },
    [is('eventName', 'form'), is('eventLabel', 'Contatti')],
    'Contatti',
  ],
])('%s with %j is a step of a path where %j', (event, attributes, where, name) =>
  expect(pathStep(event, attributes)).toEqual({ event, where, name }),
)

test.each(['VisitStarted', 'EmailClaimed', 'EmailReleased'])('%s is no step: the product records it', event =>
  expect(pathStep(event, { plan: 'elite' })).toBeNull(),
)

test('an event type is none of an object’s own names', () =>
  expect(pathStep('toString', {})).toEqual({ event: 'toString', where: [], name: null }))

test('steps are the same if their type, their conditions and their name are', () => {
  const step = pathStep('BotActivated', { botType: 'gold' })
  if (!step) throw new Error('no step')
  const others = [{ event: 'PlanChanged' }, { where: [] }, { name: null }].map(more => ({ ...step, ...more }))
  expect(new Set([{ ...step }, step, ...others].map(stepKey)).size).toBe(4)
  const where = [{ ...is('botType', 'silver'), op: 'is' as const }]
  expect(stepKey({ ...step, where })).not.toBe(stepKey(step))
})

test('a page is compared by its path, and what is missing is no condition', () => {
  expect(conditionsFor({ page: '/a?b', plan: 'elite' }, ['page', 'plan', 'step'])).toEqual([
    is('page', '/a'),
    is('plan', 'elite'),
  ])
  expect(conditionsFor({}, ['page'])).toEqual([])
})
