import { type QuestionnaireRow, questionnaireList, questionnaireRow } from '@tba/events/people/views.ts'
import { Value } from '../../components/facts.tsx'
import { choices } from '../../questionnaires/questions.ts'
import type { Column } from '../parts/lists/ledger.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { contactMethods, investmentAmount, tradingExperience } from '../parts/words/labels.ts'
import { Submissions } from './submissions.tsx'

const phoneOf = ({ phone, countryCode }: QuestionnaireRow) =>
  phone && [countryCode, phone].filter(Boolean).join(' ')

const columns: Column<QuestionnaireRow>[] = [
  { name: 'Email', width: '24%', cell: ({ email }) => <Value>{email}</Value> },
  { name: 'Telefono', width: '14%', cell: row => <Value>{phoneOf(row)}</Value> },
  {
    name: 'Contatto',
    width: '10%',
    cell: ({ contactMethod }) => <span className="badge">{contactMethods[contactMethod]}</span>,
  },
  {
    name: 'Importo',
    width: '17%',
    cell: row => <Value>{row.investmentAmount && investmentAmount(row.investmentAmount)}</Value>,
  },
  { name: 'Inviato', width: '15%', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
]

/** Unknown answers stay. */
const chosen = (name: keyof typeof choices, value: string | null) =>
  choices[name].options.find(option => option.value === value)?.label ?? value

const facts = (row: QuestionnaireRow) =>
  [
    ['Email', row.email],
    ['Telefono', phoneOf(row)],
    ['Contatto', contactMethods[row.contactMethod]],
    ['Età', chosen('age', row.age)],
    ['Occupazione', row.occupation],
    ['Esperienza', row.tradingExperience && tradingExperience(row.tradingExperience)],
    ['Importo', row.investmentAmount && investmentAmount(row.investmentAmount)],
    ['Obiettivo', chosen('investmentGoal', row.investmentGoal)],
    ['Rischio', chosen('riskTolerance', row.riskTolerance)],
    ['Quando', chosen('timeframe', row.timeframe)],
    ['Note', row.additionalInfo],
    ['Pagina', row.source],
    ['Inviato', <MomentOf key="at" at={row.createdAt} />],
  ] as const

export default function QuestionnairesPage() {
  return (
    <Submissions
      kind="questionnaire"
      path="questionnaires"
      title="Questionari"
      openedName="questionario"
      page={questionnaireList}
      row={questionnaireRow}
      rowsOf={({ questionnaires }) => questionnaires}
      columns={columns}
      facts={facts}
      none="Nessun questionario, finora: le risposte di chi lo compila compariranno qui."
    />
  )
}
