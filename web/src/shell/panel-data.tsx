import { type CSSProperties, type ReactNode, useState } from 'react'
import type { SWRResponse } from 'swr'
import { ErrorBoundary } from './error-boundary.tsx'
import { serverMessage } from './http.ts'
import { RetryButton } from './retry.button.tsx'
import './look/panel.css'

type Props<Row> = {
  answer: SWRResponse<Row[], Error>
  empty: string
  /** The height of the skeleton, in lines. */
  lines?: number
  children: (rows: Row[]) => ReactNode
}

function Failed({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <div className="panel-error" role="alert">
      <p>Dati non disponibili. {serverMessage(error, 'Controlla la connessione.')}</p>
      <RetryButton variant="outline" retry={retry} />
    </div>
  )
}

/** A component of its own, so that rows which cannot be rendered break only this. */
const Rows = <Row,>({ rows, draw }: { rows: Row[]; draw: Props<Row>['children'] }) => draw(rows)

/** A list inside a panel: its rows first, else the error with a way on, else waiting, else empty. */
export function PanelData<Row>({ answer, empty, lines = 3, children }: Props<Row>) {
  const { data, error, mutate } = answer
  const [tries, setTries] = useState(0)
  async function retry() {
    await mutate()
    setTries(tries + 1)
  }
  const failed = <Failed error={error} retry={retry} />
  if (Array.isArray(data) && data.length === 0) return <p className="quiet">{empty}</p>
  if (Array.isArray(data)) {
    return (
      <ErrorBoundary key={tries} otherwise={failed}>
        <Rows rows={data} draw={children} />
      </ErrorBoundary>
    )
  }
  // An answer that is not a list cannot be shown.
  if (error || data !== undefined) return failed
  return (
    <div className="skeleton" role="status" style={{ '--lines': lines } as CSSProperties}>
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}
