import { streams } from '@tba/events/streams.ts'
import { type AccountCommand, accountDecider } from './accounts/account.decider.ts'
import { type EmailCommand, emailDecider } from './accounts/email.decider.ts'
import { type SessionCommand, sessionDecider } from './accounts/session.decider.ts'
import { type SetupCommand, setupDecider } from './setup/setup.decider.ts'
import { type VisitCommand, visitDecider } from './tracking/visit.decider.ts'

type Command = AccountCommand | EmailCommand | SessionCommand | SetupCommand | VisitCommand
type Target = { decider: object; stream: (id: string) => string }

/** The write side's table of contents: command → decider → stream. The compiler misses no command here. */
export const commands = {
  ClaimEmail: { decider: emailDecider, stream: streams.email },
  TakeOverEmail: { decider: emailDecider, stream: streams.email },
  RegisterAccount: { decider: accountDecider, stream: streams.account },
  AbandonRegistration: { decider: accountDecider, stream: streams.account },
  OpenSession: { decider: sessionDecider, stream: streams.session },
  CloseSession: { decider: sessionDecider, stream: streams.session },
  ActivatePlan: { decider: setupDecider, stream: streams.setup },
  UpdateProgress: { decider: setupDecider, stream: streams.setup },
  SaveCredentials: { decider: setupDecider, stream: streams.setup },
  ActivateBot: { decider: setupDecider, stream: streams.setup },
  ChooseConsent: { decider: visitDecider, stream: streams.visit },
} satisfies Record<Command['type'], Target>
