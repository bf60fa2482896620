import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons'
import { type Filter, type Filtered, filteredQuery, noPlanOfVisit } from '@tba/events/filters/filter.ts'
import { filterWords } from '@tba/events/filters/words.ts'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { z } from 'zod'
import { onDemand } from '../../components/on-demand.ts'
import { IconButton, TextButton } from '../parts/filters/controls.tsx'
import type { Filters } from '../parts/filters/filters.ts'
import { MenuButton } from '../parts/filters/menus.tsx'
import type { Against } from './against.ts'
import { SegmentControls } from './segment-controls.tsx'
import { isOfVisits, type Level, levelName, valueName } from './words.ts'
import './filters.css'

const editor = onDemand(() => import('./filter.popover.tsx'))

type Props = {
  level: Level
  value: Filtered
  change: (value: Filtered) => void
  /** The address holds what is no filter. */
  isUnreadable?: boolean
  /** Of a page that shows two segments beside each other. */
  against?: Against
  /** Chips of other filters. */
  children?: ReactNode
}

/** The filters of what is counted as chips, in one row. Each opens at a press or Enter; Delete takes it away. */
export function FilterRow({ level, value, change, against, children, ...props }: Props) {
  const { filters = [], segment } = value
  const isUnreadable = props.isUnreadable || against?.isUnreadable
  const row = useRef<HTMLDivElement>(null)
  /** The focus was on what goes away. */
  const focusAdd = () => row.current?.querySelector<HTMLElement>('.filter-add')?.focus()
  function put(next: Filtered) {
    change(next)
    if ((next.filters ?? []).length < filters.length || (segment && !next.segment)) focusAdd()
  }
  function compare(next: Filtered['segment']) {
    against?.set(next)
    if (!next) focusAdd()
  }
  const set = (next: Filter[]) => put({ ...value, filters: next })
  const menu = { filters, level, set }
  const label = levelName(level, value)
  const isMisplaced = isOfVisits(level) && filters.some(({ field }) => field === 'plan')
  return (
    <div ref={row} className="filter-row">
      {filters.length > 0 && <span className="quiet">{label}</span>}
      {filters.length > 0 && (
        <ul aria-label={label}>
          {filters.map((filter, at) => {
            const [condition, values] = filterWords(filter, valueName)
            const remove = () => set(filters.toSpliced(at, 1))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a filter is nothing but its place.
              <li key={at} data-off={isOfVisits(level) && filter.field === 'plan'}>
                <MenuButton
                  code={editor}
                  menu={{ ...menu, at }}
                  aria-label={`${label} ${condition} ${values}`}
                  onKeyDown={({ key }: KeyboardEvent) => {
                    if (key === 'Delete' || key === 'Backspace') remove()
                  }}
                >
                  <span>
                    <span>{condition}</span> <strong>{values}</strong>
                  </span>
                </MenuButton>
                <IconButton aria-label={`Togli il filtro ${condition} ${values}`} onClick={remove}>
                  <Cross2Icon aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      {children}
      <MenuButton code={editor} menu={{ ...menu, at: null }} className="filter-add">
        <PlusIcon aria-hidden /> <span>Filtro</span>
      </MenuButton>
      <SegmentControls value={value} change={put} against={against && { ...against, set: compare }} />
      {filters.length > 1 && <TextButton onClick={() => put({})}>Togli tutti</TextButton>}
      {(isMisplaced || isUnreadable) && (
        <p className="field-error" role="alert">
          {isMisplaced && <span>{`${noPlanOfVisit}: qui quel filtro non si applica.`}</span>}
          {isUnreadable && (
            <>
              <span>I filtri dell’indirizzo non si leggono, e qui non valgono.</span>{' '}
              <TextButton onClick={() => (props.isUnreadable ? change({}) : compare(undefined))}>
                Togli ciò che non si legge
              </TextButton>
            </>
          )}
        </p>
      )}
      {against?.value && (
        <p className="quiet small" role="status">
          {`Il primo numero è di «${against.names[0]}», il secondo di «${against.names[1]}». Il periodo di prima non si confronta insieme.`}
        </p>
      )}
    </div>
  )
}

const inAddress = z.object(filteredQuery)

/** In an address, each as JSON. */
export const filteredParameters = ({ filters = [], segment }: Filtered): Record<string, string> => ({
  ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
  ...(segment && { segment: JSON.stringify(segment) }),
})

/** The filters and the segment in the address of a page. `row`: for their controls. */
export function useFiltered({ get, setAll }: Pick<Filters, 'get' | 'setAll'>) {
  const [filters, segment] = [get('filters'), get('segment')]
  const { success, data } = useMemo(
    () => inAddress.safeParse({ ...(filters && { filters }), ...(segment && { segment }) }),
    [filters, segment],
  )
  const filtered: Filtered = data ?? {}
  const parameters = filteredParameters(filtered)
  return {
    filtered,
    parameters,
    isFiltered: Object.keys(parameters).length > 0,
    row: {
      value: filtered,
      change: (next: Filtered) => setAll({ filters: '', segment: '', ...filteredParameters(next) }),
      isUnreadable: !success,
    },
  }
}
