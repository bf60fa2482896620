import type { PromiseDeps } from './deps.ts'
import { eraseAddress } from './erasure/erase-address.ts'
import { finishAccount } from './erasure/finish-account.ts'
import { finishSubmission } from './erasure/finish-submission.ts'
import { noticeOfLead, noticeOfQuestionnaire } from './notices.ts'
import type { Promises } from './promise.ts'
import { sendResetLetter } from './reset-letter.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** The table of contents: what happened, and what is to come of it. */
export function promises(deps: PromiseDeps): Promises {
  const { notifyEmail } = deps
  return {
    PasswordResetRequested: { withinMs: hourMs, keep: event => sendResetLetter(deps, event) },
    ErasureRequested: { withinMs: null, keep: event => eraseAddress(deps, event) },
    AccountErased: { withinMs: null, keep: event => finishAccount(deps, event) },
    LeadErased: { withinMs: null, keep: event => finishSubmission(deps, event) },
    QuestionnaireErased: { withinMs: null, keep: event => finishSubmission(deps, event) },
    ...(notifyEmail &&
      ({
        LeadSubmitted: { withinMs: weekMs, keep: event => noticeOfLead(deps, notifyEmail, event) },
        QuestionnaireSubmitted: {
          withinMs: weekMs,
          keep: event => noticeOfQuestionnaire(deps, notifyEmail, event),
        },
      } satisfies Promises)),
  }
}
