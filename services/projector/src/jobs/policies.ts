import { invitationHours } from '@tba/events/admins/administrators.decider.ts'
import { idOf } from '@tba/events/streams.ts'
import { request, requestSkip } from '../engine/parked/parked.ts'
import type { EventOf } from '../engine/projection.ts'
import { requestRebuild } from '../engine/versions/rebuilds.ts'
import { leadNotice, questionnaireNotice } from '../mail/notice.letters.ts'
import type { PolicyDeps } from './deps.ts'
import { eraseAddress, eraseParts } from './erasure/erase-address.ts'
import { finishAccount, finishSubmission } from './erasure/finish-erasure.ts'
import { sendAlarm } from './letters/send-alarms.ts'
import { sendInvitation, sendProofLetter, sendResetLetter, sendWarning } from './letters/send-links.ts'
import { notify } from './letters/send-notices.ts'
import { askToConfirm, sendReport } from './letters/send-reports.ts'
import type { Policies } from './policy.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** The events that need a job, and what it does. */
export function policies(deps: PolicyDeps): Policies {
  const { notifyEmail, pool } = deps
  function waiting({ stream, data }: EventOf<'ParkedStreamRetried' | 'ParkedStreamSkipped'>) {
    return { projection: idOf(stream), stream: data.parked, eventId: data.eventId }
  }
  return {
    PasswordResetRequested: { withinMs: hourMs, run: event => sendResetLetter(deps, event) },
    AddressProofRequested: { withinMs: hourMs, run: event => sendProofLetter(deps, event) },
    AdminInvited: { withinMs: invitationHours * hourMs, run: event => sendInvitation(deps, event) },
    AdminWarned: { withinMs: 24 * hourMs, run: event => sendWarning(deps, event) },
    AlarmJudged: { withinMs: 24 * hourMs, run: event => sendAlarm(deps, event) },
    ReportLetterOrdered: { withinMs: weekMs, run: event => askToConfirm(deps, event) },
    ReportLetterDue: { withinMs: weekMs, run: event => sendReport(deps, event) },
    ReportLetterErased: { withinMs: null, run: event => finishSubmission(deps, event) },
    ErasureRequested: { withinMs: null, run: event => eraseAddress(deps, event) },
    PartsErasureOrdered: { withinMs: null, run: event => eraseParts(deps, event) },
    AccountErased: { withinMs: null, run: event => finishAccount(deps, event) },
    LeadErased: { withinMs: null, run: event => finishSubmission(deps, event) },
    QuestionnaireErased: { withinMs: null, run: event => finishSubmission(deps, event) },
    // Requests of administrators go into tables that the projection's leader reads.
    ProjectionRebuildRequested: {
      withinMs: weekMs,
      run: event => requestRebuild(pool, idOf(event.stream), event),
    },
    ParkedStreamRetried: {
      withinMs: weekMs,
      run: async event => void (await request(pool, 'retry', waiting(event))),
    },
    ParkedStreamSkipped: { withinMs: weekMs, run: event => requestSkip(pool, waiting(event)) },
    ...(notifyEmail &&
      ({
        LeadSubmitted: {
          withinMs: weekMs,
          run: event => notify(deps, event, leadNotice(notifyEmail, event.data)),
        },
        QuestionnaireSubmitted: {
          withinMs: weekMs,
          run: event => notify(deps, event, questionnaireNotice(notifyEmail, event.data)),
        },
      } satisfies Policies)),
  }
}
