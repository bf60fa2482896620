import { withDialCode } from '@tba/events/people/phone.ts'
import {
  type QuestionnaireRow,
  questionnaireList,
  questionnaireRow,
} from '@tba/events/questionnaires/views.ts'
import { shownEmail } from '../../components/email.ts'
import type { Column } from '../parts/lists/data-table.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { answerLabel, contactWord } from '../parts/words/labels.ts'
import { PhoneLink } from '../parts/words/links.tsx'
import { Submissions } from './submissions.tsx'

const fields: Column<QuestionnaireRow>[] = [
  { name: 'Email', width: '24%', cell: ({ email }) => shownEmail(email) },
  {
    name: 'Telefono',
    width: '14%',
    cell: row => row.phone && <PhoneLink typed={withDialCode(row)} dial={row.dial} />,
  },
  {
    name: 'Come',
    width: '10%',
    cell: ({ contactMethod }) => <span className="badge">{contactWord(contactMethod)}</span>,
  },
  { name: 'Età', cell: ({ age }) => answerLabel('age', age) },
  { name: 'Occupazione', cell: ({ occupation }) => occupation },
  { name: 'Esperienza', cell: row => answerLabel('tradingExperience', row.tradingExperience) },
  { name: 'Importo', width: '17%', cell: row => answerLabel('investmentAmount', row.investmentAmount) },
  { name: 'Obiettivo', cell: row => answerLabel('investmentGoal', row.investmentGoal) },
  { name: 'Rischio', cell: row => answerLabel('riskTolerance', row.riskTolerance) },
  { name: 'Quando', cell: row => answerLabel('timeframe', row.timeframe) },
  { name: 'Note', cell: ({ additionalInfo }) => additionalInfo },
  { name: 'Pagina', cell: ({ source }) => source },
  { name: 'Inviato', width: '15%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
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
