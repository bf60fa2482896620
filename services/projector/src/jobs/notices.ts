import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../engine/projection.ts'
import type { Letter } from '../mail/letter.ts'
import { leadNotice, questionnaireNotice } from '../mail/notice.letters.ts'
import type { PolicyDeps } from './deps.ts'

type Deps = Pick<PolicyDeps, 'log' | 'mailer'>
type Submitted = EventOf<'LeadSubmitted'> | EventOf<'QuestionnaireSubmitted'>

export function noticeOfLead(deps: Deps, to: string, event: EventOf<'LeadSubmitted'>): Promise<void> {
  return notify(deps, event, leadNotice(to, event.data))
}

export function noticeOfQuestionnaire(deps: Deps, to: string, event: EventOf<'QuestionnaireSubmitted'>) {
  return notify(deps, event, questionnaireNotice(to, event.data))
}

async function notify({ log, mailer }: Deps, event: Submitted, notice: Letter): Promise<void> {
  if (await wasErased(log, event)) return
  await mailer.send(event.id, notice)
  // Erased while the letter was being written: the job of the erasure may have looked for it too early.
  if (await wasErased(log, event)) await mailer.forget([event.id])
}

async function wasErased(log: EventLog, { type, stream }: Submitted): Promise<boolean> {
  const kind = type === 'LeadSubmitted' ? 'lead' : 'questionnaire'
  return (await load(log, kind, idOf(stream))).state === 'erased'
}
