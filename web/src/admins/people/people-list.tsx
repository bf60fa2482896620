import { Button } from '@radix-ui/themes'
import { isWronglyAsked, readFailure } from '../console-data.ts'
import { type Column, Ledger } from '../parts/ledger.tsx'
import { MoreButton } from '../parts/more.button.tsx'
import { ViewState } from '../parts/view-state.tsx'

type Answer<Row> = {
  rows: Row[]
  isFirst: boolean
  error: Error | undefined
  isValidating: boolean
  isWhole: boolean
  more: () => unknown
  mutate: () => Promise<unknown>
}
type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  answer: Answer<Row>
  /** Whether what is asked for is less than all. */
  isFiltered: boolean
  /** What would stand here. */
  empty: string
  clear: () => void
}

function Empty({ isFiltered, empty, clear }: Pick<Props<never>, 'isFiltered' | 'empty' | 'clear'>) {
  if (!isFiltered) return <p className="list-empty">{empty}</p>
  return (
    <div className="list-empty">
      <p>Nessuno corrisponde a questa ricerca.</p>
      <Button variant="outline" onClick={clear}>
        Togli i filtri
      </Button>
    </div>
  )
}

/** The rows so far, with the way to the next ones; or why there are none. */
export function PeopleList<Row extends { id: string }>({ caption, columns, answer, ...none }: Props<Row>) {
  const { rows, isFirst, error, isWhole, isValidating, more } = answer
  if (rows.length === 0 && isWronglyAsked(error) && none.isFiltered)
    return (
      <div className="list-empty" role="alert">
        <p>{readFailure(error)}</p>
        <Button variant="outline" onClick={none.clear}>
          Togli i filtri
        </Button>
      </div>
    )
  if (rows.length === 0 && (isFirst || error)) return <ViewState answer={answer} />
  if (rows.length === 0 && isWhole) return <Empty {...none} />
  return (
    <div className="people-list" aria-busy={isValidating}>
      <Ledger caption={caption} columns={columns} rows={rows} />
      {error ? (
        <ViewState answer={answer} />
      ) : (
        <MoreButton label="Mostra altri" isBusy={isValidating} isWhole={isWhole} more={more} />
      )}
    </div>
  )
}
