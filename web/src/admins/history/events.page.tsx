import { useRef } from 'react'
import { SWRConfig } from 'swr'
import { EventDrawer } from './event/event.drawer.tsx'
import { EventList } from './event-list.tsx'
import { FilterLine, type Only, useEventFilters } from './filter-line.tsx'
import type { EventRow } from './history-data.ts'
import './history.css'

/** An own cache for each list: read again on return, and old lists are freed. */
const fresh = { provider: () => new Map() }

export default function EventsPage() {
  const filters = useEventFilters()
  const listed = useRef<readonly EventRow[]>([])
  const grid = useRef<HTMLTableElement>(null)
  const toList = () => grid.current?.focus({ preventScroll: true })

  const open = filters.of('event')
  // Opening, and each step in the tree, is an entry of the browser's history.
  const pick = (id: string) => filters.set('event', id, { push: open === '' })
  const walk = (id: string) => filters.set('event', id, { push: true })
  function close() {
    filters.set('event', '')
    toList()
  }
  const only: Only = (by, value) => filters.set(by, value, { push: true })

  return (
    <main className="console events-page">
      <header className="console-title">
        <h1>Eventi</h1>
      </header>
      <FilterLine filters={filters} listed={listed} leave={toList} />
      <SWRConfig key={filters.query} value={fresh}>
        <EventList {...{ filters, open, pick, listed, grid }} />
      </SWRConfig>
      {open && (
        <SWRConfig value={fresh}>
          <EventDrawer id={open} close={close} walk={walk} only={only} />
        </SWRConfig>
      )}
    </main>
  )
}
