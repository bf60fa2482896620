import { Button } from '@radix-ui/themes'
import { type ReactNode, useState } from 'react'
import type { SWRResponse } from 'swr'
import { serverMessage } from '../api/http.ts'
import { RetryButton } from '../forms/command-button.tsx'
import { Part } from '../shell/page-states.tsx'
import '../shell/look/panel.css'

type Props<Row> = {
  answer: SWRResponse<Row[], Error>
  empty: string
  /** The height of the skeleton, in lines. */
  lines?: number
  children: (rows: Row[]) => ReactNode
}

/** The rows of a panel; without them the error, the skeleton or the text for an empty list. */
export function PanelData<Row>({ answer, empty, lines = 3, children }: Props<Row>) {
  const { data, error, mutate } = answer
  if (data?.length === 0) return <p className="quiet">{empty}</p>
  if (data) {
    return (
      <Part>
        <Rows data={data}>{children}</Rows>
      </Part>
    )
  }
  if (error) {
    return (
      <div className="panel-error" role="alert">
        <p>{`Dati non disponibili. ${serverMessage(error, 'Controlla la connessione.')}`}</p>
        <RetryButton variant="outline" retry={mutate} />
      </div>
    )
  }
  return (
    <div className="skeleton" role="status" style={{ '--lines': lines }}>
      <span className="visually-hidden">Caricamento…</span>
    </div>
  )
}

const Rows = <Row,>({ data, children }: { data: Row[]; children: Props<Row>['children'] }) => children(data)

type FirstRowsProps<Row> = { rows: Row[]; shown: number; more: string; children: Props<Row>['children'] }

/** The first rows of a list, with a button for the rest. */
export function FirstRows<Row>({ rows, shown, more, children }: FirstRowsProps<Row>) {
  const [all, setAll] = useState(false)
  if (rows.length <= shown) return children(rows)
  return (
    <>
      {children(all ? rows : rows.slice(0, shown))}
      <Button variant="outline" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Mostra meno' : `${more} (${rows.length})`}
      </Button>
    </>
  )
}
