import type { Register } from '@tba/events/accounts/commands.ts'
import type { UpdateProfile } from '@tba/events/accounts/profile.ts'
import type { SubmitLead } from '@tba/events/leads/commands.ts'
import type { submitQuestionnaire } from '@tba/events/questionnaires/commands.ts'
import type { ActivateBot, SaveCredentials, UpdateProgress } from '@tba/events/setup/commands.ts'
import type { Plan } from '@tba/events/setup/plans.ts'
import type { z } from 'zod'
import type { Browser } from './browser.ts'

/** Who is signed in, and by which session. */
export type SignedIn = { accountId: string; userId: number; sessionId: string }

/** An action, the sentence that it is answered with, and its status. */
export type Refusal = { action: string; reason: string; status: number }

/** What the tracker tells of; `page` is the whole address, as the browser has it. */
export type Seen =
  | { does: 'view' }
  | { does: 'click'; id: string | null; text: string | null; category: string }
  | { does: 'scroll'; percent: 50 | 100 }
  | { does: 'leave'; seconds: number }

/** What the pages send, with the ids that the server would draw. */
export type Done =
  | { does: 'consent'; choice: 'all' | 'none' }
  | { does: 'lead'; leadId: string; body: SubmitLead }
  | { does: 'questionnaire'; questionnaireId: string; body: z.input<typeof submitQuestionnaire> }
  | { does: 'register'; as: SignedIn; body: Omit<Register, 'password'> }
  | { does: 'sign-in'; as: SignedIn }
  | { does: 'sign-out' }
  | { does: 'plan'; plan: Plan }
  | { does: 'progress'; changes: UpdateProgress }
  | { does: 'credentials'; credentialsId: string; body: SaveCredentials }
  | { does: 'bot'; botId: string; body: ActivateBot }
  | { does: 'profile'; changes: UpdateProfile }
  | { does: 'password-forgotten'; resetId: string; email: string }
  | { does: 'password-reset'; resetId: string; email: string }
  | { does: 'erasure'; email: string }
  /** What the server answers to somebody who wants what they may not have, or mistypes. */
  | { does: 'refused'; refusal: Refusal }

export type SeenStep = Seen & { atMs: number; page: string }
type DoneStep = Done & { atMs: number }
export type Step = SeenStep | DoneStep

/** What somebody does in one tab, from the first page to the last, in its order. */
export type Visit = {
  id: string
  browser: Browser
  referrer: string | null
  /** The account that it is about, whether somebody is signed in to it from the beginning or not. */
  account: string | null
  /** From the beginning. */
  signedIn: SignedIn | null
  steps: readonly Step[]
}

export function isSeen(step: Step): step is SeenStep {
  return 'page' in step
}
