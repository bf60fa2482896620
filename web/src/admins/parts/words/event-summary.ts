import type { Json, JsonObject } from '@tba/events/json.ts'
import type { EventType } from '@tba/events/registry.ts'
import { knownDevice } from '../../../accounts/security/device.ts'
import { fieldName, isForReading, valueWord } from './field-words.ts'
import { categoryName, contactWord, ownPath, planWord, roleWord, stepWord, trackedName } from './labels.ts'

type Part = Json | undefined
type Summary = (data: JsonObject) => Part[]

const euro = (amount: Part) => (typeof amount === 'number' ? `${amount} €` : null)

const named = (name: (value: string) => string, value: Part) =>
  typeof value === 'string' ? name(value) : value
const plan: Summary = ({ plan, depositEuro }) => [named(planWord, plan), euro(depositEuro)]
const step: Summary = ({ step }) => [named(stepWord, step)]

/** Types that need more than the general form. */
const summaries: Partial<Record<EventType, Summary>> = {
  InteractionTracked: ({ eventType, elementText, elementId, page }) => [
    named(trackedName, eventType),
    elementText || elementId,
    named(ownPath, page),
  ],
  AnalyticsEventTracked: ({ eventName, eventCategory, eventLabel, page }) => [
    named(trackedName, eventName),
    named(categoryName, eventCategory),
    eventLabel,
    named(ownPath, page),
  ],
  VisitStarted: ({ referrer, userAgent }) => [
    referrer,
    named(agent => knownDevice(agent) ?? agent, userAgent),
  ],
  ConsentChosen: ({ choice }) => [choice === 'all' ? 'accettato' : 'rifiutato'],
  ActionRefused: ({ reason, action, status }) => [reason, action, status],
  VisitsExpired: ({ visits }) => [Array.isArray(visits) ? `visite: ${visits.length}` : null],
  PlanActivated: plan,
  PlanChanged: plan,
  LeadSubmitted: plan,
  BotActivated: ({ botType, allocatedEuro }) => [botType, euro(allocatedEuro)],
  CredentialsSaved: ({ platform }) => [platform],
  QuestionnaireSubmitted: ({ contactMethod }) => [named(contactWord, contactMethod)],
  SetupStepCompleted: step,
  SetupStepReopened: step,
  AdminInvited: ({ role }) => [named(roleWord, role)],
  AdminRoleChanged: ({ role }) => [named(roleWord, role)],
  AdminCreated: ({ role }) => [named(roleWord, role)],
  // These hold only ids and numbers of codes.
  AdminInvitationAccepted: () => [],
  AdminPasswordChanged: () => [],
  AdminTotpConfirmed: () => [],
  AdminCodeUsed: () => [],
  AdminEnded: () => [],
  AdminSignedIn: () => [],
  AdminSignedOut: () => [],
  EmailClaimed: () => [],
  EmailReleased: () => [],
  SessionOpened: ({ userId }) => [customer(userId)],
  AccountRegistered: ({ userId }) => [customer(userId)],
}

const customer = (userId: Part) => (typeof userId === 'number' ? `cliente n. ${userId}` : null)

const isWord = (part: Part) => typeof part === 'number' || (typeof part === 'string' && part !== '')
const mostFields = 4

function inWords(name: string, value: Part) {
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  return typeof value === 'string' ? valueWord(name, value) : value
}

const inGeneral: Summary = data =>
  Object.entries(data)
    .filter(([name, value]) => isForReading(name) && (isWord(value) || typeof value === 'boolean'))
    .slice(0, mostFields)
    .map(([name, value]) => `${fieldName(name)}: ${inWords(name, value)}`)

const longest = 160

/** One line of the readable data; may be empty. */
export function summaryOf({ type, data }: { type: string; data: JsonObject }): string {
  const parts = (Object.hasOwn(summaries, type) ? summaries[type as EventType] : undefined) ?? inGeneral
  const line = parts(data).filter(isWord).join(' · ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
