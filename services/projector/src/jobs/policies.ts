import { replayAsked } from '../replays/stored-replay.ts'
import type { PolicyDeps } from './deps.ts'
import { eraseAddress } from './erasure/erase-address.ts'
import { finishAccount } from './erasure/finish-account.ts'
import { finishSubmission } from './erasure/finish-submission.ts'
import { noticeOfLead, noticeOfQuestionnaire } from './notices.ts'
import type { Policies } from './policy.ts'
import { parkedAsked, rebuildAsked } from './projections.ts'
import { sendResetLetter } from './reset-letter.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** Which events ask for a job, and what it does. */
export function policies(deps: PolicyDeps): Policies {
  const { notifyEmail } = deps
  return {
    PasswordResetRequested: { withinMs: hourMs, run: event => sendResetLetter(deps, event) },
    ErasureRequested: { withinMs: null, run: event => eraseAddress(deps, event) },
    AccountErased: { withinMs: null, run: event => finishAccount(deps, event) },
    LeadErased: { withinMs: null, run: event => finishSubmission(deps, event) },
    QuestionnaireErased: { withinMs: null, run: event => finishSubmission(deps, event) },
    ProjectionRebuildRequested: { withinMs: weekMs, run: event => rebuildAsked(deps, event) },
    ParkedStreamRetried: { withinMs: weekMs, run: event => parkedAsked(deps, event) },
    ParkedStreamSkipped: { withinMs: weekMs, run: event => parkedAsked(deps, event) },
    ReplayRequested: { withinMs: weekMs, run: event => replayAsked(deps, event) },
    ...(notifyEmail &&
      ({
        LeadSubmitted: { withinMs: weekMs, run: event => noticeOfLead(deps, notifyEmail, event) },
        QuestionnaireSubmitted: {
          withinMs: weekMs,
          run: event => noticeOfQuestionnaire(deps, notifyEmail, event),
        },
      } satisfies Policies)),
  }
}
