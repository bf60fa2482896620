import type { Context } from '@tba/events/log/event-log.ts'
import type { Position } from '@tba/events/store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { submissionsOf } from '@tba/runtime/submissions.ts'
import type { Deps } from '../deps.ts'
import { handle } from '../handle.ts'
import { leadDecider } from '../leads/lead.decider.ts'
import { questionnaireDecider } from '../questionnaires/questionnaire.decider.ts'
import { emailDecider } from './email.decider.ts'

type Erased = { accountId: string; email: string | null; before: Position | null }

/** The address is free again, and what came from it before the account was erased is erased too. */
export async function releaseAddress(
  { log, store, secrets }: Deps,
  { accountId, email, before }: Erased,
  context: Context,
): Promise<void> {
  if (!email || !before) return
  const hash = emailHash(secrets.emailHash, email)
  const address = { log, decider: emailDecider, stream: streams.email(hash), context }
  await handle(address, { type: 'ReleaseEmail', accountId })
  for await (const { kind, stream } of submissionsOf(store, { emailHash: hash, before })) {
    const submission = { log, stream, context }
    if (kind === 'lead') await handle({ ...submission, decider: leadDecider }, { type: 'EraseLead' })
    else await handle({ ...submission, decider: questionnaireDecider }, { type: 'EraseQuestionnaire' })
  }
}
