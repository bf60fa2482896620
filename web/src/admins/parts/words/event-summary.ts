import type { Json, JsonObject } from '@tba/events/json.ts'
import { isKeyOf } from '@tba/events/keys.ts'
import type { EventType } from '@tba/events/registry.ts'
import { knownDevice } from '../../../accounts/security/device.ts'
import { count } from '../../../components/format.ts'
import { isMoment, momentName } from '../time/rome-time.ts'
import { eventValue } from './event-values.ts'
import { fieldName, isReadable } from './field-words.ts'

/** The fields that say it, for types that need more than the general form. */
const fieldsOf: Partial<Record<EventType, readonly string[]>> = {
  InteractionTracked: ['eventType', 'elementText', 'elementId', 'page'],
  AnalyticsEventTracked: ['eventName', 'eventCategory', 'eventLabel', 'page'],
  VisitStarted: ['referrer', 'userAgent'],
  ConsentChosen: ['choice'],
  ActionRefused: ['reason', 'action', 'status'],
  VisitsExpired: ['visits'],
  PlanActivated: ['plan', 'depositEuro'],
  PlanChanged: ['plan', 'depositEuro'],
  LeadSubmitted: ['plan', 'depositEuro'],
  BotActivated: ['botType', 'allocatedEuro'],
  CredentialsSaved: ['platform'],
  QuestionnaireSubmitted: ['contactMethod'],
  SetupStepCompleted: ['step'],
  SetupStepReopened: ['step'],
  AdminInvited: ['role'],
  AdminRoleChanged: ['role'],
  AdminCreated: ['role'],
  // These hold only ids and numbers of codes.
  AdminInvitationAccepted: [],
  AdminPasswordChanged: [],
  AdminTotpConfirmed: [],
  AdminCodeUsed: [],
  AdminEnded: [],
  AdminSignedIn: [],
  AdminSignedOut: [],
  EmailClaimed: [],
  EmailReleased: [],
  SessionOpened: ['userId'],
  AccountRegistered: ['userId'],
}

/** Fields whose words differ in a line, where their names are missing. */
const lineFormats: Readonly<Record<string, (value: Json) => string>> = {
  userAgent: value => knownDevice(String(value)) ?? String(value),
  visits: value => `visite: ${Array.isArray(value) ? value.length : value}`,
  userId: value => `cliente n. ${value}`,
  depositEuro: value => `${count(Number(value))} €`,
  allocatedEuro: value => `${count(Number(value))} €`,
}

function formatValue(name: string, value: Json | undefined): string {
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (isMoment(value)) return momentName(value)
  return typeof value === 'string' || typeof value === 'number' ? eventValue(name, String(value)) : ''
}

const maxFields = 4

const genericParts = (data: JsonObject) =>
  Object.entries(data)
    .filter(([name, value]) => isReadable(name) && formatValue(name, value) !== '')
    .slice(0, maxFields)
    .map(([name, value]) => `${fieldName(name)}: ${formatValue(name, value)}`)

function partsOf(type: string, data: JsonObject): string[] {
  if (!isKeyOf(fieldsOf, type)) return genericParts(data)
  return (fieldsOf[type] ?? []).map(name => {
    const value = data[name] ?? ''
    return value === '' ? '' : (lineFormats[name]?.(value) ?? formatValue(name, value))
  })
}

/** What the site measures besides the kind of interaction: «Scorrimento 50 %», «Tempo sulla pagina 42 s». */
function measured({ eventType, additionalData, ...data }: JsonObject): JsonObject {
  const { percent, seconds, kind: error, script, line } = Object(additionalData) as JsonObject
  const [value, unit] =
    eventType === 'scroll' ? [percent, '%'] : eventType === 'time_on_page' ? [seconds, 's'] : []
  const kind = eventValue('eventType', String(eventType))
  if (eventType === 'error')
    return { ...data, eventType: [kind, error, script && `${script}:${line}`].filter(Boolean).join(' ') }
  return { ...data, eventType: typeof value === 'number' ? `${kind} ${value} ${unit}` : String(eventType) }
}

const maxLength = 160

/** One line of the readable data; may be empty. */
export function summaryOf({ type, data }: { type: string; data: JsonObject }): string {
  // An element without a text has its id.
  const named = data.elementText ? { ...data, elementId: '' } : data
  const shown = type === 'InteractionTracked' ? measured(named) : named
  const line = partsOf(type, shown).filter(Boolean).join(' · ')
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}
