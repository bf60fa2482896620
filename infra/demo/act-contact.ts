import { submitLead as leadBody } from '@tba/events/leads/commands.ts'
import { leadDecider } from '@tba/events/leads/lead.decider.ts'
import { submitQuestionnaire as questionnaireBody } from '@tba/events/questionnaires/commands.ts'
import { questionnaireDecider } from '@tba/events/questionnaires/questionnaire.decider.ts'
import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type Acting, mustHandle } from './scene.ts'
import { contextOf } from './stage.ts'

export const submitLead: Acting<'lead'> = ({ log, secrets }, { visit, standing }, { leadId, body }) => {
  const { name, email, phone = null, plan, deposit, message = null } = leadBody.parse(body)
  const hash = emailHash(secrets.emailHash, email)
  const lead = { emailHash: hash, name, email, phone, plan, depositEuro: Number(deposit), message }
  const context = contextOf(visit.id, standing.consent)
  return mustHandle(
    { log, decider: leadDecider, stream: streams.lead(leadId), context },
    { type: 'SubmitLead', lead },
  )
}

export const submitQuestionnaire: Acting<'questionnaire'> = (
  { log, secrets },
  { visit, standing },
  { questionnaireId, body },
) => {
  const { additionalInfo = null, source = null, ...answers } = questionnaireBody.parse(body)
  const hash = emailHash(secrets.emailHash, answers.email)
  const context = contextOf(visit.id, standing.consent)
  return mustHandle(
    { log, decider: questionnaireDecider, stream: streams.questionnaire(questionnaireId), context },
    { type: 'SubmitQuestionnaire', questionnaire: { ...answers, additionalInfo, source, emailHash: hash } },
  )
}
