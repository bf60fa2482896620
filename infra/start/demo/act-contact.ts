import { submitLead as leadBody } from '@tba/events/leads/commands.ts'
import { submitQuestionnaire as questionnaireBody } from '@tba/events/questionnaires/commands.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type Acting, mustExecute } from './scene.ts'
import { contextOf } from './stage.ts'

export const submitLead: Acting<'lead'> = ({ log, secrets }, { visit, visitor }, { leadId, body }) => {
  const { name, email, phone = null, plan, deposit, message = null } = leadBody.parse(body)
  const hash = emailHash(secrets.emailHash, email)
  const lead = { emailHash: hash, name, email, phone, plan, depositEuro: Number(deposit), message }
  const context = contextOf(visit.id, visitor.consent)
  return mustExecute({ log, context }, leadId, { type: 'SubmitLead', lead })
}

export const submitQuestionnaire: Acting<'questionnaire'> = (
  { log, secrets },
  { visit, visitor },
  { questionnaireId, body },
) => {
  const { additionalInfo = null, source = null, ...answers } = questionnaireBody.parse(body)
  const hash = emailHash(secrets.emailHash, answers.email)
  const context = contextOf(visit.id, visitor.consent)
  const questionnaire = { ...answers, additionalInfo, source, emailHash: hash }
  return mustExecute({ log, context }, questionnaireId, { type: 'SubmitQuestionnaire', questionnaire })
}
