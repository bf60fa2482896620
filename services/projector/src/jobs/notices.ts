import type { EventLog, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../engine/projection.ts'
import type { Letter } from '../mail/letter.ts'
import { leadNotice, questionnaireNotice } from '../mail/notice.letters.ts'
import type { PromiseDeps } from './promises.ts'

type Deps = Pick<PromiseDeps, 'log' | 'mailer'>

export function noticeOfLead(deps: Deps, to: string, event: EventOf<'LeadSubmitted'>): Promise<void> {
  return notify(deps, event, leadNotice(to, event.data))
}

export function noticeOfQuestionnaire(deps: Deps, to: string, event: EventOf<'QuestionnaireSubmitted'>) {
  return notify(deps, event, questionnaireNotice(to, event.data))
}

async function notify({ log, mailer }: Deps, { id, stream }: RecordedEvent, notice: Letter): Promise<void> {
  if (await wasErased(log, stream)) return
  await mailer.send(id, notice)
  // Erased while the letter was written: whoever cleans up may have looked for it too early.
  if (await wasErased(log, stream)) await mailer.forget([id])
}

async function wasErased(log: EventLog, stream: string): Promise<boolean> {
  for await (const { type } of log.read(stream)) {
    if (type === 'LeadErased' || type === 'QuestionnaireErased') return true
  }
  return false
}
