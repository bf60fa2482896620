import fs from 'node:fs'
import path from 'node:path'
import { alarmDefinition } from '@tba/events/alarms/definition.ts'
import { streamCategories } from '@tba/events/contexts.ts'
import { type Evolver, noLogTime } from '@tba/events/decider.ts'
import { funnelDefinition } from '@tba/events/funnels/definition.ts'
import { registry } from '@tba/events/registry.ts'
import { savedKinds } from '@tba/events/saved/kinds.ts'
import { z } from 'zod'
import { summaryOf } from './event-summary.ts'
import { eventValue } from './event-values.ts'
import { fieldName, isReadable, pathName } from './field-words.ts'

// Addresses of the own site are shown as paths.
vi.stubGlobal('location', { origin: 'http://localhost:3000' })

type Found = { name: string; word?: string }

/** All fields of a JSON schema, and their fixed words. */
function fieldsOf(schema: unknown, name = ''): Found[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, enum: options = [], const: only, ...rest } = Object(schema)
  return [
    ...[...options, only].filter(word => typeof word === 'string').map(word => ({ name, word })),
    ...Object.entries(properties).flatMap(([inner, each]) => [{ name: inner }, ...fieldsOf(each, inner)]),
    ...Object.values(rest).flatMap(each => fieldsOf(each, name)),
  ]
}

const ofSchema = (schema: z.ZodType) =>
  fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))

/** All fields of a state, and the state itself where it is a word. */
function fieldsOfState(state: unknown): Found[] {
  if (typeof state === 'string') return [{ name: '', word: state }]
  if (typeof state !== 'object' || state === null) return []
  return Object.entries(state).flatMap(([name, inner]) => [
    ...(Array.isArray(state) || /[^a-z]/i.test(name) ? [] : [{ name }]),
    ...(typeof inner === 'object' ? fieldsOfState(inner) : []),
  ])
}

const fixtures = fs.globSync(
  path.resolve(import.meta.dirname, '../../../../../packages/events/fixtures/*.json'),
)
const shipped = fixtures.map(file => ({
  type: path.basename(file).split('.')[0] ?? '',
  data: JSON.parse(fs.readFileSync(file, 'utf8')),
}))

/** Each event on the state that the first one begins. */
const states = Object.values(streamCategories).flatMap(({ events, state }) => {
  const { initial, evolve } = state as Evolver<unknown, unknown>
  const own = shipped.filter(({ type }) => Object.hasOwn(events, type))
  const after = (from: unknown, event: unknown) => evolve(from, event, noLogTime)
  const begun = Object.keys(events)
    .slice(0, 1)
    .flatMap(first => own.filter(({ type }) => type === first))
    .reduce(after, initial)
  return [initial, begun, ...own.map(event => after(begun, event)), own.reduce(after, begun)]
})

const schemas = Object.values(registry).map(({ schema }) => schema)
const definitions = [alarmDefinition, funnelDefinition, ...Object.values(savedKinds).map(({ body }) => body)]
const found = [...schemas.flatMap(ofSchema), ...states.flatMap(fieldsOfState)]

test('Every field of every event, state and definition has an Italian name, or is never shown', () => {
  const words = new Set(['password', 'server', 'email', 'browser'])
  const unnamed = [...found, ...definitions.flatMap(ofSchema)].filter(
    ({ name }) => name !== '' && isReadable(name) && fieldName(name) === name && !words.has(name),
  )
  expect([...new Set(unnamed.map(({ name }) => name))]).toEqual([])
  expect(fieldName('constructor')).toBe('constructor')
})

test('Every fixed word of an event, state or definition, and every kind of what is saved, has an Italian word', () => {
  const names = new Set(['MT4', 'MT5', 'csv', 'ndjson', 'parquet'])
  const chosen = [
    ...Object.keys(savedKinds).map(word => ({ name: 'kind', word })),
    ...definitions.flatMap(ofSchema).map(({ name, ...each }) => ({ ...each, name: `definition.${name}` })),
  ]
  const raw = [...found, ...chosen].filter(
    ({ name, word }) => word && isReadable(name) && eventValue(name, word) === word && !names.has(word),
  )
  expect([...new Set(raw.map(({ name, word }) => `${name}: ${word}`))]).toEqual([])
})

test('Paths and values are in words, unknown ones unchanged', () => {
  expect(pathName('bots.0.botType')).toBe('Bot 1: Tipo di bot')
  expect(pathName('')).toBe('Stato')
  expect(eventValue('steps.1', 'broker-account')).toBe('Conto presso il broker')
  expect(['customers', 'leads', 'questionnaires'].map(name => eventValue('list', name))).toEqual([
    'Clienti',
    'Contatti',
    'Questionari',
  ])
  expect(eventValue('', 'submitted')).toBe('Inviato')
  expect(eventValue('definition.where.0.field', 'elementText')).toBe('Testo dell’elemento')
  expect(eventValue('definition.parts.0.definition.by', 'customer')).toBe('Per cliente')
  expect(eventValue('by', 'customer')).toBe('Dal cliente')
  expect(['waiting', 'ended'].map(state => eventValue('state', state))).toEqual([
    'Da confermare',
    'Terminato',
  ])
  expect(eventValue('plan', 'altro')).toBe('altro')
  expect(eventValue('constructor', 'x')).toBe('x')
})

test.each([
  ['SessionOpened', { accountId: 'a3a3', userId: 75, expiresAt: '2026-12-01T00:00:00Z' }, 'cliente n. 75'],
  ['EmailClaimed', { accountId: 'a3a3' }, ''],
  ['AlarmSnoozed', { until: '2026-12-01T10:00:00.000Z' }, 'Fino a: 1 dic 2026, 11:00'],
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
