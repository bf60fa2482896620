import { type QuestionnaireRow, questionnaireList, questionnaireRow } from '@tba/events/people/views.ts'
import { choices } from '../../questionnaires/questions.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { contactMethods } from '../parts/words/labels.ts'
import { Submissions, type SubmittedField } from './submissions.tsx'

const phoneOf = ({ phone, countryCode }: QuestionnaireRow) =>
  phone && [countryCode, phone].filter(Boolean).join(' ')

/** Unknown answers stay. */
const chosen = (name: keyof typeof choices, value: string | null) =>
  choices[name].options.find(option => option.value === value)?.label ?? value

const fields: SubmittedField<QuestionnaireRow>[] = [
  { name: 'Email', width: '24%', value: ({ email }) => email },
  { name: 'Telefono', width: '14%', value: phoneOf },
  {
    name: 'Contatto',
    width: '10%',
    value: ({ contactMethod }) => <span className="badge">{contactMethods[contactMethod]}</span>,
  },
  { name: 'Età', value: ({ age }) => chosen('age', age) },
  { name: 'Occupazione', value: ({ occupation }) => occupation },
  { name: 'Esperienza', value: row => chosen('tradingExperience', row.tradingExperience) },
  { name: 'Importo', width: '17%', value: row => chosen('investmentAmount', row.investmentAmount) },
  { name: 'Obiettivo', value: row => chosen('investmentGoal', row.investmentGoal) },
  { name: 'Rischio', value: row => chosen('riskTolerance', row.riskTolerance) },
  { name: 'Quando', value: row => chosen('timeframe', row.timeframe) },
  { name: 'Note', value: ({ additionalInfo }) => additionalInfo },
  { name: 'Pagina', value: ({ source }) => source },
  { name: 'Inviato', width: '15%', value: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

export default function QuestionnairesPage() {
  return (
    <Submissions
      kind="questionnaire"
      page={questionnaireList}
      row={questionnaireRow}
      rowsOf={({ questionnaires }) => questionnaires}
      fields={fields}
      none="Nessun questionario, finora: le risposte di chi lo compila compariranno qui."
    />
  )
}
