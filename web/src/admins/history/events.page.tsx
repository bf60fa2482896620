import { useEffect, useRef } from 'react'
import { SWRConfig } from 'swr'
import { usePageTitle } from '../../shell/page.tsx'
import { EventDrawer } from './event/event.drawer.tsx'
import type { GridHandle } from './event-grid.tsx'
import { EventList } from './event-list.tsx'
import type { Only } from './filter-line.tsx'
import { EventChips, FilterLine, useEventFilters } from './filter-line.tsx'
import type { EventRow } from './history-data.ts'
import './history.css'

/** An own cache for each list: read again on return, and old lists are freed. */
const fresh = { provider: () => new Map() }

export default function EventsPage() {
  const filters = useEventFilters()
  const listed = useRef<readonly EventRow[]>([])
  const grid = useRef<GridHandle>(null)
  usePageTitle('Eventi')

  const open = filters.of('event')
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open) grid.current?.focus()
    wasOpen.current = open
  }, [open])

  // Opening, and each step in the tree, is an entry of the browser's history.
  const pick = (id: string) => filters.set('event', id, { push: open === '' })
  const walk = (id: string) => filters.set('event', id, { push: true })
  const close = () => filters.set('event', '')
  const only: Only = (by, value) => filters.set(by, value, { push: true })

  return (
    <main className="console events-page">
      <header className="console-title">
        <h1>Eventi</h1>
      </header>
      <div className="events-filters">
        <FilterLine filters={filters} listed={listed} leave={() => grid.current?.focus()} />
        <EventChips filters={filters} />
      </div>
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
