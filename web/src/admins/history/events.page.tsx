import { Suspense, useRef } from 'react'
import { SWRConfig } from 'swr'
import { lazyPart } from '../../components/on-demand.ts'
import { EventList } from './event-list.tsx'
import { FilterLine, type SetFilter, useEventFilters } from './filter-line.tsx'
import type { EventRow } from './history-data.ts'
import './history.css'

const EventDrawer = lazyPart(() => import('./event/event.drawer.tsx'))

/** An own cache for each list: read again on return, and old lists are freed. */
const freshCache = { provider: () => new Map() }

export default function EventsPage() {
  const filters = useEventFilters()
  const listedRows = useRef<readonly EventRow[]>([])
  const grid = useRef<HTMLTableElement>(null)
  const focusList = () => grid.current?.focus({ preventScroll: true })

  const open = filters.get('event')
  // Opening, and each step in the tree, is an entry of the browser's history.
  const openEvent = (id: string) => filters.set('event', id, { push: open === '' })
  const goTo = (id: string) => filters.set('event', id, { push: true })
  function close() {
    filters.set('event', '')
    focusList()
  }
  const setFilter: SetFilter = (by, value) => filters.set(by, value, { push: true })

  return (
    <main className="console events-page">
      <header className="console-title">
        <h1>Eventi</h1>
      </header>
      <FilterLine filters={filters} listedRows={listedRows} focusList={focusList} />
      <SWRConfig key={filters.query} value={freshCache}>
        <EventList filters={filters} open={open} openEvent={openEvent} listedRows={listedRows} grid={grid} />
      </SWRConfig>
      {open && (
        <SWRConfig value={freshCache}>
          <Suspense>
            <EventDrawer id={open} close={close} goTo={goTo} setFilter={setFilter} />
          </Suspense>
        </SWRConfig>
      )}
    </main>
  )
}
