import { Button } from '@radix-ui/themes'
import type { ReactNode } from 'react'
import { Value } from '../../../components/facts.tsx'
import type { useList } from '../../api/pages.ts'
import { isInvalidRequest, readFailure } from '../../api/reads.ts'
import { ReadMore } from '../page/read-button.tsx'
import { AnswerState, ViewState } from '../page/view-state.tsx'
import './data-table.css'

export type Column<Row> = {
  name: string
  width?: string
  /** Without a value a dash is shown. */
  cell: (row: Row) => ReactNode
  /** The name of the row. */
  isHeading?: boolean
}

type TableProps<Row> = { caption: string; columns: Column<Row>[]; rows: Row[]; className?: string }

/** A table; on a phone a list. */
export function DataTable<Row extends { id: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, className = '' } = props
  return (
    <table className={`data-table ${className}`.trimEnd()}>
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
                  <Value>{cell(row)}</Value>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type List = Pick<ReturnType<typeof useList>, 'isLoading' | 'error' | 'isValidating' | 'more'>
type NoRowsProps = { list: List; none: ReactNode; clear: (() => void) | undefined }

/** In place of rows: the wait, a failure, or that there are none. */
export function NoRows({ list, none, clear }: NoRowsProps) {
  const isRefused = clear !== undefined && isInvalidRequest(list.error)
  if (!isRefused && (list.isLoading || list.error))
    return <AnswerState answer={{ ...list, mutate: async () => list.more() }} />
  const text = isRefused ? readFailure(list.error) : none
  return (
    <div className="list-empty" {...(isRefused && { role: 'alert' })}>
      <div>{text}</div>
      {clear && (
        <Button variant="outline" onClick={clear}>
          Togli i filtri
        </Button>
      )}
    </div>
  )
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  list: Omit<ReturnType<typeof useList>, 'rows'> & { rows: Row[] }
  words: { more: string; none: ReactNode }
  clear?: (() => void) | undefined
}

export function PagedList<Row extends { id: string }>({ list, words, clear, ...table }: Props<Row>) {
  const { rows, error, isComplete, isValidating, more } = list
  return (
    <div className="paged-list" aria-busy={isValidating}>
      {rows.length === 0 ? (
        <NoRows list={list} none={words.none} clear={clear} />
      ) : (
        <>
          <DataTable {...table} rows={rows} />
          {error ? (
            <ViewState answer={{ ...list, mutate: async () => more() }} />
          ) : (
            isComplete || <ReadMore label={words.more} isBusy={isValidating} read={more} />
          )}
        </>
      )}
    </div>
  )
}
