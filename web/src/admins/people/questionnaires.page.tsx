import { type QuestionnaireRow, questionnaireList, questionnaireRow } from '@tba/events/people/views.ts'
import { choices } from '../../questionnaires/questions.ts'
import { contactMethods, investmentAmount, tradingExperience } from '../parts/labels.ts'
import { type Column, Value } from '../parts/ledger.tsx'
import { MomentOf } from '../parts/times.tsx'
import { usePeople } from './people-data.ts'
import { PeopleHead } from './people-head.tsx'
import { PeopleList } from './people-list.tsx'
import { SearchField } from './search.field.tsx'
import { OpenButton, Opened, useOpened } from './submission.drawer.tsx'
import '../dashboard/dashboard.css'

const phoneOf = ({ phone, countryCode }: QuestionnaireRow) =>
  phone && [countryCode, phone].filter(Boolean).join(' ')

const columns = (open: (id: string) => void): Column<QuestionnaireRow>[] => [
  { name: 'Nome', width: '20%', cell: ({ id, name }) => <OpenButton name={name} open={() => open(id)} /> },
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

/** What was chosen in the words of the form; anything else as it came. */
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
  const { filters, opened, open, close } = useOpened('questionario')
  const q = filters.of('q')
  const path = `/api/admin/questionnaires?${new URLSearchParams(q ? { q } : {})}`
  const answer = usePeople(path, questionnaireList, ({ questionnaires }) => questionnaires)
  return (
    <main className="console">
      <PeopleHead title="Questionari" />
      <div className="people-filters">
        <SearchField label="Cerca per nome, email o telefono" />
      </div>
      <PeopleList
        caption="Questionari, dal più recente"
        columns={columns(open)}
        answer={answer}
        isFiltered={q !== ''}
        empty="Nessun questionario, finora: le risposte di chi lo compila compariranno qui."
        clear={() => filters.clear(['q'])}
      />
      {opened && (
        <Opened
          key={opened}
          person={{ kind: 'questionnaire', id: opened }}
          schema={questionnaireRow}
          facts={facts}
          close={close}
        />
      )}
    </main>
  )
}
