import type { AuditWhat } from '@tba/events/audit/views.ts'
import type { EventType } from '@tba/events/registry.ts'
import { streams } from '@tba/events/streams.ts'
import type { EventOf } from '../engine/projection.ts'

type Audited<T extends EventType> = {
  what: AuditWhat
  /** Whom or what it concerns, if the stream does not say so: a stream name if there is one. */
  target?: (event: EventOf<T>) => string
  /** Others do this too. It counts only if an administrator did it. */
  isOthersToo?: true
}

const streamOf = { customer: streams.account, lead: streams.lead, questionnaire: streams.questionnaire }
const personIn = ({ data: { kind, id } }: EventOf<'PersonalDataViewed' | 'PersonExported'>) =>
  streamOf[kind](id)

const accountIn = ({ data }: { data: { adminId: string } }) => streams.admin(data.adminId)

const playedThrough = ({ data: { mode } }: EventOf<'ReplayRequested'>) =>
  mode.kind === 'projection' ? streams.projection(mode.projection) : ''

/** The actions of administrators, one line per event. A test finds missing ones. */
export const audited: { readonly [T in EventType]?: Audited<T> } = {
  AdminCreated: { what: 'changed', target: accountIn },
  AdminInvited: { what: 'changed', target: accountIn },
  AdminInvitationAccepted: { what: 'changed', target: accountIn },
  AdminPasswordChanged: { what: 'changed', target: accountIn },
  AdminPasswordIssued: { what: 'changed', target: accountIn },
  AdminPasswordChosen: { what: 'changed', target: accountIn },
  AdminSessionsEnded: { what: 'changed', target: accountIn },
  AdminRoleChanged: { what: 'changed', target: accountIn },
  AdminEnded: { what: 'changed', target: accountIn },
  AdminTotpEnrolled: { what: 'changed' },
  AdminTotpConfirmed: { what: 'changed' },
  AdminTotpRemoved: { what: 'changed' },
  AdminRecoveryCodeUsed: { what: 'changed' },
  AdminSignInFailed: { what: 'failed' },
  AdminCodeFailed: { what: 'failed' },
  AdminCallRefused: { what: 'failed' },
  AdminWarned: { what: 'failed' },
  AdminSignedIn: { what: 'signedIn' },
  AdminSignedOut: { what: 'signedOut' },
  PersonalDataViewed: { what: 'looked', target: personIn },
  PersonExported: { what: 'exported', target: personIn },
  PersonsListed: { what: 'looked', target: ({ data }) => data.list },
  PersonsJoined: { what: 'changed', target: ({ data }) => `${data.person} ${data.other}` },
  PartsErasureOrdered: { what: 'erased' },
  PersonParted: { what: 'changed', target: ({ data }) => data.stream },
  SealedFieldsOpened: { what: 'opened', target: ({ data }) => data.stream },
  QueryAsked: { what: 'asked' },
  DataExported: { what: 'exported', target: ({ data }) => data.exported },
  MeasurementIdChanged: { what: 'changed', target: ({ data }) => data.measurementId },
  RequestsKeptChanged: { what: 'changed', target: ({ data }) => String(data.keepMonths) },
  RequestStateChanged: { what: 'changed' },
  RequestStateUndone: { what: 'changed' },
  RequestAssigned: { what: 'changed' },
  RequestCallPlanned: { what: 'changed' },
  RequestNoted: { what: 'changed' },
  HistoryViewSaved: { what: 'changed', target: ({ data }) => data.name },
  HistoryViewRenamed: { what: 'changed', target: ({ data }) => data.name },
  HistoryViewDeleted: { what: 'changed' },
  FunnelSaved: { what: 'changed', target: ({ data }) => data.name },
  FunnelChanged: { what: 'changed', target: ({ data }) => data.name },
  FunnelDeleted: { what: 'changed' },
  DefinitionSaved: { what: 'changed', target: ({ data }) => data.name },
  DefinitionChanged: { what: 'changed', target: ({ data }) => data.name },
  DefinitionDeleted: { what: 'changed' },
  ReportLinked: { what: 'changed', target: ({ data }) => streams.saved(data.report) },
  ReportLinkOpened: { what: 'looked', target: ({ data }) => streams.saved(data.report) },
  ReportLinkRevoked: { what: 'changed', target: ({ data }) => streams.saved(data.report) },
  ReportLetterOrdered: { what: 'changed', target: ({ data }) => streams.saved(data.report) },
  ReportLetterConfirmed: { what: 'changed', isOthersToo: true },
  ReportLetterEnded: { what: 'changed', isOthersToo: true },
  ReportLetterErased: { what: 'erased', isOthersToo: true },
  AlarmMade: { what: 'changed', target: ({ data }) => data.name },
  AlarmChanged: { what: 'changed', target: ({ data }) => data.name },
  AlarmDeleted: { what: 'changed' },
  AlarmSnoozed: { what: 'changed' },
  ProjectionRebuildRequested: { what: 'rebuilt' },
  AnalyticsRebuildRequested: { what: 'rebuilt' },
  ParkedStreamRetried: { what: 'retried', target: ({ data }) => data.parked },
  ParkedStreamSkipped: { what: 'skipped', target: ({ data }) => data.parked },
  ErasureRequested: { what: 'erased' },
  ReplayRequested: { what: 'replayed', target: playedThrough },
  ReplayCancelled: { what: 'replayed' },
  ReplayResultTaken: { what: 'exported' },
  SessionsRevoked: { what: 'changed', isOthersToo: true },
  AccountErased: { what: 'erased', isOthersToo: true },
  LeadErased: { what: 'erased', isOthersToo: true },
  QuestionnaireErased: { what: 'erased', isOthersToo: true },
}

/** Events in administrators' streams that are left out, and why. */
export const leftOut: { readonly [T in EventType]?: string } = {
  AdminCodeUsed: 'the sign-in says it',
  AdminSessionExpired: 'nobody did it: its time ran out',
  AlarmJudged: 'nobody did it: a count did',
  ReportLetterDue: 'nobody did it: its hour came',
  ReportLetterAnswered: 'nobody did it: a mail server did',
  ReplayFinished: 'nobody did it: the job came to its end',
  ReplayFailed: 'nobody did it: the job could not go on',
}
