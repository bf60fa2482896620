import { useLocation } from 'react-router-dom'
import useSWR from 'swr'
import { hasStatus } from '../../api/http.ts'
import { Page } from '../../shell/page.tsx'
import { ViewState } from '../parts/page/view-state.tsx'
import CountedParts from './counted-report.tsx'
import { readShared } from './reports-data.ts'
import '../console.css'

/** Accounts of the console have no name here. */
const nobody = () => ''

/** The page behind the link of a report: it needs no account, and is read only. The token stays behind `#`: a reload opens it again. */
export default function SharedReportPage() {
  const token = useLocation().hash.slice(1)
  const read = () => readShared(token)
  const answer = useSWR(token === '' ? null : ['report', token], read, { shouldRetryOnError: false })
  const { data, error } = answer
  return (
    <Page title={data?.title ?? 'Report condiviso'} className="report-sheet">
      <h1>{data?.title ?? 'Report'}</h1>
      {token === '' || hasStatus(error, 401, 404) ? (
        <p role="alert">
          {hasStatus(error, 404) ? error.text : 'Apri il report dal suo link: questo non vale più.'}
        </p>
      ) : data ? (
        <>
          <p className="quiet small">
            Solo conteggi: i gruppi sotto cinque stanno insieme in «Altri». Ogni parte si conta al massimo una
            volta in cinque minuti.
          </p>
          <CountedParts report={data} ownerName={nobody} />
        </>
      ) : (
        <ViewState answer={answer} />
      )}
    </Page>
  )
}
