import { type QuestionnaireRow, questionnaireList, questionnaireRow } from '@tba/events/people/views.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { answerTo, contactMethods, phoneOf } from '../parts/words/labels.ts'
import { Submissions, type SubmittedField } from './submissions.tsx'

const fields: SubmittedField<QuestionnaireRow>[] = [
  { name: 'Email', width: '24%', value: ({ email }) => email },
  { name: 'Telefono', width: '14%', value: phoneOf },
  {
    name: 'Contatto',
    width: '10%',
    value: ({ contactMethod }) => <span className="badge">{contactMethods[contactMethod]}</span>,
  },
  { name: 'Età', value: ({ age }) => answerTo('age', age) },
  { name: 'Occupazione', value: ({ occupation }) => occupation },
  { name: 'Esperienza', value: row => answerTo('tradingExperience', row.tradingExperience) },
  { name: 'Importo', width: '17%', value: row => answerTo('investmentAmount', row.investmentAmount) },
  { name: 'Obiettivo', value: row => answerTo('investmentGoal', row.investmentGoal) },
  { name: 'Rischio', value: row => answerTo('riskTolerance', row.riskTolerance) },
  { name: 'Quando', value: row => answerTo('timeframe', row.timeframe) },
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
