import type { LeadRow } from '@tba/events/leads/views.ts'
import { withDialCode } from '@tba/events/people/phone.ts'
import type { QuestionnaireRow } from '@tba/events/questionnaires/views.ts'
import type { RequestDetail } from '@tba/events/requests/views.ts'
import type { Fact } from '../../components/facts.tsx'
import { euro } from '../../components/format.ts'
import { planName } from '../../content/plans.ts'
import { answerLabel, contactWord } from '../parts/words/labels.ts'
import { PhoneLink } from '../parts/words/links.tsx'

/** What the person wrote besides the address, in the words of the form. */
export const submittedFacts = (submitted: RequestDetail['submitted']): Fact[] =>
  'deposit' in submitted ? leadFacts(submitted) : questionnaireFacts(submitted)

const leadFacts = ({ plan, deposit, message }: LeadRow): Fact[] => [
  ['Messaggio', message],
  ['Piano', planName(plan)],
  ['Deposito', euro(Number(deposit))],
]

const questionnaireFacts = (row: QuestionnaireRow): Fact[] => [
  ['Note', row.additionalInfo],
  ['Telefono', row.phone && <PhoneLink key="phone" typed={withDialCode(row)} dial={row.dial} />],
  ['Come', contactWord(row.contactMethod)],
  ['Età', answerLabel('age', row.age)],
  ['Occupazione', row.occupation],
  ['Esperienza', answerLabel('tradingExperience', row.tradingExperience)],
  ['Importo', answerLabel('investmentAmount', row.investmentAmount)],
  ['Obiettivo', answerLabel('investmentGoal', row.investmentGoal)],
  ['Rischio', answerLabel('riskTolerance', row.riskTolerance)],
  ['Quando', answerLabel('timeframe', row.timeframe)],
  ['Pagina', row.source],
]
