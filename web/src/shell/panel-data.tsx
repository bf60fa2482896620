import { Button } from '@radix-ui/themes'
import type { ReactNode } from 'react'
import type { SWRResponse } from 'swr'
import { serverMessage } from './http.ts'
import './look/panel.css'

type Props<Row> = {
  answer: SWRResponse<Row[], Error>
  empty: string
  children: (rows: Row[]) => ReactNode
}

/** A list inside a panel: its rows first, else the error with a way on, else waiting, else empty. */
export function PanelData<Row>({ answer, empty, children }: Props<Row>) {
  const { data, error, mutate } = answer
  if (data) return data.length > 0 ? children(data) : <p className="quiet">{empty}</p>
  if (error) {
    return (
      <div className="panel-error" role="alert">
        <p>Dati non disponibili. {serverMessage(error, 'Controlla la connessione.')}</p>
        <Button variant="outline" onClick={() => mutate()}>
          Riprova
        </Button>
      </div>
    )
  }
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}
