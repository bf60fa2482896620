import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useList } from '../api/pages.ts'
import { usePermission } from '../api/token.ts'
import { SearchField } from '../parts/filters/controls.tsx'
import { useFilters, useTypedFilter } from '../parts/filters/filters.ts'
import { type Column, PagedList } from '../parts/lists/data-table.tsx'
import { MaskNote } from '../parts/page/mask-note.tsx'
import { erasedAtom } from './people-data.ts'
import './people.css'

/** Each search is recorded, so it waits until typing rests. */
export const restMs = 1_000

const isPartOfPhone = (text: string) => /^[^\p{L}\d]*(\d[^\p{L}\d]*){3,6}$/u.test(text)
/** Fewer digits are searched as the number of a customer. */
export const noneFound = (typed: string, none: string): string =>
  isPartOfPhone(typed) ? `${none} Di un telefono scrivi almeno 7 cifre.` : none

type Props<Page, Row> = {
  of: { path: string; plural: string }
  order?: string
  schema: z.ZodType<Page>
  rowsOf: (page: Page) => readonly Row[]
  columns: Column<Row>[]
  search: string
  filterNames?: readonly string[]
  none: string
  /** What the typed text leads to, where nobody matches. */
  instead?: ReactNode
  children?: ReactNode
}

export function PeopleList<Page extends { next: string | null }, Row extends { id: string }>({
  of: { path, plural: title },
  order = 'dal più recente',
  filterNames = [],
  ...props
}: Props<Page, Row>) {
  const filters = useFilters()
  const names = ['q', ...filterNames]
  const query = filters.queryOf(names)
  const list = useList(`/api/admin/${path}?${query}`, props.schema, props.rowsOf)
  const erased = useAtomValue(erasedAtom)
  const [typed, setTyped] = useTypedFilter(filters, 'q', restMs)
  const isFiltered = query !== ''
  return (
    <>
      <header className="console-title">
        <h1>{title}</h1>
      </header>
      <MaskNote />
      <search className="filter-line">
        {usePermission('see-persons') && (
          <SearchField label={props.search} value={typed} maxLength={200} search={setTyped} />
        )}
        {props.children}
      </search>
      <PagedList
        caption={`${title}, ${order}`}
        columns={props.columns}
        list={{ ...list, rows: list.rows.filter(({ id }) => !erased.has(id)) }}
        words={{
          more: 'Mostra altri',
          none:
            props.instead ??
            (isFiltered ? noneFound(filters.get('q'), 'Nessuno corrisponde a questa ricerca.') : props.none),
        }}
        clear={isFiltered ? () => filters.clear(names) : undefined}
      />
    </>
  )
}
