import { accountDecider } from './accounts/account.decider.ts'
import { emailDecider } from './accounts/email.decider.ts'
import { sessionDecider } from './accounts/session.decider.ts'
import { adminDecider } from './admins/admin.decider.ts'
import { adminSessionDecider } from './admins/admin-session.decider.ts'
import { administratorsDecider } from './admins/administrators.decider.ts'
import { settingsDecider } from './admins/settings.decider.ts'
import type { Decider } from './decider.ts'
import { funnelDecider } from './funnels/funnel.decider.ts'
import { leadDecider } from './leads/lead.decider.ts'
import { projectionDecider } from './projections/projection.decider.ts'
import { questionnaireDecider } from './questionnaires/questionnaire.decider.ts'
import { replayDecider } from './replays/replay.decider.ts'
import { setupDecider } from './setup/setup.decider.ts'
import type { streams } from './streams.ts'
import { historyViewDecider } from './views/history-view.decider.ts'

/** The decider of each kind of stream. */
export const deciders = {
  account: accountDecider,
  email: emailDecider,
  session: sessionDecider,
  setup: setupDecider,
  lead: leadDecider,
  questionnaire: questionnaireDecider,
  administrators: administratorsDecider,
  admin: adminDecider,
  adminSession: adminSessionDecider,
  settings: settingsDecider,
  historyView: historyViewDecider,
  funnel: funnelDecider,
  projection: projectionDecider,
  replay: replayDecider,
} satisfies { [K in keyof typeof streams]?: object }

/** The kinds of streams that have a decider. */
export type Kind = keyof typeof deciders
export type IdOf<K extends Kind> = Parameters<(typeof streams)[K]>[0]

type PartsOf<K extends Kind> =
  (typeof deciders)[K] extends Decider<infer S, infer C, infer E, infer R>
    ? { state: S; command: C; event: E; reason: R }
    : never
export type StateOf<K extends Kind> = PartsOf<K>['state']
export type ReasonOf<K extends Kind> = PartsOf<K>['reason']
export type CommandOf<K extends Kind> = PartsOf<K>['command']

export type Command = { [K in Kind]: CommandOf<K> }[Kind]
type Type = Command['type']
type KindFor<T extends Type> = {
  [K in Kind]: [Extract<CommandOf<K>, { type: T }>] extends [never] ? never : K
}[Kind]

/**
 * Every command, and the kind of stream (thereby the decider) that it is for: `execute` looks it up here. It does not
 * compile with a command missing, or under another decider's kind.
 */
export const commands = {
  ClaimEmail: 'email',
  TakeOverEmail: 'email',
  ReleaseEmail: 'email',
  RequestPasswordReset: 'email',
  UsePasswordReset: 'email',
  RequestErasure: 'email',
  RegisterAccount: 'account',
  AbandonRegistration: 'account',
  UpdateProfile: 'account',
  ChangeProfileImage: 'account',
  ChangePassword: 'account',
  RevokeSessions: 'account',
  EraseAccount: 'account',
  EraseAccountAgain: 'account',
  OpenSession: 'session',
  CloseSession: 'session',
  ExpireSession: 'session',
  ActivatePlan: 'setup',
  UpdateProgress: 'setup',
  SaveCredentials: 'setup',
  ActivateBot: 'setup',
  SubmitLead: 'lead',
  EraseLead: 'lead',
  SubmitQuestionnaire: 'questionnaire',
  EraseQuestionnaire: 'questionnaire',
  CreateAdmin: 'administrators',
  InviteAdmin: 'administrators',
  AcceptInvitation: 'administrators',
  ChangeAdminPassword: 'administrators',
  ChangeAdminRole: 'administrators',
  EndAdmin: 'administrators',
  EnrolTotp: 'admin',
  ConfirmTotp: 'admin',
  UseCode: 'admin',
  RemoveTotp: 'admin',
  SignInAdmin: 'adminSession',
  SignOutAdmin: 'adminSession',
  ExpireAdminSession: 'adminSession',
  SetMeasurementId: 'settings',
  SaveHistoryView: 'historyView',
  ChangeHistoryView: 'historyView',
  DeleteHistoryView: 'historyView',
  SaveFunnel: 'funnel',
  ChangeFunnel: 'funnel',
  DeleteFunnel: 'funnel',
  RequestRebuild: 'projection',
  RequestAnalyticsRebuild: 'projection',
  RetryParked: 'projection',
  SkipParked: 'projection',
  RequestReplay: 'replay',
  CancelReplay: 'replay',
  FinishReplay: 'replay',
  FailReplay: 'replay',
} as const satisfies { [T in Type]: KindFor<T> }

/** The kind of stream that a command is for. */
export type KindOf<C extends Command> = (typeof commands)[C['type']]
