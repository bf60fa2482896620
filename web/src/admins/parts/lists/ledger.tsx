import { Button } from '@radix-ui/themes'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { useList } from '../../api/pages.ts'
import { isInvalidRequest, readFailure } from '../../api/reads.ts'
import { AnswerState } from '../page/view-state.tsx'
import './ledger.css'

export type Column<Row> = {
  name: string
  width?: string
  cell: (row: Row) => ReactNode
  /** The name of the row. */
  isHeading?: boolean
}

type LedgerProps<Row> = { caption: string; columns: Column<Row>[]; rows: Row[]; className?: string }

/** A table; on a phone a list. */
export function Ledger<Row extends { id: string }>(props: LedgerProps<Row>) {
  const { caption, columns, rows, className = '' } = props
  return (
    <table className={`ledger ${className}`.trimEnd()}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, width }) => (
            <th key={name} scope="col" style={{ width }}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            {columns.map(({ name, cell, isHeading }) =>
              isHeading ? (
                <th key={name} scope="row" data-label={name}>
                  {cell(row)}
                </th>
              ) : (
                <td key={name} data-label={name}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  list: Omit<ReturnType<typeof useList>, 'rows'> & { rows: Row[] }
  words: {
    more: string
    none: ReactNode
    /** No rows yet, and the search goes on. */
    soFar?: string
  }
  clear?: (() => void) | undefined
}

/** This many pages without rows are read automatically. */
const mostAutomaticPages = 30

function Nothing({
  text,
  clear,
  role,
}: {
  text: ReactNode
  clear: (() => void) | undefined
  role?: 'alert'
}) {
  return (
    <div className="list-empty" role={role}>
      {typeof text === 'string' ? <p>{text}</p> : text}
      {clear && (
        <Button variant="outline" onClick={clear}>
          Togli i filtri
        </Button>
      )}
    </div>
  )
}

export function PagedList<Row extends { id: string }>({ list, words, clear, ...table }: Props<Row>) {
  const { rows, pages, isFirst, error, isWhole, isValidating, more } = list
  const { soFar = 'Finora niente' } = words
  const hasRows = rows.length > 0
  const isSearching = !hasRows && !isWhole && !error && pages.length > 0 && pages.length < mostAutomaticPages
  const goOn = useEffectEvent(() => void more())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page without a row asks for the next one.
  useEffect(() => {
    if (isSearching && !isValidating) goOn()
  }, [isSearching, isValidating, pages.length])
  function state() {
    if (!hasRows && clear && isInvalidRequest(error))
      return <Nothing role="alert" text={readFailure(error)} clear={clear} />
    if (isFirst || error) return <AnswerState answer={{ ...list, mutate: async () => more() }} />
    if (!hasRows && isWhole) return <Nothing text={words.none} clear={clear} />
    if (isSearching) return <p role="status">{soFar}: cerco più indietro…</p>
    return (
      <>
        {!hasRows && <p>{soFar}.</p>}
        <MoreButton
          label={hasRows ? words.more : 'Cerca più indietro'}
          isBusy={isValidating}
          isWhole={isWhole}
          more={more}
        />
      </>
    )
  }
  return (
    <div className="paged-list" aria-busy={isValidating}>
      {hasRows && <Ledger {...table} rows={rows} />}
      {state()}
    </div>
  )
}

type MoreProps = {
  label: string
  isBusy: boolean
  isWhole: boolean
  more: () => unknown
}

/** Not disabled while a page loads: it would lose the focus. */
export const MoreButton = ({ label, isBusy, isWhole, more }: MoreProps) =>
  !isWhole && (
    <Button variant="outline" aria-disabled={isBusy} onClick={() => isBusy || more()}>
      {isBusy ? 'Caricamento...' : label}
    </Button>
  )
