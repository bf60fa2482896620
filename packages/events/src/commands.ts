import { type AccountCommand, accountDecider } from './accounts/account.decider.ts'
import { type EmailCommand, emailDecider } from './accounts/email.decider.ts'
import { type SessionCommand, sessionDecider } from './accounts/session.decider.ts'
import { type AdminCommand, adminDecider } from './admins/admin.decider.ts'
import { type AdminSessionCommand, adminSessionDecider } from './admins/admin-session.decider.ts'
import { type SettingsCommand, settingsDecider } from './admins/settings.decider.ts'
import { type LeadCommand, leadDecider } from './leads/lead.decider.ts'
import { type QuestionnaireCommand, questionnaireDecider } from './questionnaires/questionnaire.decider.ts'
import { type SetupCommand, setupDecider } from './setup/setup.decider.ts'
import { streams } from './streams.ts'

type Command =
  | AccountCommand
  | EmailCommand
  | SessionCommand
  | SetupCommand
  | LeadCommand
  | QuestionnaireCommand
  | AdminCommand
  | AdminSessionCommand
  | SettingsCommand
type Target = { decider: object; stream: unknown }

/** The write side's table of contents: command → decider → stream. The compiler misses no command here. */
export const commands = {
  ClaimEmail: { decider: emailDecider, stream: streams.email },
  TakeOverEmail: { decider: emailDecider, stream: streams.email },
  ReleaseEmail: { decider: emailDecider, stream: streams.email },
  RequestPasswordReset: { decider: emailDecider, stream: streams.email },
  UsePasswordReset: { decider: emailDecider, stream: streams.email },
  RequestErasure: { decider: emailDecider, stream: streams.email },
  RegisterAccount: { decider: accountDecider, stream: streams.account },
  AbandonRegistration: { decider: accountDecider, stream: streams.account },
  UpdateProfile: { decider: accountDecider, stream: streams.account },
  ChangeProfileImage: { decider: accountDecider, stream: streams.account },
  ChangePassword: { decider: accountDecider, stream: streams.account },
  RevokeSessions: { decider: accountDecider, stream: streams.account },
  EraseAccount: { decider: accountDecider, stream: streams.account },
  OpenSession: { decider: sessionDecider, stream: streams.session },
  CloseSession: { decider: sessionDecider, stream: streams.session },
  ActivatePlan: { decider: setupDecider, stream: streams.setup },
  UpdateProgress: { decider: setupDecider, stream: streams.setup },
  SaveCredentials: { decider: setupDecider, stream: streams.setup },
  ActivateBot: { decider: setupDecider, stream: streams.setup },
  SubmitLead: { decider: leadDecider, stream: streams.lead },
  EraseLead: { decider: leadDecider, stream: streams.lead },
  SubmitQuestionnaire: { decider: questionnaireDecider, stream: streams.questionnaire },
  EraseQuestionnaire: { decider: questionnaireDecider, stream: streams.questionnaire },
  CreateAdmin: { decider: adminDecider, stream: streams.admin },
  ChangeAdminPassword: { decider: adminDecider, stream: streams.admin },
  SignInAdmin: { decider: adminSessionDecider, stream: streams.adminSession },
  SignOutAdmin: { decider: adminSessionDecider, stream: streams.adminSession },
  SetMeasurementId: { decider: settingsDecider, stream: streams.settings },
} satisfies Record<Command['type'], Target>
