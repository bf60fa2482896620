import type { EventLog } from '@tba/events/log/event-log.ts'
import type { EventOf } from '../engine/projection.ts'
import { leadNotice, questionnaireNotice } from '../mail/notice.letters.ts'
import type { PromiseDeps } from './promises.ts'

type Deps = Pick<PromiseDeps, 'log' | 'mailer'>

export async function noticeOfLead({ log, mailer }: Deps, to: string, event: EventOf<'LeadSubmitted'>) {
  if (await wasErased(log, event.stream)) return
  await mailer.send(event.id, leadNotice(to, event.data))
}

export async function noticeOfQuestionnaire(
  { log, mailer }: Deps,
  to: string,
  event: EventOf<'QuestionnaireSubmitted'>,
) {
  if (await wasErased(log, event.stream)) return
  await mailer.send(event.id, questionnaireNotice(to, event.data))
}

async function wasErased(log: EventLog, stream: string): Promise<boolean> {
  for await (const { type } of log.read(stream)) {
    if (type === 'LeadErased' || type === 'QuestionnaireErased') return true
  }
  return false
}
