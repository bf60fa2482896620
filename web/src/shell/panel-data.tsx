import type { CSSProperties, ReactNode } from 'react'
import type { SWRResponse } from 'swr'
import { serverMessage } from './http.ts'
import { RetryButton } from './retry.button.tsx'
import './look/panel.css'

type Props<Row> = {
  answer: SWRResponse<Row[], Error>
  empty: string
  /** How many lines of a list are awaited: the skeleton is as high. */
  lines?: number
  children: (rows: Row[]) => ReactNode
}

/** A list inside a panel: its rows first, else the error with a way on, else waiting, else empty. */
export function PanelData<Row>({ answer, empty, lines = 3, children }: Props<Row>) {
  const { data, error, mutate } = answer
  if (Array.isArray(data)) return data.length > 0 ? children(data) : <p className="quiet">{empty}</p>
  // An answer that is no list is none that can be shown.
  if (error || data !== undefined) {
    return (
      <div className="panel-error" role="alert">
        <p>Dati non disponibili. {serverMessage(error, 'Controlla la connessione.')}</p>
        <RetryButton variant="outline" retry={() => mutate()} />
      </div>
    )
  }
  return (
    <div className="skeleton" role="status" style={{ '--lines': lines } as CSSProperties}>
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}
