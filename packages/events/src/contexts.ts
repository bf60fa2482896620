import { accountDecider } from './accounts/account.decider.ts'
import { emailDecider } from './accounts/email.decider.ts'
import { accountEvents, emailEvents, sessionEvents } from './accounts/events.ts'
import { sessionDecider } from './accounts/session.decider.ts'
import { adminDecider } from './admins/admin.decider.ts'
import { adminSessionDecider } from './admins/admin-session.decider.ts'
import { administratorsDecider } from './admins/administrators.decider.ts'
import {
  adminEvents,
  administratorsEvents,
  adminSessionEvents,
  exportTicketEvents,
  settingsEvents,
} from './admins/events.ts'
import { exportTicketState } from './admins/export-ticket.state.ts'
import { settingsDecider } from './admins/settings.decider.ts'
import { alarmDecider } from './alarms/alarm.decider.ts'
import { alarmEvents } from './alarms/events.ts'
import type { Decider, Evolver } from './decider.ts'
import type { EventShape, EventsOf } from './event.ts'
import { funnelEvents } from './funnels/events.ts'
import { funnelDecider } from './funnels/funnel.decider.ts'
import { leadEvents } from './leads/events.ts'
import { leadDecider } from './leads/lead.decider.ts'
import { peopleEvents, receiptEvents } from './people/events.ts'
import { peopleDecider } from './people/people.decider.ts'
import { receiptDecider } from './people/receipt.decider.ts'
import { projectionEvents } from './projections/events.ts'
import { projectionDecider } from './projections/projection.decider.ts'
import { questionnaireEvents } from './questionnaires/events.ts'
import { questionnaireDecider } from './questionnaires/questionnaire.decider.ts'
import { replayEvents } from './replays/events.ts'
import { replayDecider } from './replays/replay.decider.ts'
import { reportLetterEvents, reportLinkEvents } from './reports/events.ts'
import { reportLetterDecider } from './reports/report-letter.decider.ts'
import { reportLinkDecider } from './reports/report-link.decider.ts'
import { requestEvents } from './requests/events.ts'
import { requestDecider } from './requests/request.decider.ts'
import { savedEvents } from './saved/events.ts'
import { savedDecider } from './saved/saved.decider.ts'
import { setupEvents } from './setup/events.ts'
import { setupDecider } from './setup/setup.decider.ts'
import { trackingEvents, visitEvents } from './tracking/events.ts'
import { trackingState } from './tracking/tracking.state.ts'
import { visitState } from './tracking/visit.state.ts'
import { historyViewEvents } from './views/events.ts'
import { historyViewDecider } from './views/history-view.decider.ts'

/**
 * Every stream category: the names and owners of its streams, its events, and the decider of its commands. Stream names, the
 * event registry and the commands are derived from this list.
 */
export const streamCategories = {
  account: withDecider({
    stream: ownedBy('customer', (accountId: string) => `account-${accountId}`),
    events: accountEvents,
    decider: accountDecider,
    commands: [
      'RegisterAccount',
      'AbandonRegistration',
      'UpdateProfile',
      'ChangeProfileImage',
      'ChangePassword',
      'RevokeSessions',
      'RequestAddressProof',
      'ProveAddress',
      'EraseAccount',
      'EraseAccountAgain',
    ],
  }),
  /** An address outlives the account that claims it. */
  email: withDecider({
    stream: ownedBy('nobody', (keyedHash: string) => `email-${keyedHash}`),
    events: emailEvents,
    decider: emailDecider,
    commands: [
      'ClaimEmail',
      'TakeOverEmail',
      'ReleaseEmail',
      'RequestPasswordReset',
      'UsePasswordReset',
      'RequestErasure',
    ],
  }),
  session: withDecider({
    stream: ownedBy('customer', (sessionId: string) => `session-${sessionId}`, { personIn: 'accountId' }),
    events: sessionEvents,
    decider: sessionDecider,
    commands: ['OpenSession', 'CloseSession', 'ExpireSession'],
  }),
  setup: withDecider({
    stream: ownedBy('customer', (accountId: string) => `setup-${accountId}`),
    events: setupEvents,
    decider: setupDecider,
    commands: ['ActivatePlan', 'UpdateProgress', 'SaveCredentials', 'ActivateBot'],
  }),
  /** Its sender has no account, and its address proves none. */
  lead: withDecider({
    stream: ownedBy('nobody', (leadId: string) => `lead-${leadId}`),
    events: leadEvents,
    decider: leadDecider,
    commands: ['SubmitLead', 'EraseLead'],
  }),
  questionnaire: withDecider({
    stream: ownedBy('nobody', (questionnaireId: string) => `questionnaire-${questionnaireId}`),
    events: questionnaireEvents,
    decider: questionnaireDecider,
    commands: ['SubmitQuestionnaire', 'EraseQuestionnaire'],
  }),
  /** How administrators work a lead or questionnaire. It has the same id, and so the same key. */
  request: withDecider({
    stream: ownedBy('administrator', (submissionId: string) => `request-${submissionId}`),
    events: requestEvents,
    decider: requestDecider,
    commands: ['ChangeRequest', 'NoteRequest'],
  }),
  /** Which persons administrators joined. */
  people: withDecider({
    stream: ownedBy('administrator', () => 'people'),
    events: peopleEvents,
    decider: peopleDecider,
    commands: ['JoinPersons', 'PartPerson'],
  }),
  receipt: withDecider({
    stream: ownedBy('administrator', (number: string) => `receipt-${number}`),
    events: receiptEvents,
    decider: receiptDecider,
    commands: ['OrderPartsErasure'],
  }),
  visit: withState({
    stream: ownedBy('visit', (visitId: string) => `visit-${visitId}`),
    events: visitEvents,
    state: visitState,
  }),
  /** Events about visits as a whole. */
  tracking: withState({
    stream: ownedBy('nobody', () => 'tracking'),
    events: trackingEvents,
    state: trackingState,
  }),
  /** All console accounts. */
  administrators: withDecider({
    stream: ownedBy('administrator', () => 'administrators', { personIn: 'adminId' }),
    events: administratorsEvents,
    decider: administratorsDecider,
    commands: [
      'CreateAdmin',
      'InviteAdmin',
      'AcceptInvitation',
      'ChangeAdminPassword',
      'ChooseAdminPassword',
      'EndAdminSessions',
      'ChangeAdminRole',
      'EndAdmin',
    ],
  }),
  admin: withDecider({
    stream: ownedBy('administrator', (adminId: string) => `admin-${adminId}`),
    events: adminEvents,
    decider: adminDecider,
    commands: ['EnrolTotp', 'ConfirmTotp', 'UseCode', 'RemoveTotp', 'RecordFailures', 'WarnAdmin'],
  }),
  adminSession: withDecider({
    stream: ownedBy('administrator', (sessionId: string) => `adminSession-${sessionId}`),
    events: adminSessionEvents,
    decider: adminSessionDecider,
    commands: ['SignInAdmin', 'SignOutAdmin', 'ExpireAdminSession'],
  }),
  settings: withDecider({
    stream: ownedBy('administrator', (name: 'analytics' | 'requests') => `settings-${name}`),
    events: settingsEvents,
    decider: settingsDecider,
    commands: ['SetMeasurementId', 'KeepRequests'],
  }),
  /** An export by a download link, which works once. */
  exportTicket: withState({
    stream: ownedBy('administrator', (ticketId: string) => `exportTicket-${ticketId}`),
    events: exportTicketEvents,
    state: exportTicketState,
  }),
  historyView: withDecider({
    stream: ownedBy('administrator', (viewId: string) => `historyView-${viewId}`),
    events: historyViewEvents,
    decider: historyViewDecider,
    commands: ['SaveHistoryView', 'ChangeHistoryView', 'DeleteHistoryView'],
  }),
  /** A saved funnel. */
  funnel: withDecider({
    stream: ownedBy('administrator', (funnelId: string) => `funnel-${funnelId}`),
    events: funnelEvents,
    decider: funnelDecider,
    commands: ['SaveFunnel', 'ChangeFunnel', 'DeleteFunnel'],
  }),
  alarm: withDecider({
    stream: ownedBy('administrator', (alarmId: string) => `alarm-${alarmId}`),
    events: alarmEvents,
    decider: alarmDecider,
    commands: ['MakeAlarm', 'ChangeAlarm', 'DeleteAlarm', 'SnoozeAlarm', 'JudgeAlarm'],
  }),
  /** What is saved for everybody in the console: see `savedKinds`. */
  saved: withDecider({
    stream: ownedBy('administrator', (savedId: string) => `saved-${savedId}`),
    events: savedEvents,
    decider: savedDecider,
    commands: ['SaveDefinition', 'ChangeDefinition', 'DeleteDefinition'],
  }),
  /** Requests of administrators for a projection. */
  projection: withDecider({
    stream: ownedBy('administrator', (name: string) => `projection-${name}`),
    events: projectionEvents,
    decider: projectionDecider,
    commands: ['RequestRebuild', 'RequestAnalyticsRebuild', 'RetryParked', 'SkipParked'],
  }),
  /** Who has the link reads a report, without an account. */
  reportLink: withDecider({
    stream: ownedBy('administrator', (linkId: string) => `reportLink-${linkId}`),
    events: reportLinkEvents,
    decider: reportLinkDecider,
    commands: ['LinkReport', 'OpenReportLink', 'RevokeReportLink'],
  }),
  /** A recipient of the letters of a report. */
  reportLetter: withDecider({
    stream: ownedBy('administrator', (recipientId: string) => `reportLetter-${recipientId}`),
    events: reportLetterEvents,
    decider: reportLetterDecider,
    commands: [
      'OrderReportLetter',
      'ConfirmReportLetter',
      'FindReportLetterDue',
      'AnswerReportLetter',
      'EndReportLetter',
      'EraseReportLetter',
    ],
  }),
  /** A replay of a part of the log. */
  replay: withDecider({
    stream: ownedBy('administrator', (replayId: string) => `replay-${replayId}`),
    events: replayEvents,
    decider: replayDecider,
    commands: ['RequestReplay', 'CancelReplay', 'FinishReplay', 'FailReplay'],
  }),
}

/** The owner of a category's streams. */
export type Owner = 'customer' | 'visit' | 'administrator' | 'nobody'
type StreamName = (id: never) => string
type Stream = StreamName & { owner: Owner; personIn: 'accountId' | 'adminId' | null }
type Events = Readonly<Record<string, EventShape>>

/**
 * The category is the part of a stream name before the first dash, the id is the rest. Everything that counts, shows, seals or
 * erases customers' data uses this owner. The person of a stream is the id in its name or, with `personIn`, the value of that
 * field in each of its events.
 */
function ownedBy<const O extends Owner, N extends StreamName>(
  owner: O,
  name: N,
  { personIn }: { personIn?: 'accountId' | 'adminId' } = {},
) {
  return Object.assign(name, { owner, personIn: personIn ?? null })
}

type Missing<C extends { type: string }, Listed> = Exclude<C['type'], Listed>

/** Does not compile if a command of the decider is missing. The decider also defines the state. */
function withDecider<
  S extends Stream,
  E extends Events,
  State,
  C extends { type: string },
  R extends string,
  const Listed extends readonly C['type'][],
>(category: {
  stream: S
  events: E
  decider: Decider<State, C, EventsOf<E>, R>
  commands: [Missing<C, Listed[number]>] extends [never] ? Listed : Missing<C, Listed[number]>[]
}) {
  return { ...category, state: category.decider }
}

/** A category without commands. Its state is only shown. */
function withState<S extends Stream, E extends Events, State>(category: {
  stream: S
  events: E
  state: Evolver<State, EventsOf<E>>
}) {
  return category
}
