import { registry } from '@tba/events/registry.ts'
import { z } from 'zod'
import { summaryOf } from './event-summary.ts'
import { fieldName, isReadable, pathName, valueWord } from './field-words.ts'

// Addresses of the own site are shown as paths.
vi.stubGlobal('location', { origin: 'http://localhost:3000' })

/** The names of all fields in a JSON schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as { properties?: object }
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...Object.values(rest)].flatMap(fieldsOf),
  ]
}

test('Every field of every event has an Italian name, or is never shown', () => {
  const all = Object.values(registry).flatMap(({ schema }) =>
    fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' })),
  )
  const words = new Set(['password', 'server', 'email', 'browser'])
  const unnamed = all.filter(name => isReadable(name) && fieldName(name) === name && !words.has(name))
  expect([...new Set(unnamed)]).toEqual([])
  expect(fieldName('constructor')).toBe('constructor')
})

test('Paths and values are in words, unknown ones unchanged', () => {
  expect(pathName('bots.0.botType')).toBe('Bot 1: Tipo di bot')
  expect(pathName('')).toBe('Stato')
  expect(valueWord('steps.1', 'broker-account')).toBe('Conto presso il broker')
  expect(['customers', 'leads', 'questionnaires'].map(name => valueWord('list', name))).toEqual([
    'Clienti',
    'Contatti',
    'Questionari',
  ])
  expect(valueWord('', 'submitted')).toBe('Inviato')
  expect(valueWord('plan', 'altro')).toBe('altro')
  expect(valueWord('constructor', 'x')).toBe('x')
})

test.each([
  ['SessionOpened', { accountId: 'a3a3', userId: 75, expiresAt: '2026-12-01T00:00:00Z' }, 'cliente n. 75'],
  ['EmailClaimed', { accountId: 'a3a3' }, ''],
  ['AdminTotpConfirmed', { step: 59_856_029 }, ''],
  ['LeadSubmitted', { plan: 'elite', depositEuro: 3000 }, 'Elite · 3.000 €'],
  ['SetupStepCompleted', { step: 'security' }, 'Sicurezza'],
  [
    'InteractionTracked',
    { eventType: 'scroll', additionalData: { percent: 50 }, page: 'http://localhost:3000/' },
    'Scorrimento 50 % · /',
  ],
  [
    'InteractionTracked',
    { eventType: 'time_on_page', additionalData: { seconds: 42 }, page: '/' },
    'Tempo sulla pagina 42 s · /',
  ],
  ['VisitStarted', { referrer: 'http://localhost:3000/strategies', userAgent: null }, '/strategies'],
  ['QuestionnaireSubmitted', { contactMethod: 'call' }, 'Telefonata'],
])('The summary of %s has %o in words, without an id of the log', (type, data, words) =>
  expect(summaryOf({ type, data })).toBe(words),
)
