import { Button } from '@radix-ui/themes'
import type { SaveReport } from '@tba/events/reports/definition.ts'
import type { CountedReport } from '@tba/events/reports/views.ts'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { lazyPart } from '../../components/on-demand.ts'
import { usePermission } from '../api/token.ts'
import { DetailPage } from '../parts/page/detail-page.tsx'
import { useEmailOf } from '../parts/words/actors.tsx'
import { saveReport, useReport, useReportLinks } from './reports-data.ts'

/** Charts, tables and forms are large: the title comes first. */
const CountedParts = lazyPart(() => import('./counted-report.tsx'))
const ReportEditor = lazyPart(() => import('./report.editor.tsx'))
const LinksPanel = lazyPart(() => import('./links.panel.tsx'))
const LettersPanel = lazyPart(() => import('./letters.panel.tsx'))
const RemoveReport = lazyPart(() => import('./remove-report.tsx'))

/** As it is saved again. */
const editable = ({ title, parts }: CountedReport): SaveReport => ({
  title,
  parts: parts.map(({ kind, definition, text }) => ({
    kind,
    definition,
    ...(text && { text }),
  })) as SaveReport['parts'],
})

type OpenProps = { id: string; report: CountedReport; changed: () => Promise<unknown> }

function OpenReport({ id, report, changed }: OpenProps) {
  const [shown, setShown] = useState<'edit' | 'links' | 'letters' | 'delete' | null>(null)
  const mayShare = usePermission('share-reports')
  const links = useReportLinks(id)
  const emailOf = useEmailOf()
  const isShared = links.data?.links.some(
    ({ revokedAt, expiresAt }) => revokedAt === null && Date.parse(expiresAt) > Date.now(),
  )
  const close = () => setShown(null)
  return (
    <>
      <header className="console-title">
        <h1>{report.title}</h1>
        {isShared && <p className="quiet small">Condiviso</p>}
        <span className="report-actions">
          <Button variant="outline" onClick={() => print()}>
            Stampa
          </Button>
          <Button variant="outline" aria-expanded={shown === 'edit'} onClick={() => setShown('edit')}>
            Modifica
          </Button>
          <Button variant="outline" aria-expanded={shown === 'links'} onClick={() => setShown('links')}>
            Condividi
          </Button>
          <Button variant="outline" aria-expanded={shown === 'letters'} onClick={() => setShown('letters')}>
            Lettere
          </Button>
          <Button variant="outline" color="gray" onClick={() => setShown('delete')}>
            Elimina…
          </Button>
        </span>
      </header>
      <Suspense>
        {shown === 'edit' && (
          <ReportEditor
            report={editable(report)}
            save={async edited => {
              await saveReport(id, edited)
              close()
              await changed()
            }}
            close={close}
          />
        )}
        {shown === 'links' && <LinksPanel id={id} links={links} mayShare={mayShare} close={close} />}
        {shown === 'letters' && <LettersPanel id={id} mayShare={mayShare} close={close} />}
        {shown === 'delete' && <RemoveReport id={id} title={report.title} close={close} />}
      </Suspense>
      <Suspense fallback={<div className="skeleton" />}>
        <CountedParts report={report} ownerName={id => emailOf(`admin:${id}`) ?? id.slice(0, 8)} />
      </Suspense>
    </>
  )
}

export default function ReportPage() {
  const { id = '' } = useParams()
  const answer = useReport(id)
  return (
    <DetailPage
      className="counting"
      back={{ to: '/admin/reports', name: 'Report' }}
      title="Report"
      answer={answer}
      notFound={{ title: 'Report non trovato', text: 'Non c’è, o è stato eliminato.' }}
    >
      {report => <OpenReport id={id} report={report} changed={answer.mutate} />}
    </DetailPage>
  )
}
