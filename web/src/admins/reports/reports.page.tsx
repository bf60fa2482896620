import { Button } from '@radix-ui/themes'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { lazyPart } from '../../components/on-demand.ts'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { nameOfPart } from './part-words.ts'
import { type Saved, saveReport, useReports } from './reports-data.ts'
import './reports.css'

const ReportEditor = lazyPart(() => import('./report.editor.tsx'))

const partNames = ({ parts }: Saved) =>
  parts.map(part => nameOfPart(part as Parameters<typeof nameOfPart>[0])).join(' · ')

const columns: Column<Saved>[] = [
  {
    name: 'Titolo',
    width: '30%',
    cell: ({ id, title }) => <Link to={`/admin/reports/${id}`}>{title}</Link>,
  },
  { name: 'Parti', width: '40%', cell: report => <span className="report-parts">{partNames(report)}</span> },
  { name: 'Salvato da', width: '14%', cell: ({ savedBy }) => <SavedBy actor={savedBy} /> },
  { name: 'Quando', width: '16%', cell: ({ savedAt }) => <MomentOf at={savedAt} /> },
]

export default function ReportsPage() {
  const answer = useReports()
  const [isNew, setIsNew] = useState(false)
  const navigate = useNavigate()
  const reports = answer.data?.view.reports
  return (
    <main className="console">
      <header className="console-title">
        <h1>Report</h1>
        <p className="quiet small">
          Più conteggi su una pagina, da leggere, stampare e condividere con un link.
        </p>
        {!isNew && <Button onClick={() => setIsNew(true)}>Nuovo report</Button>}
      </header>
      <Suspense>
        {isNew && (
          <ReportEditor
            report={{
              title: '',
              parts: [{ kind: 'overview', definition: { period: 'lastWeek', compareTo: 'previous' } }],
            }}
            save={async report => navigate(`/admin/reports/${await saveReport(null, report)}`)}
            close={() => setIsNew(false)}
          />
        )}
      </Suspense>
      {!reports ? (
        <ViewState answer={answer} />
      ) : reports.length === 0 ? (
        <p className="list-empty">
          Nessun report, finora. Qui starebbero quelli che hai composto: premi «Nuovo report», scegli le parti
          e un titolo.
        </p>
      ) : (
        <DataTable caption="I report salvati" columns={columns} rows={reports} />
      )}
    </main>
  )
}
